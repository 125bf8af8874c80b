import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  events,
  eventText,
  json,
  loseAnswer,
  refuse,
  type ScriptedServer,
  startServer,
} from '../../test/scripted-server.ts';
import { createSiteOwnerClient, isBarazaError, isConnectionError } from '../index.ts';

const ownerKey = 'osk_aaaaaaaa_secret';

function ownerOf({ baseUrl }: ScriptedServer) {
  const timing = { sleep: async () => {}, random: () => 0 };
  return createSiteOwnerClient({ baseUrl, ownerKey, timing });
}

type Owner = ReturnType<typeof ownerOf>;

test('an owner credential is refused in a web page', (t) => {
  const page = globalThis as { window?: unknown };
  page.window = {};
  t.after(() => delete page.window);
  assert.throws(() => createSiteOwnerClient({ baseUrl: 'http://127.0.0.1:1', ownerKey }), {
    name: 'TypeError',
    message: /never be in a page/,
  });
});

test('every call goes to its address with the credential', async (t) => {
  const calls: Record<string, (owner: Owner) => Promise<unknown>> = {
    'GET /v1/admin/sites': (owner) => owner.sites(),
    'POST /v1/admin/sites': (owner) => owner.create('duka', { business: 'Duka' }),
    'GET /v1/admin/sites/duka': (owner) => owner.get('duka'),
    'PUT /v1/admin/sites/duka/profile': (owner) => owner.saveProfile('duka', {}, { ifMatch: 3 }),
    'PUT /v1/admin/sites/duka/profile?dry_run=true': (owner) =>
      owner.tryProfile('duka', { name: 'x' }),
    'PATCH /v1/admin/sites/duka/profile': (owner) => owner.patchProfile('duka', { name: 'x' }),
    'POST /v1/admin/sites/duka/profile/facts': (owner) =>
      owner.addEntry('duka', 'facts', { text: 'x' }),
    'PUT /v1/admin/sites/duka/profile/faqs/a%2Fb': (owner) =>
      owner.replaceEntry('duka', 'faqs', 'a/b', { question: 'x', answer: 'y' }),
    'DELETE /v1/admin/sites/duka/profile/prices/one': (owner) =>
      owner.deleteEntry('duka', 'prices', 'one'),
    'GET /v1/admin/sites/duka/profile/versions': (owner) => owner.versions('duka'),
    'GET /v1/admin/sites/duka/profile/versions/3': (owner) => owner.version('duka', 3),
    'POST /v1/admin/sites/duka/profile/versions/3/restore': (owner) =>
      owner.restoreVersion('duka', 3, { ifMatch: 7 }),
    'GET /v1/admin/sites/duka/usage?days=7': (owner) => owner.usage('duka', { days: 7 }),
    'POST /v1/admin/sites/duka/origins/test': (owner) =>
      owner.testOrigin('duka', 'https://duka.example'),
    'POST /v1/admin/sites/duka/notices/test': (owner) => owner.testNotices('duka'),
    'POST /v1/admin/sites/duka/notices/confirm': (owner) => owner.confirmEmail('duka'),
    'GET /v1/admin/sites/duka/questions/q%2F1': (owner) => owner.question('duka', 'q/1'),
    'POST /v1/admin/sites/duka/questions/q1/dismiss?group=true': (owner) =>
      owner.dismiss('duka', 'q1', { group: true }),
    'POST /v1/admin/sites/duka/rotate-key': (owner) => owner.rotateKey('duka'),
    'DELETE /v1/admin/sites/duka': (owner) => owner.delete('duka'),
    'POST /v1/admin/sites/duka/pause': (owner) => owner.pause('duka'),
    'POST /v1/admin/sites/duka/resume': (owner) => owner.resume('duka'),
    'GET /v1/admin/sites/duka/questions?unanswered=true&group=true&limit=5': (owner) =>
      owner.questions('duka', { unanswered: true, group: true, limit: 5 }),
    'GET /v1/admin/sites/duka/questions?status=taught&feedback=down': (owner) =>
      owner.questions('duka', { status: 'taught', feedback: 'down' }),
    'GET /v1/admin/sites/duka/gaps?limit=5': (owner) => owner.gaps('duka', { limit: 5 }),
    'POST /v1/admin/sites/duka/questions/q_1/answer': (owner) =>
      owner.teach('duka', 'q_1', { answer: 'Ndiyo.' }),
    'POST /v1/admin/sites/duka/questions/q_1/dismiss': (owner) => owner.dismiss('duka', 'q_1'),
    'POST /v1/admin/sites/duka/questions/q_1/reopen': (owner) => owner.reopen('duka', 'q_1'),
    'DELETE /v1/admin/sites/duka/questions/q_1': (owner) => owner.deleteQuestion('duka', 'q_1'),
    'GET /v1/admin/sites/duka/leads?status=new': (owner) => owner.leads('duka', { status: 'new' }),
    'PATCH /v1/admin/sites/duka/leads/lead_1': (owner) =>
      owner.setLeadStatus('duka', 'lead_1', 'done'),
    'DELETE /v1/admin/sites/duka/leads/lead_1': (owner) => owner.deleteLead('duka', 'lead_1'),
    'POST /v1/admin/sites/duka/preview': (owner) => owner.preview('duka', 'Mko wazi?'),
    'GET /v1/admin/sites/duka/export': (owner) => owner.export('duka'),
    'GET /v1/admin/sites/duka/export?versions=true': (owner) =>
      owner.export('duka', { versions: true }),
  };
  const addresses = Object.keys(calls);
  const server = await startServer(t, ...addresses.map(() => json(200, {})));
  for (const call of Object.values(calls)) await call(ownerOf(server));
  assert.deepEqual(
    server.received.map(({ method, url }) => `${method} ${url}`),
    addresses,
  );
  for (const { headers } of server.received)
    assert.equal(headers.authorization, `Bearer ${ownerKey}`);
  assert.equal(server.received[3]?.headers['if-match'], '"3"');
  assert.equal(server.received[11]?.headers['if-match'], '"7"');
});

