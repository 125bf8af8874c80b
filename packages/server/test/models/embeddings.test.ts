import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { silentLog } from '../../src/kernel/log.ts';
import type { Encoder, LanguageModel } from '../../src/models/models.ts';
import { type EmbeddingLimits, openServerEncoder } from '../../src/models/openai-embeddings.ts';
import { assemble, openModels } from '../../src/server/assemble.ts';
import { readConfig } from '../../src/setup/config.ts';
import { type FakeModelOptions, startModelServer } from '../fakes/model-server.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { askSite, asOwner, openSiteServer, shop } from '../fixtures/visit-server.ts';
import { storedVectors } from './stored-vectors.ts';

const soon = () => AbortSignal.timeout(60_000);

describe('vectors by a model server', () => {
  test('have length one, in the order of the texts, in calls of a bounded size', async (t) => {
    const { server, encoder } = await open(t, {}, { textsMax: 4 });
    const texts = Array.from({ length: 10 }, (_, index) => 'a'.repeat(index + 1));
    const vectors = await encoder.embed(texts, soon());
    assert.deepEqual(
      vectors.map((vector) => Math.round((vector[0] ?? 0) / (vector[1] ?? 1))),
      texts.map(({ length }) => length),
    );
    for (const vector of vectors) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
    const sizes = server.received.map(({ body }) => body.input?.length);
    assert.deepEqual(sizes, [4, 4, 2]);
    assert.deepEqual(await encoder.embed([], soon()), []);
  });

  test('are put in order where the server does not keep it', async (t) => {
    const { encoder } = await open(t, { embeddingOrder: (count) => count - 1 });
    const vectors = await encoder.embed(['a', 'aa', 'aaa'], soon());
    assert.deepEqual(
      vectors.map((vector) => Math.round((vector[0] ?? 0) / (vector[1] ?? 1))),
      [1, 2, 3],
    );
  });

  test('are nothing where the server sends too few, none or nonsense', async (t) => {
    for (const embed of [() => [], () => [0, 0], (text: string) => (text === 'a' ? [1] : [1, 2])]) {
      const { encoder } = await open(t, { embed });
      await assert.rejects(encoder.embed(['a', 'b'], soon()), { code: 'upstream' });
    }
  });

  test('of a question do not wait behind those of a site', async (t) => {
    const waiting = Promise.withResolvers<void>();
    const { encoder } = await open(
      t,
      { embedAfter: (texts) => (texts.includes('site') ? waiting.promise : Promise.resolve()) },
      { inBackground: 1 },
    );
    const slow = Array.from({ length: 20 }, () => encoder.embed(['site'], soon()));
    assert.equal((await encoder.embed(['question'], soon(), 'urgent')).length, 1);
    waiting.resolve();
    await Promise.all(slow);
  });

  test('of a server that fails again and again are not asked for, for a while', async (t) => {
    const { server, encoder, pass } = await open(t, { key: 'another' });
    for (let times = 0; times < 5; times += 1)
      await assert.rejects(encoder.embed(['a'], soon(), 'urgent'));
    assert.equal(encoder.state(), 'paused');
    const calls = server.received.length;
    await assert.rejects(encoder.embed(['a'], soon(), 'urgent'), { code: 'busy' });
    assert.equal(server.received.length, calls);
    pass(15_000);
    assert.notEqual(encoder.state(), 'paused');
  });

  test('of another model or server have another name', async (t) => {
    const one = await open(t);
    const other = await open(t);
    assert.notEqual(one.encoder.model, other.encoder.model);
  });
});

