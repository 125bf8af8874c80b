import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { silentLog } from '../../src/kernel/log.ts';
import type { LanguageModel } from '../../src/models/models.ts';
import { assemble } from '../../src/server/assemble.ts';
import { readConfig } from '../../src/setup/config.ts';
import { refusesField, startModelServer } from '../fakes/model-server.ts';
import { engines } from '../fixtures/server.ts';
import { startHere } from '../fixtures/server-here.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { createMigratedDatabase } from '../postgres/server.ts';
import { until } from '../process/test-child.ts';

test('an installation has one model for all who ask, and none without a server', async (t) => {
  const folder = temporaryFolder(t);
  const server = await openServer(t);
  const plain = await assemble(readConfig({ BARAZA_DATA: folder }), silentLog);
  assert.equal(await plain.loadLanguageModel(), undefined);
  await plain.close();
  const installation = await assemble(
    readConfig({ BARAZA_DATA: folder, ...settingsOf(server) }),
    silentLog,
  );
  const [one, other] = await Promise.all([
    installation.loadLanguageModel(),
    installation.loadLanguageModel(),
  ]);
  assert.ok(one !== undefined && one === other);
  await installation.close();
  await assert.rejects(tellOnce(one), { code: 'draining' });
});

test('a server examines its model when it starts, and again only when another is set', async (t) => {
  const folder = temporaryFolder(t);
  const server = await openServer(t);
  server.behaves(refusesField('temperature', 'temperature: Extra inputs are not permitted'));
  for (const [model, chats] of [
    ['small', 2],
    ['small', 2],
    ['large', 4],
  ] as const) {
    const isNew = server.received.length < chats;
    const here = await startHere(t, folder, { ...settingsOf(server), BARAZA_MODEL: model });
    if (isNew) await until(() => here.logged.some((line) => line.includes('what it refuses')));
    await here.stop();
    assert.equal(server.received.length, chats);
    assert.equal(server.received.at(-1)?.body.model, model);
  }
});

for (const engine of engines)
  test(`what one server finds about a model, the others on its store know, on ${engine}`, async (t) => {
    const server = await openServer(t);
    server.behaves(refusesField('temperature', 'temperature: Extra inputs are not permitted'));
    const folder = temporaryFolder(t);
    const database =
      engine === 'postgres' ? { DATABASE_URL: await createMigratedDatabase() } : undefined;
    const open = async () => {
      const settings = { BARAZA_DATA: folder, ...database, ...settingsOf(server) };
      const installation = await assemble(readConfig(settings), silentLog);
      t.after(installation.close);
      return (await installation.loadLanguageModel()) ?? assert.fail('there is no model');
    };
    const [first, second] = [await open(), await open()];
    await Promise.all([first.examine(), first.examine()]);
    assert.equal(server.received.length, 2);
    await second.examine();
    await tellOnce(second);
    assert.equal(server.received.length, 3);
    assert.equal(server.received.at(-1)?.body.temperature, undefined);
  });

async function openServer(t: TestContext) {
  const server = await startModelServer({ models: ['small', 'large'] });
  t.after(server.close);
  return server;
}

function settingsOf({ url }: { readonly url: string }) {
  return { BARAZA_MODEL_URL: url, BARAZA_MODEL: 'small' };
}

async function tellOnce(model: LanguageModel): Promise<void> {
  const messages = [{ role: 'user' as const, content: 'x' }];
  const request = { instructions: '', messages, temperature: 0.5 };
  for await (const _ of model.write(request, AbortSignal.timeout(60_000)));
}
