import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/config.ts';
import { silentLog } from '../../src/kernel/log.ts';
import type { LanguageModel } from '../../src/models/models.ts';
import { startModelServer } from '../fakes/model-server.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';

test('an installation has one model for all who ask, and none without a server', async (t) => {
  const folder = temporaryFolder(t);
  const server = await startModelServer();
  t.after(server.close);
  const plain = await assemble(readConfig({ BARAZA_DATA: folder }), silentLog);
  assert.equal(await plain.loadLanguageModel(), undefined);
  await plain.close();
  const settings = { BARAZA_DATA: folder, BARAZA_MODEL_URL: server.url, BARAZA_MODEL: 'small' };
  const installation = await assemble(readConfig(settings), silentLog);
  const [one, other] = await Promise.all([
    installation.loadLanguageModel(),
    installation.loadLanguageModel(),
  ]);
  assert.ok(one !== undefined && one === other);
  await installation.close();
  await assert.rejects(tellOnce(one), { code: 'draining' });
});

async function tellOnce(model: LanguageModel): Promise<void> {
  const request = { instructions: '', messages: [{ role: 'user' as const, content: 'x' }] };
  for await (const _ of model.write(request, AbortSignal.timeout(60_000)));
}