test('a site is found by the vectors of a model server, whatever their width', async (t) => {
  const meanings = [/guarantee|warranty|repair|covered/i, /deliver|courier|bring/i];
  const { server, encoder } = await open(t, {
    embed: (text) =>
      Array.from({ length: 1_536 }, (_, at) => (meanings[at]?.test(text) ? 1 : 0.001)),
  });
  const siteServer = await openSiteServer('sqlite', { encoder });
  t.after(siteServer.close);
  const owner = await siteServer.newOwner();
  const site = await owner.newSite();
  const save = () => asOwner(siteServer, owner, 'PUT', `${site}/profile`, shop);
  assert.equal((await save()).json.index.status, 'lexical');
  await siteServer.assistant.vectors.idle();
  assert.equal((await save()).json.index.status, 'ready');
  const kept = await storedVectors(siteServer.assistant.store, site);
  assert.ok(kept.size > 0);
  const calls = server.received.length;
  await askSite(siteServer, site, 'Can a courier come?');
  assert.equal(server.received.length, calls + 1);
  await server.close();
  assert.equal((await askSite(siteServer, site, 'Do you deliver?')).done.answered, true);
});

test('an installation has one model for all who ask, and none without a server', async (t) => {
  const folder = temporaryFolder(t);
  const server = await startModelServer({ embed: () => [1, 2] });
  t.after(server.close);
  const plain = await assemble(readConfig({ BARAZA_DATA: folder }), silentLog);
  assert.equal(await plain.loadLanguageModel(), undefined);
  await plain.close();
  const settings = {
    BARAZA_DATA: folder,
    BARAZA_MODEL_URL: server.url,
    BARAZA_MODEL: 'small',
    BARAZA_MODEL_EMBEDDINGS: 'small',
  };
  const installation = await assemble(readConfig(settings), silentLog);
  const [one, other] = await Promise.all([
    installation.loadLanguageModel(),
    installation.loadLanguageModel(),
  ]);
  assert.ok(one !== undefined && one === other);
  const encoder = await openModels(installation.config, silentLog, Date.now).loadEncoder();
  assert.ok(encoder);
  const vectors = await encoder.embed(['a'], soon());
  assert.deepEqual(fieldsOf(vectors, 'length'), [2], 'it is the encoder of the server');
  await encoder.close();
  await installation.close();
  await assert.rejects(tellOnce(one), { code: 'draining' });
});

test('BARAZA_EMBED_URL takes vectors from another server, with its own key and any model name', async (t) => {
  const folder = temporaryFolder(t);
  const writing = await startModelServer({ key: 'for-words', embed: () => [1, 2, 3] });
  t.after(writing.close);
  const embedding = await startModelServer({
    key: 'for-vectors',
    models: ['default', 'named'],
    embed: () => [1, 2],
  });
  t.after(embedding.close);
  const settings = {
    BARAZA_DATA: folder,
    BARAZA_MODEL_URL: writing.url,
    BARAZA_MODEL: 'small',
    BARAZA_MODEL_KEY: 'for-words',
    BARAZA_EMBED_URL: embedding.url,
    BARAZA_EMBED_KEY: 'for-vectors',
  };
  for (const [name, given] of [
    ['default', {}],
    ['named', { BARAZA_MODEL_EMBEDDINGS: 'named' }],
  ] as const) {
    const installation = await assemble(readConfig({ ...settings, ...given }), silentLog);
    const encoder =
      (await openModels(installation.config, silentLog, Date.now).loadEncoder()) ??
      assert.fail('there is no encoder');
    const [vector] = await encoder.embed(['a'], soon());
    assert.equal(vector?.length, 2);
    assert.equal(embedding.received.at(-1)?.body.model, name);
    await encoder.close();
    await installation.close();
  }
  assert.deepEqual(writing.received, []);
});

async function tellOnce(model: LanguageModel): Promise<void> {
  const request = { instructions: '', messages: [{ role: 'user' as const, content: 'x' }] };
  for await (const _ of model.write(request, soon()));
}

async function open(
  t: TestContext,
  options: FakeModelOptions = {},
  limits: Partial<EmbeddingLimits> = {},
) {
  const server = await startModelServer({
    key: 'hush',
    embed: (text) => [text.length, 1],
    ...options,
  });
  let nowMs = 1_800_000_000_000;
  const encoder: Encoder = openServerEncoder({
    url: server.url,
    model: 'small',
    key: 'hush',
    log: silentLog,
    clock: () => nowMs,
    limits: { retryDelaysMs: [], ...limits },
  });
  t.after(async () => {
    await encoder.close();
    await server.close();
  });
  return {
    server,
    encoder,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}
