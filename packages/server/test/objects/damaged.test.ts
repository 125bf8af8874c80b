import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { createLog } from '../../src/kernel/log.ts';
import { sql } from '../../src/store/store.ts';
import { scriptModel } from '../fakes/scripted-model.ts';
import { ask, form, newResource, serverOfSuite, storage } from '../fixtures/server.ts';
import { assertRefusal } from '../hostile/lawful.ts';

const content = `Bicycles are repaired on Saturdays.\n${'Tea is served. '.repeat(60)}`;

describe('an object whose bytes the disk returns wrong', () => {
  const lines: string[] = [];
  // Every line is kept, also a repeated one.
  let nowMs = 0;
  const log = createLog(
    'error',
    (line) => lines.push(line),
    () => (nowMs += 60_000),
  );
  const model = scriptModel();
  const { server, owner } = serverOfSuite('sqlite', {
    log,
    loadLanguageModel: async () => model,
  });

  const upload = async () => {
    const { id } = await newResource(server, owner.key, 'storage');
    const target = `${storage}/${id}?key=siri.txt`;
    const body = form({ bytes: content, name: 'siri.txt', type: 'text/plain' });
    assert.equal((await owner.send('POST', target, body)).status, 201);
    const row = await server.installation.store.get<{ blob: string }>(
      sql`SELECT blob FROM objects WHERE resource_id = ${id}`,
    );
    const blob = row?.blob ?? '';
    const file = path.join(server.folder, 'objects', blob.slice(5, 11), blob);
    return { id, target, blob, file };
  };

  const damages: { readonly [damage: string]: (file: string) => void } = {
    'with one bit flipped': (file) => {
      const bytes = readFileSync(file);
      bytes[40] = (bytes[40] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    },
    'cut off': (file) => truncateSync(file, 500),
    'with more behind its end': (file) => writeFileSync(file, `${content}.`),
    'that is missing': (file) => rmSync(file),
  };
  for (const [damage, harm] of Object.entries(damages))
    test(`${damage} is refused as a whole, in ranges and by links; the log names its blob, not its key`, async () => {
      const { id, target, blob, file } = await upload();
      const link = await owner.send('POST', `${storage}/${id}/links`, {
        key: 'siri.txt',
        expiresIn: 60,
      });
      assert.equal((await owner.send('GET', target)).text, content);
      harm(file);
      const linkPath = new URL(link.json.url).pathname;
      const tries = [
        await owner.send('GET', target),
        await owner.send('GET', target, undefined, { range: 'bytes=0-3' }),
        await ask(server, 'GET', linkPath),
        await ask(server, 'GET', linkPath, { headers: { range: 'bytes=-5' } }),
      ];
      for (const reply of tries) {
        assertRefusal(reply, damage, 503);
        assert.equal(reply.json.code, 'unavailable');
        assert.match(reply.json.error, /missing or damaged; upload it again\.$/);
        assert.equal(reply.headers.get('etag'), null);
      }
      const logged = lines.filter((line) => line.includes(blob));
      assert.equal(logged.length, tries.length);
      for (const line of logged) {
        assert.equal(JSON.parse(line).resourceId, id);
        assert.doesNotMatch(line, /siri|Bicycles|\bat .*:\d+:\d+/);
      }
      const again = form({ bytes: content, name: 'siri.txt', type: 'text/plain' });
      assert.equal((await owner.send('POST', target, again)).status, 200);
      assert.equal((await owner.send('GET', target)).text, content);
    });

  test('is left out of the knowledge of an assistant, with a warning, until it is uploaded again', async () => {
    for (const [damage, harm] of Object.entries(damages)) {
      const { id, target, file } = await upload();
      const whole = form({ bytes: 'Umbrellas are lent for two days.', name: 'whole.txt' });
      assert.equal((await owner.send('POST', `${storage}/${id}`, whole)).status, 201);
      harm(file);
      const { id: assistant } = await newResource(server, owner.key, 'ai', { knowledge: [id] });
      const read = async () => {
        const body = { assistant, prompt: 'Tell me everything.' };
        const reply = await owner.send('POST', '/api/platform/ai', body);
        assert.equal(reply.status, 200, reply.text);
        return { warnings: reply.json.warnings, given: JSON.stringify(model.requests.at(-1)) };
      };
      const { warnings, given } = await read();
      const message = 'The stored bytes of this object are missing or damaged; upload it again.';
      assert.deepEqual(warnings, [{ resourceId: id, key: 'siri.txt', message }], damage);
      assert.match(given, /Umbrellas/);
      assert.doesNotMatch(given, /Bicycles|Tea/, damage);
      const again = form({ bytes: content, name: 'siri.txt', type: 'text/plain' });
      assert.equal((await owner.send('POST', target, again)).status, 200);
      assert.match((await read()).given, /Bicycles/);
    }
  });
});
