import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ownPage } from '../../packages/server/test/console/console-server.ts';
import { ask } from '../../packages/server/test/fixtures/server.ts';
import { noBrowser } from '../browser.ts';
import { callIn, create, receiveFrom } from './calls.ts';
import { fixtureForSuite, screens } from './fixture.ts';
import { openProxy } from './proxy.ts';

describe('keys, webhooks, assistants and activity in the console', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  test('a key is created, shown once and kept nowhere, works within its scopes, is rotated and revoked', async () => {
    const { page } = await fixture.openSignedIn('#/keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'Create key' });
    await sheet.getByLabel('Name').fill('website');
    await sheet.getByLabel('Storage').selectOption('write');
    await sheet.getByRole('button', { name: 'Create key' }).click();
    const first = await shownKey(page);
    const status = async (key: string, method: string, path: string, body?: unknown) =>
      (await ask({ url: fixture.server.url }, method, path, { key, body })).status;
    assert.equal(await status(first, 'GET', '/api/platform/resources'), 200);
    const collection = { service: 'data', kind: 'Collection', name: 'x' };
    assert.equal(await status(first, 'POST', '/api/platform/resources', collection), 403);
    assert.match(first, /^rpk_/);
    const readable = await page.evaluate(() =>
      JSON.stringify([
        document.documentElement.outerHTML,
        document.cookie,
        { ...localStorage },
        { ...sessionStorage },
        location.href,
        history.state,
        [...document.querySelectorAll('input, textarea')].map(
          (one) => (one as HTMLInputElement).value,
        ),
      ]),
    );
    assert.ok(!readable.includes(first), 'the page no longer contains it');
    assert.ok(!readable.includes('baraza_session'), 'scripts cannot read the cookie');
    await act(page, 'website', 'Rotate');
    await page.getByRole('dialog').getByLabel('works until').selectOption('0');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const second = await shownKey(page);
    assert.equal(await status(first, 'GET', '/api/platform/resources'), 401);
    assert.equal(await status(second, 'GET', '/api/platform/resources'), 200);
    await act(page, 'website', 'Revoke');
    await page.getByRole('dialog').getByText('their streams are closed').waitFor();
    await page.getByRole('dialog').getByRole('textbox').fill('website');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Key revoked.').waitFor();
    assert.equal(await status(second, 'GET', '/api/platform/resources'), 401);
    await page.getByText('Expired or revoked (2)').waitFor();
  });

  test('deliveries of a webhook show their attempts and can be sent again; its secret can be rotated', async (t) => {
    let status = 500;
    const { platform } = fixture.server.siteServer.platformServer;
    const receiver = await receiveFrom(platform, t, (response) => response.writeHead(status).end());
    const { page, go, faults } = await fixture.openSignedIn('#/platform');
    const config = { url: receiver.url, events: ['record-added'] };
    const hook = await create(page, 'connect', 'Webhook', 'hook', config);
    const orders = await create(page, 'data', 'Collection', 'Orders');
    await callIn(page, 'POST', `/resources/${orders.id}/records`, { item: 'unga' });
    await receiver.came(1);
    await go(`/platform/resources/${hook.id}`);
    await page.getByRole('button', { name: /record-added.*500/ }).click();
    const sheet = page.getByRole('dialog', { name: 'record-added' });
    await sheet.getByText('response 500').waitFor();
    await sheet.getByText('"type": "record-added"').waitFor();
    status = 200;
    await sheet.getByRole('button', { name: 'Send again', exact: true }).click();
    await receiver.came(2);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('listitem').getByText('Delivered').waitFor();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    const secret = (await page.locator('.copy-shown').textContent()) ?? '';
    assert.match(secret, /^whsec_/);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    assert.ok(!(await page.content()).includes(secret));
    assert.deepEqual(faults, []);
  });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, a webhook whose key has ended is resumed with one tap`, async (t) => {
      const { siteServer } = fixture.server;
      const { platform, revoke } = siteServer.platformServer;
      const receiver = await receiveFrom(platform, t, (response) => response.writeHead(204).end());
      const { page, go } = await fixture.openSignedIn('#/keys', { options });
      const issued = await page.request.post(`${fixture.server.url}/console/keys`, {
        data: {
          type: 'platform',
          name: `hook key ${screen}`,
          scopes: ['connect', 'data:read'],
        },
        headers: ownPage,
      });
      const made = (await issued.json()) as { readonly id: string; readonly key: string };
      const config = { url: receiver.url, events: ['record-added'] };
      const body = { service: 'connect', kind: 'Webhook', name: `hook ${screen}`, config };
      const hook = await ask({ url: fixture.server.url }, 'POST', '/api/platform/resources', {
        key: made.key,
        body,
      });
      assert.equal(hook.status, 201);
      await revoke(made.id);
      await go(`/platform/resources/${hook.json.id}`);
      await page.getByText('the key that configured this webhook has ended').waitFor();
      await page.getByRole('button', { name: 'Resume sending' }).click();
      await page.getByText('The webhook sends again.').waitFor();
      await page.getByText('the key that configured').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Send a test' }).waitFor();
      const orders = await create(page, 'data', 'Collection', `Waiting ${screen}`);
      await callIn(page, 'POST', `/resources/${orders.id}/records`, { item: 'unga' });
      await receiver.came(1);
    });

  test('an assistant answers, a project is checked, a task is completed, and a form collects entries', async () => {
    const { page, go } = await fixture.openSignedIn('#/platform');
    const faqs = await create(page, 'data', 'Collection', 'Common questions');
    const record = { question: 'Do you deliver?', answer: 'Yes, we deliver in Nairobi.' };
    await callIn(page, 'POST', `/resources/${faqs.id}/records`, record);
    const assistant = await create(page, 'ai', 'Assistant', 'Helper', {
      knowledge: [faqs.id, 'res_00000000000000000000000000'],
    });
    await go(`/platform/resources/${assistant.id}`);
    await page.getByRole('link', { name: /Common questions/ }).waitFor();
    await page.getByText('No longer available').waitFor();
    await page.getByLabel('Question').fill('Do you deliver?');
    await page.keyboard.press('Enter');
    await page.getByText('Yes, we deliver in Nairobi.').waitFor();
    await page.getByRole('link', { name: 'Do you deliver?' }).waitFor();
    await page.getByLabel('Question').fill('Do you deliver?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('Yes, we deliver in Nairobi.').nth(1).waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByText('The answer appears word by word').waitFor();

    const project = await create(page, 'dev', 'Project', 'Shop', {
      settings: { orders: 'res_00000000000000000000000000' },
    });
    await go(`/platform/resources/${project.id}`);
    await page.getByRole('button', { name: 'Validate' }).click();
    await page.getByText('Some checks failed').waitFor();
    await page.getByText('references', { exact: true }).waitFor();

    await go('/platform/work');
    await page.getByLabel('New task').fill('Call the supplier');
    await page.getByLabel('Assignee').first().fill('Juma');
    await page.getByRole('button', { name: 'Add task' }).click();
    await page.getByRole('heading', { name: 'Open (1)' }).waitFor();
    await page.getByRole('link', { name: /Call the supplier/ }).waitFor();
    await page.getByRole('button', { name: 'Complete: Call the supplier' }).click();
    await page.getByRole('heading', { name: 'Done (1)' }).waitFor();

    const schema = { type: 'object', properties: { name: {}, phone: {} }, required: ['name'] };
    const form = await create(page, 'connect', 'Form', 'Contact', { public: true, schema });
    await go(`/platform/resources/${form.id}`);
    await page.getByText('name (required)').waitFor();
    const address = (await page.locator('.copy-shown').first().textContent()) ?? '';
    const sent = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Asha' }),
    });
    assert.equal(sent.status, 201);
    await go('/platform');
    await go(`/platform/resources/${form.id}`);
    await page.getByRole('gridcell', { name: 'Asha' }).waitFor();
  });

  test('activity appears live, can be paused, and resumes after a lost connection', async (t) => {
    const proxy = await openProxy(fixture.server.url);
    t.after(proxy.close);
    const token = await fixture.server.newLink(fixture.owner.id);
    const { page, go } = await fixture.openAddress(`${proxy.url}/#/enter/${token}`);
    await page.locator('.shell').waitFor();
    await go('/platform/activity');
    await page.getByText('Live', { exact: true }).waitFor();
    await create(page, 'data', 'Collection', 'First change');
    await page.getByRole('link', { name: /First change/ }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await create(page, 'data', 'Collection', 'Second change');
    await page.getByRole('button', { name: 'Resume (1 new)' }).click();
    await page.getByRole('link', { name: /Second change/ }).waitFor();
    const owned = await fixture.server.signIn({ credential: fixture.owner.credential });
    proxy.disconnect();
    await page.getByText('Reconnecting…').waitFor();
    const third = { service: 'data', kind: 'Collection', name: 'Third change' };
    assert.equal((await owned.call('POST', '/console/platform/resources', third)).status, 201);
    proxy.restore();
    await page.getByRole('link', { name: /Third change/ }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: /Third change/ }).count(), 1);
    await page.getByLabel('Search').fill('second');
    await page.getByRole('link', { name: /First change/ }).waitFor({ state: 'detached' });
  });

  test('the reference lists every endpoint, can be searched, and shows how to call one', async () => {
    const { page } = await fixture.openSignedIn('#/api');
    await page.getByLabel('Search endpoints').fill('redeliver');
    await page.getByText('1 endpoint', { exact: true }).waitFor();
    await page.getByText('/api/platform/resources/{id}/deliveries').click();
    await page.getByText('/deliveries/$deliveryId/redeliver').waitFor();
    await page.getByRole('tab', { name: '@baraza/client' }).click();
    await page.getByText('baraza.webhooks.redeliver(id, deliveryId)').waitFor();
    await page.getByLabel('Search endpoints').fill('');
    await page.getByLabel('Section').selectOption('Files');
    await page.getByText('5 endpoints', { exact: true }).waitFor();
    await page.getByText('/api/platform/storage/{id}/links', { exact: true }).click();
    await page.getByRole('row', { name: /^expiresIn/ }).waitFor();
    await page.getByText('Makes an address that reads one object').waitFor();
    const link = 'POST /api/platform/storage/{id}/links';
    const call = page.getByRole('region', { name: `Call ${link}: curl` });
    assert.match((await call.textContent()) ?? '', /"key":"photos\/unga\.txt"/);
    const example = page.getByRole('region', { name: `Example ${link} 200` });
    assert.match((await example.textContent()) ?? '', /"expiresAt": "2026-/);
    for (const name of ['Sites', 'Console']) {
      await page.getByRole('tab', { name }).click();
      await page.getByText(/^\d\d+ endpoints$/).waitFor();
    }
  });
});

/** Reads the key, which the dialog shows only once, and closes the dialog. */
async function shownKey(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Copy your key now' });
  const text = (await dialog.locator('.copy-shown').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await dialog.waitFor({ state: 'detached' });
  return text;
}

async function act(page: Page, key: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${key}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
