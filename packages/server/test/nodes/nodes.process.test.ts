/**
 * An operator and a node as two people run them: two processes, two data folders, and an
 * application that names both.
 */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createSiteClient, createSiteOwnerClient, isBarazaError } from '@baraza/client';
import { demoProfile } from '../../src/server/demo/demo-profile.ts';
import { runCommand } from '../fixtures/command-line.ts';
import { startHere } from '../fixtures/server-here.ts';
import {
  eventually,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { ask } from '../sockets/requests.ts';

const quiet = { BARAZA_ENCODER: '0', BARAZA_SPEECH: '0' };

async function command(folder: string, ...words: string[]) {
  const { code, out, err } = await runCommand([...words, '--json'], {
    BARAZA_DATA: folder,
    ...quiet,
  });
  assert.deepEqual([code, err], [0, []]);
  return JSON.parse(out.join(''));
}

async function startPair(t: TestContext) {
  const operator = await startHere(t, temporaryFolder(t), quiet);
  const folder = temporaryFolder(t);
  const grantFile = path.join(temporaryFolder(t), 'grant');
  const nodeSettings = {
    ...quiet,
    BARAZA_ROLE: 'node',
    BARAZA_OPERATOR_URL: operator.site.url,
    BARAZA_GRANT_FILE: grantFile,
    BARAZA_LOG: 'warn',
  };
  return {
    operator,
    folder,
    nodeSettings,
    authorise: (node: Pick<ServerProcess, 'site'>, ...words: string[]) =>
      command(operator.folder, 'nodes', 'authorize', '--origin', node.site.url, ...words),
    give: (grant: string) => writeFileSync(grantFile, grant),
  };
}

async function ownerOf(server: Pick<ServerProcess, 'folder' | 'site'>) {
  const { key } = await command(server.folder, 'owners', 'key', '--owner', 'local');
  return createSiteOwnerClient({ baseUrl: server.site.url, ownerKey: key });
}

test('a site moves to a node, and an application finds it there with the same answers and errors', async (t) => {
  const { operator, folder, nodeSettings, authorise, give: show } = await startPair(t);
  const node = await startProcess(t, folder, nodeSettings);
  const [here, there] = [await ownerOf(operator), await ownerOf(node)];
  await here.create('duka', demoProfile);
  await there.create('duka');
  const direct = createSiteClient({ baseUrl: operator.site.url, site: 'duka' });
  const unknown = await direct.answer('Do you repair aeroplanes?');
  assert.equal(unknown.answered, false);
  await here.teach('duka', unknown.id, { answer: 'We repair only bicycles.' });
  await direct.leaveContact({ contact: '0700 999 888', message: 'Nipigie' });

  const exported = await here.export('duka');
  assert.deepEqual([exported.questions, exported.leads], [[], []]);
  assert.doesNotMatch(JSON.stringify(exported), /osk_|rpk_|pk_[0-9A-Za-z]{22}|0700 999 888/);
  await there.import('duka', exported);
  const { grant, jti } = await authorise(node, '--sites', 'duka');
  show(grant);

  const lines: string[] = [];
  const clock = { aheadMs: 0 };
  const app = (options: object = {}) =>
    createSiteClient({
      operator: operator.site.url,
      node: node.site.url,
      site: 'duka',
      retries: 0,
      timing: { now: () => Date.now() + clock.aheadMs },
      warn: (line) => lines.push(line),
      ...options,
    });
  const running = app();
  for (const question of [
    'Do you repair aeroplanes?',
    'Mnafungua saa ngapi?',
    'Where are you?',
    'Who won the world cup?',
  ]) {
    const [one, other] = [await direct.answer(question), await running.answer(question)];
    const comparable = ({ id: _, handoff: __, ...rest }: typeof one) => rest;
    assert.deepEqual(comparable(other), comparable(one), question);
  }
  assert.deepEqual(lines, []);
  const asked = await there.questions('duka');
  assert.equal(asked.total, 4);

  for (const call of [
    (site: typeof direct) => site.answer(''),
    (site: typeof direct) => site.answer('x'.repeat(2_001)),
    (site: typeof direct) => site.leaveContact({ contact: 'x' }),
    (site: typeof direct) => site.rate('q_x', 'up'),
  ]) {
    const refusals = await Promise.all(
      [direct, running].map((site) => call(site).catch((error: unknown) => error)),
    );
    const [one, other] = refusals.map((error) => {
      assert.ok(isBarazaError(error));
      return [error.status, error.code, error.message];
    });
    assert.deepEqual(other, one);
  }

  // A client that only names the operator is directed to the node, once the owner has set it.
  await here.move('duka', node.site.url);
  const sent = app({ node: undefined });
  await sent.answer('Where are you?');
  assert.equal((await there.questions('duka')).total, 5);

  // The same site at the operator is now another one; which of them answers can be seen.
  await here.saveProfile('duka', { ...exported.profile, business: 'Of the operator' });
  await here.move('duka', null);
  assert.notEqual((await running.config()).business, 'Of the operator');

  // A node that was killed reports its counts after the next start.
  const { port } = new URL(node.site.url);
  await node.end('SIGKILL');
  const restarted = await startHere(t, folder, { ...nodeSettings, BARAZA_SITE_PORT: port });
  const month = async () =>
    (await command(operator.folder, 'nodes', 'list')).find(
      (row: { jti: string }) => row.jti === jti,
    ).month;
  await eventually(async () => (await month())?.questions === 5);
  assert.deepEqual(restarted.logged, []);

  await command(operator.folder, 'nodes', 'revoke', jti);
  assert.equal((await app().config()).business, 'Of the operator');
  clock.aheadMs = 5 * 60_000;
  assert.equal((await running.config()).business, 'Of the operator');
  assert.match(lines.join('\n'), /its grant was revoked/);
});

test('a node starts and serves without its operator, and logs nothing about it', async (t) => {
  const { operator, folder, nodeSettings, authorise, give: show } = await startPair(t);
  const node = await startHere(t, folder, nodeSettings);
  await (await ownerOf(node)).create('duka', { business: 'Duka' });
  const { grant } = await authorise(node);
  show(grant);
  const app = createSiteClient({
    operator: operator.site.url,
    node: node.site.url,
    site: 'duka',
    retries: 0,
  });
  assert.equal((await app.config()).business, 'Duka');
  await operator.stop();
  await node.stop();
  const { port } = new URL(node.site.url);
  const again = await startHere(t, folder, { ...nodeSettings, BARAZA_SITE_PORT: port });
  assert.equal((await app.config()).business, 'Duka');
  const shown = await ask(again.site, 'GET', '/v1/operator');
  assert.deepEqual([shown.json.role, shown.json.grant], ['node', grant]);
  await again.stop();
  assert.doesNotMatch(again.logged.join(), /The grant/);
  // The key by which it is known is the one it had, sealed in its store.
  assert.doesNotMatch(readFileSync(path.join(again.folder, 'baraza.db'), 'latin1'), /"d":"/);
});
