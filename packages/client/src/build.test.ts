import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

test('the client imports only types from other packages', () => {
  for (const file of globSync(join(root, 'src', '*.ts'))) {
    if (file.endsWith('.test.ts')) continue;
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) [^;]*? from '([^.][^']*)'/gm,
    );
    for (const [statement] of imports) assert.match(statement, /^(?:import|export) type /, file);
  }
});

test('the examples of the README are type-checked', () => {
  const checked = readFileSync(join(root, 'test', 'readme-examples.ts'), 'utf8');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  assert.ok(examples.length > 0);
  for (const example of examples) assert.ok(checked.includes(example), example);
});
