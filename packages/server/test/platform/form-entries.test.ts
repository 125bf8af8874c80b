import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayMs } from '@baraza/contract';
import { deleteOldEntries } from '../../src/platform/forms/forms.ts';
import { newResource, resources, serverOfSuite } from '../fixtures/server.ts';

describe('entries of forms', () => {
  const { server, owner } = serverOfSuite(undefined, { environment: { BARAZA_RECORDS_MAX: '3' } });
  const capture = (id: string) =>
    owner.send('PATCH', `${resources}/${id}`, { action: 'capture', record: { a: 1 } });
  const countOf = async (id: string) =>
    (await owner.send('GET', `${resources}/${id}?records=false`)).json.recordCount;

  test('entries older than keepDays are deleted, and an entry of the activity says so', async () => {
    const { id } = await newResource(server, owner.key, 'connect', { keepDays: 30 });
    const kept = await newResource(server, owner.key, 'connect');
    for (const form of [id, id, kept.id]) await capture(form);
    server.clock.advance(20 * dayMs);
    await capture(id);
    server.clock.advance(11 * dayMs);
    await deleteOldEntries(server.platform);
    assert.deepEqual([await countOf(id), await countOf(kept.id)], [1, 1]);
    const { activity } = (await owner.send('GET', resources)).json;
    assert.deepEqual([activity[0].action, activity[0].detail], ['entries-expired', { records: 2 }]);
    for (const keepDays of [0, 1.5, '7', 3_651]) {
      const config = { keepDays };
      const reply = await owner.send('PATCH', `${resources}/${id}`, {
        action: 'configure',
        config,
      });
      assert.equal(reply.status, 400, String(keepDays));
    }
  });

  test('a full form shows a visitor a page in the own language, and its owner one notice', async () => {
    const { id } = await newResource(server, owner.key, 'connect', { public: true });
    for (let n = 0; n < 3; n += 1) assert.equal((await capture(id)).status, 200);
    const post = (language: string, accept: string) =>
      fetch(`${server.url}/forms/${id}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'accept-language': language,
          accept,
        },
        body: 'a=1',
      });
    for (const [language, title] of [
      ['sw', 'Fomu imejaa'],
      ['en', 'This form is full'],
    ] as const) {
      const reply = await post(language, 'text/html');
      assert.equal(reply.status, 409);
      assert.equal(reply.headers.get('content-language'), language);
      const page = await reply.text();
      assert.ok(page.includes(`<h1>${title}</h1>`));
      assert.ok(!page.includes('BARAZA_RECORDS_MAX'));
    }
    const program = await post('en', 'application/json');
    assert.deepEqual([program.status, (await program.json()).code], [409, 'full']);
    const { activity } = (await owner.send('GET', resources)).json;
    const notices = activity.filter(
      (entry: { action: string; resourceId: string }) =>
        entry.action === 'form-full' && entry.resourceId === id,
    );
    assert.equal(notices.length, 1);
  });
});
