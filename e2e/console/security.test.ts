/** Stored data is shown as text, secrets stay out of the page, and a revoked key ends its page. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ask } from '../../packages/server/test/fixtures/server.ts';
import { listenHttp } from '../../packages/server/test/sockets/http-server.ts';
import { noBrowser } from '../browser.ts';
import { callIn, create } from './calls.ts';
import { fixtureForSuite } from './fixture.ts';

const hostile =
  '"\'><img src=x onerror="window.harmed=1"><svg onload="window.harmed=1"><script>window.harmed=1</script>';
// Names in JSON have no quotation marks.
const hostileName = hostile.replaceAll('"', '');

describe('security of the console', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  test('markup in stored platform data is shown as text', async () => {
    const { page, go } = await fixture.openSignedIn('#/platform');
    const stored = await storeOnPlatform(page);
    const assertShownAsText = async (
      where: string,
      reach: (shown: Page) => Promise<unknown> = async () => {},
    ) => {
      await go(where);
      await reach(page);
      await page
        .locator('main, dialog')
        .getByText(hostile.slice(0, 20))
        .filter({ visible: true })
        .first()
        .waitFor();
      await assertInert(page, where);
    };
    for (const service of ['data', 'storage', 'ai', 'dev', 'connect', 'work'])
      await assertShownAsText(`/platform/${service}`);
    await assertShownAsText('/platform');
    await assertShownAsText('/platform/activity');
    await assertShownAsText('/keys');
    await assertShownAsText(`/platform/resources/${stored.collection}`, (shown) =>
      shown.getByRole('row').nth(1).click(),
    );
    await assertShownAsText(`/platform/resources/${stored.bucket}`, (shown) =>
      shown.getByRole('listitem').getByRole('button').first().click(),
    );
    await assertShownAsText(`/platform/resources/${stored.project}`, (shown) =>
      shown.getByRole('button', { name: 'Validate' }).click(),
    );
    await assertShownAsText(`/platform/resources/${stored.form}`);
    await assertShownAsText(`/platform/resources/${stored.task}`);
    await assertShownAsText(`/platform/resources/${stored.webhook}`, (shown) =>
      shown
        .getByRole('button', { name: /record-added/ })
        .first()
        .click(),
    );
    await assertShownAsText(`/platform/resources/${stored.assistant}`, async (shown) => {
      await shown.getByLabel('Question').fill('What is it?');
      await shown.keyboard.press('Enter');
      await shown
        .locator('.turn.assistant .turn-sources, .turn.assistant .figures')
        .first()
        .waitFor();
    });
    for (const tab of ['Config', 'Activity', 'Code'])
      await assertShownAsText(`/platform/resources/${stored.assistant}`, (shown) =>
        shown.getByRole('tab', { name: tab }).click(),
      );
  });

  test('markup in profiles, questions, leads and owner names is shown as text', async () => {
    const owner = await fixture.server.siteServer.newOwner();
    const site = await owner.newSite(
      {
        business: hostile,
        description: hostile,
        facts: [{ title: hostile, text: hostile }],
        faqs: [{ question: hostile, answer: hostile }],
      },
      'hostile',
    );
    const post = (to: string, body: object) =>
      ask({ url: fixture.server.siteServer.url }, 'POST', `${site.public}${to}`, { body });
    assert.equal((await post('/ask', { question: hostile })).status, 200);
    const lead = { contact: '0700 000 000', name: hostile.slice(0, 100), message: hostile };
    assert.equal((await post('/leads', lead)).status, 201);
    const token = await fixture.server.newLink(owner.id, true);
    const { page, go } = await fixture.open(`#/enter/${token}`);
    await page.locator('.shell').waitFor();
    await callOperator(page, '/owners', { name: hostile });
    for (const where of [
      '/sites',
      '/sites/hostile',
      '/sites/hostile/start',
      '/sites/hostile/information',
      '/sites/hostile/information/facts',
      '/sites/hostile/information/faqs',
      '/sites/hostile/questions',
      '/sites/hostile/leads',
      '/sites/hostile/versions',
      '/sites/hostile/sources',
      '/sites/hostile/appearance',
      '/sites/hostile/install',
      '/sites/hostile/settings',
      '/operator/owners',
      '/operator/sites',
    ]) {
      await go(where);
      await assertInert(page, where);
    }
    await go('/operator/owners');
    await page.getByText(hostile.slice(0, 20)).filter({ visible: true }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('img');
    await assertInert(page, 'the palette');
  });

  test('no built script contains a credential', () => {
    const built = path.join(import.meta.dirname, '../../packages/console/built/assets');
    const files = readdirSync(built);
    assert.ok(files.length > 10);
    for (const file of files)
      assert.doesNotMatch(
        readFileSync(path.join(built, file), 'utf8'),
        /(?:rpk|osk|whsec|sk)_[A-Za-z0-9]{8}/,
        file,
      );
  });

  test('another page cannot frame the console', async (t) => {
    const theirs = await listenHttp(t, (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><body></body>'),
    );
    const { page, faults, close } = await fixture.open('');
    await page.goto(theirs);
    const frame = (address: string) =>
      page.evaluate((src) => {
        const inner = document.createElement('iframe');
        inner.src = src;
        document.body.replaceChildren(inner);
        return new Promise((done) => inner.addEventListener('load', () => done(null)));
      }, address);
    await frame(`${theirs}/?inner`);
    assert.equal(page.frames()[1]?.url(), `${theirs}/?inner`, 'a page that allows it is framed');
    await frame(`${fixture.server.url}/`);
    assert.match(page.frames()[1]?.url() ?? '', /^chrome-error:/);
    assert.match(faults.splice(0).join(), /frame-ancestors 'none'/);
    await close();
  });

  test('revoking a key ends its session at the next call, and its stream at once', async () => {
    const owner = await fixture.server.siteServer.platformServer.newOwner();
    const key = await owner.newKey(['*']);
    const { page, go } = await fixture.open('#/platform/activity');
    await page.getByLabel('Your key').fill(key.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await fixture.server.siteServer.platformServer.revoke(key.id);
    // Without a click: the stream ends, and the page then checks its session.
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    const second = await owner.newKey(['*']);
    await dialog.getByLabel('Your key').fill(second.key);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await go('/keys');
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    await fixture.server.siteServer.platformServer.revoke(second.id);
    await page.evaluate(() => {
      location.hash = '#/platform/data';
    });
    await dialog.waitFor();
  });
});

async function storeOnPlatform(page: Page) {
  const collection = await create(page, 'data', 'Collection', hostile);
  await callIn(page, 'POST', `/resources/${collection.id}/records`, {
    question: 'What is it?',
    answer: hostile,
    [hostileName]: hostile,
  });
  const bucket = await create(page, 'storage', 'Bucket', hostile);
  await page.evaluate(
    async ([where, name]) => {
      const body = new FormData();
      body.append('key', name);
      body.append('file', new Blob([name], { type: 'text/html' }), 'a.html');
      await fetch(where, { method: 'POST', headers: { 'X-Console': '1' }, body });
    },
    [`/console/platform/storage/${bucket.id}`, hostile.replaceAll('/', '|')] as const,
  );
  const assistant = await create(page, 'ai', 'Assistant', hostile, {
    knowledge: [collection.id],
    instructions: hostile,
  });
  const project = await create(page, 'dev', 'Project', hostile, {
    settings: { url: `https://${hostile}`, other: 'res_00000000000000000000000000' },
  });
  const schema = { type: 'object', properties: { [hostileName]: {} } };
  const form = await create(page, 'connect', 'Form', hostile, { public: true, schema });
  await callIn(page, 'PATCH', `/resources/${form.id}`, {
    action: 'capture',
    record: { [hostileName]: hostile },
  });
  const webhook = await create(page, 'connect', 'Webhook', hostile, {
    url: 'https://example.com/hook',
    include: 'record',
  });
  await callIn(page, 'POST', `/resources/${collection.id}/records`, { text: hostile });
  const task = await create(page, 'work', 'Task', hostile, { assignee: hostile, details: hostile });
  await page.evaluate(async (name) => {
    const headers = { 'X-Console': '1', 'Content-Type': 'application/json' };
    const body = JSON.stringify({ type: 'platform', name, scopes: ['data'] });
    await fetch('/console/keys', { method: 'POST', headers, body });
  }, hostile);
  return {
    collection: collection.id,
    bucket: bucket.id,
    assistant: assistant.id,
    project: project.id,
    form: form.id,
    webhook: webhook.id,
    task: task.id,
  };
}

function callOperator(page: Page, where: string, body: object): Promise<number> {
  return page.evaluate(
    async ([address, text]) => {
      const headers = { 'X-Console': '1', 'Content-Type': 'application/json' };
      return (await fetch(address, { method: 'POST', headers, body: text })).status;
    },
    [`/console/operator${where}`, JSON.stringify(body)] as const,
  );
}

async function assertInert(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    harmed: 'harmed' in window,
    elements: document.querySelectorAll('img[src="x"], svg[onload], body script, [onerror]').length,
  }));
  assert.deepEqual(found, { harmed: false, elements: 0 }, where);
}
