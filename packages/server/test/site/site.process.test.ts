/** The site assistant as a process: with the platform, alone, and with commands. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { assertRefused, runCommand } from '../fixtures/command-line.ts';
import { startHere } from '../fixtures/server-here.ts';
import {
  printed,
  type ServerProcess,
  spawnBaraza,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { ask } from '../sockets/requests.ts';

const read = (folder: string, file: string) =>
  JSON.parse(readFileSync(path.join(folder, file), 'utf8'));

test('the first start creates the demo site; a public server shows its shop only if it is set to', async (t) => {
  const folder = temporaryFolder(t);
  const rootOf = async ({ site }: Pick<ServerProcess, 'site'>) => {
    const { status, text } = await ask(site, 'GET', '/');
    return [status, /data-site="demo"/.test(text)];
  };
  const server = await startProcess(t, folder, { BARAZA_DEMO: '1' });
  assert.deepEqual(await rootOf(server), [200, true]);
  const { site } = read(folder, 'bootstrap.json');
  assert.deepEqual([site.url, site.site], [server.site.url, 'demo']);
  assert.deepEqual(read(folder, 'run.json').site.url, site.url);
  assert.ok(server.stdout().includes(site.url));
  assert.doesNotMatch(server.stdout(), /osk_|pk_/);
  const config = await ask(site, 'GET', `/v1/sites/demo/config?key=${site.site_key}`);
  assert.deepEqual([config.status, config.json.business], [200, 'Duka la Asha']);
  const details = await ask(site, 'GET', '/v1/admin/sites/demo', { key: site.owner_key });
  assert.ok(details.json.embed.startsWith(`<script src="${site.url}/w.js" data-site="demo"`));
  assert.equal((await server.end('SIGTERM')).code, 0);

  const published = { BARAZA_PUBLIC_SITE_URL: 'https://assistant.example.com' };
  const second = await startHere(t, folder, { BARAZA_DEMO: '', ...published });
  assert.deepEqual(await rootOf(second), [404, false]);
  await second.stop();
  const third = await startHere(t, folder, { BARAZA_DEMO: '1', ...published });
  assert.deepEqual(await rootOf(third), [200, true]);
  assert.equal((await ask(third.site, 'GET', '/v1/sites/demo/config')).status, 200);
  await third.stop();
});

test('commands about sites apply from the next request of a running server', async (t) => {
  const folder = temporaryFolder(t);
  const server = await startHere(t, folder);
  const run = async (...words: string[]) => {
    const { code, out, err } = await runCommand([...words, '--json'], { BARAZA_DATA: folder });
    assert.deepEqual([code, err], [0, []], words.join(' '));
    return JSON.parse(out.join(''));
  };
  const owner = await run('owners', 'create', '--name', 'Asha');
  const { id: keyId, key } = await run('owners', 'key', '--owner', owner.id);
  const made = await run('sites', 'create', 'duka', '--owner', 'Asha');
  const target = `/v1/sites/duka/config?key=${made.key}`;
  const enabled = async () => (await ask(server.site, 'GET', target)).json.enabled;
  assert.equal(await enabled(), true);
  await run('sites', 'pause', 'duka');
  assert.equal(await enabled(), false);
  await run('sites', 'resume', 'duka');
  assert.equal(await enabled(), true);
  await run('sites', 'plan', 'duka', 'free');
  const details = () => ask(server.site, 'GET', '/v1/admin/sites/duka', { key });
  assert.deepEqual((await details()).json.usage.questions, { used: 0, limit: 500 });
  await run('keys', 'revoke', keyId);
  assert.equal((await details()).status, 401);
  await server.stop();
});

for (const [only, served, other] of [
  ['site', 'site', 'platform'],
  ['platform', 'platform', 'site'],
] as const)
  test(`serve --only ${only} starts only that service`, async (t) => {
    const folder = temporaryFolder(t);
    const spawned = spawnBaraza(t, ['serve', '--only', only], folder);
    await printed(spawned, /^ready$/m);
    const run = read(folder, 'run.json');
    assert.equal(run[other], undefined);
    const made = read(folder, 'bootstrap.json');
    assert.equal(made[served].url, run[served].url);
    assert.equal(made[other].url, `http://127.0.0.1:${other === 'site' ? 4200 : 4100}`);
    assert.equal((await ask(run[served], 'GET', '/readyz')).status, 200);
    assert.ok(!spawned.stdout().includes(`\n  ${other} `));
    const refused = await runCommand(['serve'], { BARAZA_DATA: folder });
    assertRefused(refused, new RegExp(`already by process ${run.pid} at ${run[served].url}`));
    spawned.child.kill('SIGTERM');
    assert.equal((await spawned.ended).code, 0);
  });
