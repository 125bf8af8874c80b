/** The scripts of deploy/ that take backups and try them out. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openReceiver } from '../fakes/receiver.ts';
import { startHere } from '../fixtures/server-here.ts';
import { createResource, firstKey, temporaryFolder } from '../fixtures/server-process.ts';
import { ask, resources } from '../sockets/requests.ts';

const named = /^baraza-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.backup$/;

test('a drill restores the newest backup that is named by time, and sends nothing', async (t) => {
  const [folder, backups] = [temporaryFolder(t), temporaryFolder(t)];
  const receiver = await openReceiver();
  t.after(receiver.close);
  const may = { BARAZA_WEBHOOK_PRIVATE: '1', BARAZA_ENCODER: '0' };
  const server = await startHere(t, folder, { ...may, BARAZA_DELIVERIES: '0' });
  const key = firstKey(folder);
  const config = { url: receiver.url };
  const body = { service: 'connect', kind: 'Webhook', name: 'hook', config };
  assert.equal((await ask(server, 'POST', resources, { key, body })).status, 201);
  await createResource(server, key, 'data');
  const environment = { BARAZA_DATA: folder, BACKUPS: backups, KEEP: '2' };
  for (let round = 0; round < 3; round += 1) await script('backup.sh', environment);
  const taken = readdirSync(backups);
  assert.equal(taken.length, 2);
  for (const name of taken) assert.match(name, named);
  await server.stop();
  for (const decoy of ['baraza-zuri.backup', 'baraza-20991231T000000Z.backup'])
    writeFileSync(path.join(backups, decoy), 'no backup');
  const output = await script('restore-drill.sh', { ...environment, ...may });
  const newest = taken.toSorted().at(-1) ?? '';
  assert.ok(
    output.endsWith(`The drill went well: ${newest} can be restored and serves.\n`),
    output,
  );
  assert.deepEqual(receiver.received, []);
  assert.deepEqual(
    readdirSync(backups).filter((name) => name.startsWith('drill-')),
    [],
  );
  // What waited is due: the same data sends it where it may.
  await startHere(t, folder, may);
  await receiver.came(1);
});

test('health is asked where the server listens', async (t) => {
  const folder = temporaryFolder(t);
  await startHere(t, folder, { BARAZA_HOST: '127.0.0.2' });
  await promisify(execFile)(process.execPath, [place('healthy.mjs')], {
    env: { BARAZA_DATA: folder },
  });
});

function place(name: string): string {
  return fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url));
}

async function script(name: string, environment: { readonly [name: string]: string }) {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  return (await promisify(execFile)('sh', [place(name)], { env })).stdout;
}
