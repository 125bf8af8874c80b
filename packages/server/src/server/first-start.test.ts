import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { fieldsOf } from '../../test/fixtures/fields-of.ts';
import { ask, openServer } from '../../test/fixtures/server.ts';
import { openSiteServer } from '../../test/fixtures/site-server.ts';
import { createAuthenticator } from '../access/authenticator.ts';
import { createOwner } from '../access/owners.ts';
import { silentLog } from '../kernel/log.ts';
import { readConfig } from '../setup/config.ts';
import { allOwners } from '../store/owners.ts';
import { assemble } from './assemble.ts';
import { demoFiles, demoProducts } from './demo/demo-content.ts';
import { bootstrap } from './first-start.ts';

const urls = { platform: 'http://127.0.0.1:4100', site: 'http://127.0.0.1:4200' };

test('the credentials of a first start work, and only the user of the server can read their file', async (t) => {
  const installation = await install(t);
  const made = await bootstrap(installation, urls);
  const { bootstrap: file } = installation.paths;
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), made);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const caller = await createAuthenticator(installation.keyring)(`Bearer ${made?.platform.key}`);
  assert.deepEqual([caller.ownerName, [...caller.scopes]], ['local', ['*']]);
  const owner = createAuthenticator(installation.keyring, 'owner');
  assert.equal((await owner(`Bearer ${made?.site.owner_key}`)).ownerId, caller.ownerId);
  assert.deepEqual(Object.keys(made?.site ?? {}), ['url', 'owner_key']);
});

test('where the credentials cannot be written no owner is made, and the next start is a first start', async (t) => {
  const installation = await install(t);
  mkdirSync(installation.paths.bootstrap);
  await assert.rejects(bootstrap(installation, urls), /bootstrap\.json cannot be written/);
  assert.deepEqual(await allOwners(installation.store), []);
  rmSync(installation.paths.bootstrap, { recursive: true });
  assert.notEqual(await bootstrap(installation, urls), undefined);
});

test('of two first starts the slower one makes nothing', async (t) => {
  const installation = await install(t);
  await createOwner(installation.keyring, 'local');
  assert.equal(await bootstrap(installation, urls), undefined);
  assert.equal((await allOwners(installation.store)).length, 1);
});

test('the demo has products, documents and an assistant, made by the same rules as for any caller', async (t) => {
  const server = await openServer('sqlite');
  t.after(server.close);
  const made = await bootstrap(server.installation, urls, server.platform);
  const key = made?.platform.key;
  const { json } = await ask(server, 'GET', '/api/platform/resources', { key });
  const [assistant, bucket, products] = json.resources;
  assert.deepEqual(
    [products, bucket, assistant].map(({ service, kind }) => `${service} ${kind}`),
    ['data Collection', 'storage Bucket', 'ai Assistant'],
  );
  assert.equal(products.recordCount, demoProducts.records.length);
  assert.deepEqual(assistant.config.knowledge, [products.id, bucket.id]);
  for (const { key: name, text } of demoFiles.files) {
    const target = `/api/platform/storage/${bucket.id}?key=${name}`;
    assert.equal((await ask(server, 'GET', target, { key })).text, text);
  }
  assert.equal(json.activity.length, 3 + demoProducts.records.length + demoFiles.files.length);
});

test('a first start that fails leaves nothing of its demo, and the next one makes all of it', async (t) => {
  const server = await openServer('sqlite');
  t.after(server.close);
  const { installation, platform } = server;
  const owner = await server.newOwner();
  const first = { ...platform, ownerBytesMax: 10 };
  await assert.rejects(bootstrap(installation, urls, first), { code: 'quota' });
  for await (const blob of platform.blobs.names()) assert.fail(blob);
  assert.deepEqual(fieldsOf(await allOwners(installation.store), 'id'), [owner.id]);
  const made = await bootstrap(installation, urls, platform);
  const { json } = await ask(server, 'GET', '/api/platform/resources', { key: made?.platform.key });
  assert.equal(json.total, 3);
});

test('the demo site is bilingual and answers questions, and its keys are in the file', async (t) => {
  const server = await openSiteServer('sqlite');
  t.after(server.close);
  const { installation, platform } = server.platformServer;
  const made = await bootstrap(installation, urls, platform);
  assert.deepEqual([made?.site.url, made?.site.site], [urls.site, 'demo']);
  const { json } = await ask(server, 'GET', '/v1/admin/sites/demo', { key: made?.site.owner_key });
  assert.equal(json.site.key, made?.site.site_key);
  const { faqs, facts, documents, prices, hours } = json.profile;
  assert.ok(faqs.length + facts.length + documents.length + prices.length >= 20);
  assert.ok(hours.length > 0);
  for (const { question, answer } of faqs)
    assert.ok(question.sw && question.en && answer.sw && answer.en);
  for (const language of ['sw', 'en']) {
    const config = await ask(server, 'GET', `/v1/sites/demo/config?language=${language}`);
    assert.equal(config.json.language, language);
  }
});

async function install(t: TestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-first-'));
  const installation = await assemble(readConfig({ BARAZA_DATA: folder }), silentLog);
  t.after(async () => {
    await installation.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return installation;
}