test('a list is read page by page', async (t) => {
  const server = await startServer(
    t,
    json(200, { leads: [{ id: 'lead_1' }, { id: 'lead_2' }], next: 'more' }),
    json(200, { leads: [{ id: 'lead_3' }], next: null }),
  );
  const seen: string[] = [];
  for await (const { id } of ownerOf(server).iterateLeads('duka', { limit: 2 })) seen.push(id);
  assert.deepEqual(seen, ['lead_1', 'lead_2', 'lead_3']);
  assert.match(server.received[1]?.url ?? '', /limit=2&cursor=more$/);
});

test('what may have happened is not sent again; what the server refused is', async (t) => {
  for (const change of [
    (owner: Owner) => owner.rotateKey('duka'),
    (owner: Owner) => owner.saveProfile('duka', {}, { ifMatch: 1 }),
    (owner: Owner) => owner.addEntry('duka', 'facts', { text: 'x' }),
    (owner: Owner) => owner.deleteEntry('duka', 'facts', 'one'),
    (owner: Owner) => owner.restoreVersion('duka', 1),
    (owner: Owner) => owner.patchProfile('duka', {}, { ifMatch: 1 }),
  ]) {
    const once = await startServer(t, loseAnswer());
    await assert.rejects(change(ownerOf(once)), (error) => isConnectionError(error));
    assert.equal(once.received.length, 1);
  }
  const saved = await startServer(t, loseAnswer(), json(200, { version: 2 }));
  assert.equal((await ownerOf(saved).saveProfile('duka', {})).version, 2);
  const refused = await startServer(t, refuse(503, 'busy'), json(200, { key: 'pk_2' }));
  assert.equal((await ownerOf(refused).rotateKey('duka')).key, 'pk_2');
});

test('an error never shows the credential', async (t) => {
  const server = await startServer(t, json(404, { error: `No ${ownerKey} here.`, code: 'site' }));
  await assert.rejects(ownerOf(server).get('duka'), (error) => {
    assert.ok(isBarazaError(error, 'site'));
    assert.doesNotMatch(JSON.stringify([error.message, error.body]), /secret/);
    return true;
  });
});

test('a file is sent as a form, and progress and proposals are read from events', async (t) => {
  const found = { proposals: [], left_out: [{ from: 'page 1', why: 'It is empty.' }] };
  const progress = eventText({ type: 'progress', done: 1, total: 2, unit: 'pages' });
  const end = eventText({ type: 'done', ...found });
  const server = await startServer(
    t,
    events([`event: progress\n${progress}`, `event: done\n${end}`]),
  );
  const seen: unknown[] = [];
  const file = new Blob(['item,price'], { type: 'text/csv' });
  const proposals = await ownerOf(server).propose(
    'duka',
    { file, name: 'bei.csv' },
    { onProgress: ({ done, total }) => seen.push([done, total]) },
  );
  assert.deepEqual([proposals, seen], [found, [[1, 2]]]);
  const [sent] = server.received;
  assert.equal(`${sent?.method} ${sent?.url}`, 'POST /v1/admin/sites/duka/sources');
  assert.match(sent?.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
  assert.match(sent?.body.toString() ?? '', /filename="bei.csv"[\s\S]*text\/csv[\s\S]*item,price/);
});

test('the address of a page is sent as JSON, and a failure half-way is thrown', async (t) => {
  const error = { code: 'upstream', error: 'example.com did not answer.' };
  const end = eventText({ type: 'done', proposals: [], left_out: [], error });
  const server = await startServer(t, events([end]));
  await assert.rejects(
    ownerOf(server).propose('duka', { url: 'https://example.com/' }),
    (error) => isBarazaError(error, 'upstream') && error.message === 'example.com did not answer.',
  );
  const sent = JSON.parse(String(server.received[0]?.body));
  assert.deepEqual(sent, { url: 'https://example.com/' });
});
