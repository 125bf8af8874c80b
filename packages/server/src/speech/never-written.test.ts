import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

test('no file that handles audio imports a way to write to the disk', () => {
  const files = ['./', '../voice/', '../site/voice/', '../site/live/'].flatMap((room) =>
    readdirSync(new URL(room, import.meta.url), { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .map((file) => `${room}${file}`),
  );
  assert.ok(files.length > 40);
  for (const file of files) {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    const imported =
      /import \{([^}]*)\} from '(?:node:)?fs(?:\/promises)?'/.exec(source)?.[1] ?? '';
    const names = imported.split(',').map((name) => name.trim());
    assert.deepEqual(
      names.filter(
        (name) => !['', 'createReadStream', 'existsSync', 'readFileSync'].includes(name),
      ),
      [],
      file,
    );
    assert.doesNotMatch(
      source,
      /import \* as \w+ from '(?:node:)?fs|import\('(?:node:)?fs|require\(/,
      file,
    );
  }
});
