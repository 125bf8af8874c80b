import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask } from '../fixtures/server.ts';
import { askSite, asOwner, shop, siteServersOfSuite } from '../fixtures/visit-server.ts';

describe('two processes on one database', () => {
  const { server: one, second: other, owner } = siteServersOfSuite('postgres');

  test('of concurrent saves onto one version exactly one succeeds', async () => {
    const site = await owner.newSite({ name: 'before' });
    const { version } = (await asOwner(one, owner, 'GET', site)).json;
    const replies = await Promise.all(
      [one, other, one, other].map((server, index) =>
        ask(server, 'PUT', `/v1/admin/sites/${site}/profile`, {
          key: owner.key,
          body: { name: `racer ${index}` },
          headers: { 'if-match': `"${version}"` },
        }),
      ),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  });

  test('an answer taught in one is used by the other at once, and a request id is answered once', async () => {
    const taught = await owner.newSite(shop, 'free');
    const question = 'Do you repair bicycles?';
    const { done } = await askSite(other, taught, question);
    assert.equal(done.answered, false);
    const lesson = { answer: 'Yes, on Saturdays.' };
    await asOwner(one, owner, 'POST', `${taught}/questions/${done.id}/answer`, lesson);
    assert.match((await askSite(other, taught, question)).text, /Saturdays/);
    const body = { question, request_id: 'both' };
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, at) => askSite(at % 2 === 0 ? one : other, taught, body)),
    );
    assert.equal(new Set(results.map(({ response }) => response.text)).size, 1);
    const { json } = await asOwner(other, owner, 'GET', taught);
    assert.equal(json.usage.questions.used, 3);
  });

  test('concurrent patches without a version are all kept', async () => {
    const shared = await owner.newSite();
    const fields = Array.from({ length: 16 }, (_, at) => `field_${at}`);
    const replies = await Promise.all(
      fields.map((field, at) =>
        asOwner(at % 2 === 0 ? one : other, owner, 'PATCH', `${shared}/profile`, { [field]: 'x' }),
      ),
    );
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    const { profile, version } = (await asOwner(other, owner, 'GET', shared)).json;
    assert.equal(version, 17);
    for (const field of fields) assert.equal(profile[field], 'x', field);
  });
});
