/** The commands about sites, with and without a running server. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts';
import { sql } from '../../../src/store/store.ts';
import { assertRefused, runCommand } from '../../fixtures/command-line.ts';
import { fieldsOf } from '../../fixtures/fields-of.ts';
import { startHere } from '../../fixtures/server-here.ts';
import { temporaryFolder } from '../../fixtures/server-process.ts';
import { askSite } from '../../fixtures/visit-server.ts';
import { objectFiles } from '../../objects/object-files.ts';
import { ask, form, resources, storage } from '../../sockets/requests.ts';

const quiet = { BARAZA_ENCODER: '0', BARAZA_READER: '0', BARAZA_SPEECH: '0', BARAZA_DEMO: '0' };

function commandsIn(folder: string) {
  const environment = { BARAZA_DATA: folder, ...quiet };
  const command = async (words: readonly string[], piped = '') => {
    const { code, out, err } = await runCommand([...words, '--json'], environment, { piped });
    assert.equal(code, 0, err.join('\n'));
    return JSON.parse(out.join(''));
  };
  return { environment, command };
}

for (const isRunning of [false, true])
  test(`a profile is read, set and patched, ${isRunning ? 'with a running server' : 'without a server'}`, async (t) => {
    const folder = temporaryFolder(t);
    if (isRunning) await startHere(t, folder, quiet);
    const { command, environment } = commandsIn(folder);
    await command(['owners', 'create', '--name', 'Asha']);
    await command(['sites', 'create', 'duka', '--owner', 'Asha']);
    const file = path.join(folder, 'profile.json');
    writeFileSync(file, JSON.stringify({ business: 'Duka', phone: '0711 000 000', faqs: [] }));
    const set = await command(['sites', 'profile', 'set', 'duka', file]);
    assert.equal(set.version, 2);
    const patch = JSON.stringify({ phone: null, notify: { digest: 'hourly' }, email: 'a@b.co' });
    assert.equal((await command(['sites', 'profile', 'patch', 'duka'], patch)).version, 3);
    await command(['sites', 'profile', 'patch', 'duka', '-'], '{"notify":{"email":"a@b.co"}}');
    const profile = await command(['sites', 'profile', 'get', 'duka']);
    assert.deepEqual(
      [profile.business, profile.phone, profile.email, profile.notify],
      ['Duka', '', 'a@b.co', { email: 'a@b.co', digest: 'hourly' }],
    );
    await command(['sites', 'profile', 'get', 'duka', file]);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), profile);
    // Putting back what was read changes nothing.
    assert.equal((await command(['sites', 'profile', 'set', 'duka', file])).version, 4);
    const refuse = async (words: readonly string[], piped: string, has: RegExp) =>
      assertRefused(await runCommand(words, environment, { piped }), has);
    await refuse(['sites', 'profile', 'set', 'duka'], 'not json', /Standard input has no JSON/);
    await refuse(['sites', 'profile', 'set', 'duka'], '[]', /must have a JSON object/);
    await refuse(['sites', 'profile', 'patch', 'duka'], '{"colour":"blue"}', /colour/);
    await refuse(['sites', 'profile', 'patch', 'duka'], '{"faqs":[]}', /faqs is a list/);
    await refuse(['sites', 'profile', 'get', 'nowhere'], '', /There is no site nowhere/);
    const absent = path.join(folder, 'missing', 'x.json');
    await refuse(['sites', 'profile', 'get', 'duka', absent], '', /cannot be written: ENOENT/);
    await refuse(['sites', 'profile'], '', /sites profile get/);
  });

test('questions and leads are listed, an answer is taught, and the list of sites shows the usage', async (t) => {
  const folder = temporaryFolder(t);
  const server = await startHere(t, folder, quiet);
  const { command, environment } = commandsIn(folder);
  await command(['owners', 'create', '--name', 'Asha']);
  await command(['sites', 'create', 'duka', '--owner', 'Asha', '--plan', 'free']);
  const asked = { url: server.site.url };
  const { done } = await askSite(asked, 'duka', 'Do you repair bicycles?');
  await askSite(asked, 'duka', 'do you repair bicycles');
  await ask(asked, 'POST', '/v1/sites/duka/leads', { body: { contact: '0711 \u001b[2J000' } });
  const open = ['sites', 'questions', 'duka', '--unanswered', '--group'];
  const page = await command(open);
  assert.deepEqual([page.total, page.questions[0].count], [1, 2]);
  const teach = ['sites', 'teach', 'duka', done.id, 'Yes, we repair bicycles on Saturdays.'];
  const taught = await command([...teach, '--language', 'en']);
  assert.match(taught.asked_again.text, /Saturdays/);
  assert.match((await askSite(asked, 'duka', 'Do you repair bicycles?')).text, /Saturdays/);
  assert.equal((await command(open)).total, 0);
  assert.equal((await command(['sites', 'questions', 'duka', '--status', 'taught'])).total, 2);
  assert.equal((await command(['sites', 'leads', 'duka'])).leads.length, 1);
  const lines = (await runCommand(['sites', 'leads', 'duka'], environment)).out.join('\n');
  assert.ok(lines.includes('0711 [2J000') && !lines.includes('\u001b'));
  const [site] = await command(['sites', 'list', '--owner', 'Asha']);
  assert.deepEqual(site.usage.questions, { used: 3, limit: 500 });
  assert.deepEqual([site.usage.answered, site.usage.leads], [1, 1]);
  const table = (await runCommand(['sites', 'list'], environment)).out.join('\n');
  assert.match(table, /duka\s+active\s+free\s+3\/500\s+1\s+1\s+0\/100/);
  // A profile set by command keeps taught answers and warns about removed entries.
  const fact = { id: 'parking', title: 'Parking', text: 'There is parking behind the shop.' };
  await command(['sites', 'profile', 'set', 'duka'], JSON.stringify({ facts: [fact] }));
  const set = await command(['sites', 'profile', 'set', 'duka'], '{"business":"Duka"}');
  assert.match(set.warnings.join(' '), /1 entry of version 3 is removed.*1 taught answer .*kept/);
  const { faqs } = await command(['sites', 'profile', 'get', 'duka']);
  assert.deepEqual([faqs.length, faqs[0].taught], [1, true]);
  const { key } = await command(['owners', 'key', '--owner', 'Asha']);
  const versions = await ask(server.site, 'GET', '/v1/admin/sites/duka/profile/versions', { key });
  assert.deepEqual(fieldsOf(versions.json.versions, 'by'), [
    'command line',
    'command line',
    'teach',
    'command line',
  ]);
  await server.stop();
  // Without the server as well.
  assert.equal((await command(['sites', 'questions', 'duka', '--limit', '1'])).questions.length, 1);
  const wrong = await runCommand(['sites', 'questions', 'duka', '--status', 'open'], environment);
  assertRefused(wrong, /status must be one of/);
  assertRefused(
    await runCommand(['sites', 'teach', 'duka', 'q_1', 'x'], environment),
    /q_1 is not the id/,
  );
});

test('a deletion needs a confirmation, and leaves nothing behind', async (t) => {
  const folder = temporaryFolder(t);
  const server = await startHere(t, folder, quiet);
  const { command, environment } = commandsIn(folder);
  const owner = await command(['owners', 'create', '--name', 'Asha']);
  const { key } = await command([
    'keys',
    'create',
    '--owner',
    'Asha',
    '--name',
    'n',
    '--scopes',
    '*',
  ]);
  await upload(server, key);
  for (const id of ['duka', 'duka-mbili']) {
    await command(['sites', 'create', id, '--owner', 'Asha']);
    const notify = { webhook: 'https://receiver.invalid/', digest: 'hourly' };
    await command(['sites', 'profile', 'set', id], JSON.stringify({ notify }));
    await askSite({ url: server.site.url }, id, 'Do you repair bicycles?');
    await ask(server.site, 'POST', `/v1/sites/${id}/leads`, { body: { contact: '0711 000' } });
  }
  const blobs = () => objectFiles({ folder });
  assert.equal(blobs().length, 1);

  assertRefused(await runCommand(['sites', 'delete', 'duka'], environment), /pass --yes/);
  const wrong = await runCommand(['sites', 'delete', 'duka'], environment, { answers: 'dukani' });
  assertRefused(wrong, /Nothing was deleted/);
  const right = await runCommand(['sites', 'delete', 'duka'], environment, { answers: 'duka' });
  assert.deepEqual([right.code, right.out], [0, ['duka is deleted']]);
  assert.equal((await ask(server.site, 'GET', '/v1/sites/duka/config')).status, 404);
  assert.equal((await ask(server.site, 'GET', '/v1/sites/duka-mbili/config')).status, 200);

  assertRefused(
    await runCommand(['owners', 'rename', 'Asha', '--name', 'local'], environment),
    /an owner called local already/,
  );
  await command(['owners', 'rename', 'Asha', '--name', 'Mama Asha']);
  await command(['owners', 'rename', 'Mama Asha', '--name', 'Asha']);
  assertRefused(await runCommand(['owners', 'delete', 'Asha'], environment), /pass --yes/);
  const asked = await runCommand(['owners', 'delete', 'Asha'], environment, { answers: 'Asha' });
  assertRefused(asked, /has 1 site; --yes/);
  await command(['owners', 'delete', 'Asha', '--yes']);
  const status = await ask(server, 'GET', '/api/platform/status', { key });
  assert.equal(status.status, 401);
  assert.equal((await ask(server.site, 'GET', '/v1/sites/duka-mbili/config')).status, 404);
  assert.deepEqual(blobs(), []);
  await server.stop();
  await assertNoTrace(t, folder, [owner.id, 'duka', 'duka-mbili']);
});

async function upload(server: { readonly url: string }, key: string): Promise<void> {
  const body = { service: 'storage', kind: 'Bucket', name: 'Files' };
  const { json } = await ask(server, 'POST', resources, { key, body });
  const file = form({ bytes: 'hello', name: 'a.txt' });
  const stored = await ask(server, 'POST', `${storage}/${json.id}`, { key, body: file });
  assert.equal(stored.status, 201, stored.text);
}

/** Searches every table for the names. */
async function assertNoTrace(t: TestContext, folder: string, names: readonly string[]) {
  const store = openSqlite(path.join(folder, 'baraza.db'));
  t.after(store.close);
  const tables = await store.all<{ name: string }>(
    sql`SELECT name FROM sqlite_master WHERE type = 'table'`,
  );
  for (const { name } of tables) {
    const query = { strings: [`SELECT * FROM "${name}"`], parts: [] };
    const rows = JSON.stringify(await store.all(query));
    for (const trace of names) assert.ok(!rows.includes(`"${trace}"`), `${trace} is in ${name}`);
  }
}
