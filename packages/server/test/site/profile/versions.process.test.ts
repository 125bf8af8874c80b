import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../fixtures/command-line.ts';
import { fieldsOf } from '../../fixtures/fields-of.ts';
import { startHere } from '../../fixtures/server-here.ts';
import { startProcess, temporaryFolder } from '../../fixtures/server-process.ts';
import { ask } from '../../sockets/requests.ts';

const profile = '/v1/admin/sites/demo/profile';

type Server = { readonly site: { readonly url: string } };

const ownerOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'bootstrap.json'), 'utf8')).site.owner_key as string;

/** Every version that is listed, with its profile. */
async function versionsOf({ site }: Server, key: string) {
  const list = await ask(site, 'GET', `${profile}/versions`, { key });
  const kept = [];
  for (const { version } of list.json.versions)
    kept.push((await ask(site, 'GET', `${profile}/versions/${version}`, { key })).json);
  return kept;
}

test('a kill between two saves leaves the old version or the new one, and all earlier ones', async (t) => {
  const folder = temporaryFolder(t);
  const tabs = ['one', 'two', 'three', 'four'];
  const acknowledged = new Map<string, number>();
  for (let round = 0; round < 2; round += 1) {
    const server = await startProcess(t, folder, { BARAZA_DEMO: '1' });
    const key = ownerOf(folder);
    let count = 0;
    // Each tab writes the next number into its own field until the server is gone.
    const work = tabs.map(async (tab) => {
      for (let next = (acknowledged.get(tab) ?? 0) + 1; ; next += 1) {
        const body = { [tab]: `number ${next}` };
        const reply = await ask(server.site, 'PATCH', profile, { key, body }).catch(
          () => undefined,
        );
        if (reply === undefined) return;
        assert.equal(reply.status, 200, reply.text);
        acknowledged.set(tab, next);
        count += 1;
        if (count === 12) process.kill(server.pid, 'SIGKILL');
      }
    });
    await Promise.all(work);
    await server.ended;
  }
  const server = await startHere(t, folder, { BARAZA_DEMO: '1' });
  const key = ownerOf(folder);
  const current = (await ask(server.site, 'GET', '/v1/admin/sites/demo', { key })).json;
  for (const [tab, number] of acknowledged) {
    const saved = Number(/\d+/.exec(current.profile[tab])?.[0]);
    // The last request may have been saved without an answer.
    assert.ok(saved === number || saved === number + 1, `${tab}: ${saved}, acknowledged ${number}`);
  }
  const versions = await versionsOf(server, key);
  assert.deepEqual(versions[0].profile, current.profile);
  assert.deepEqual(
    fieldsOf(versions, 'version'),
    Array.from({ length: current.version }, (_, at) => current.version - at),
  );
  // Each version changed one field.
  for (const [at, { version, profile: later }] of versions.entries()) {
    const { profile: earlier } = versions[at + 1] ?? { profile: undefined };
    if (earlier === undefined) continue;
    const differing = tabs.filter((tab) => later[tab] !== earlier[tab]);
    assert.equal(differing.length, 1, `version ${version}`);
  }

  const file = path.join(temporaryFolder(t), 'site.backup');
  const elsewhere = temporaryFolder(t);
  assert.equal((await runCommand(['backup', file], { BARAZA_DATA: folder })).code, 0);
  const restored = await runCommand(['restore', file], { BARAZA_DATA: elsewhere });
  assert.equal(restored.code, 0, restored.err.join());
  const second = await startHere(t, elsewhere, { BARAZA_DEMO: '1' });
  assert.deepEqual(await versionsOf(second, key), versions);
});
