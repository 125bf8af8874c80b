/** The orders example in a real browser, on the phones of a customer and of the shop. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { createPlatformClient } from '@baraza/client';
import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { openOrders } from '../examples/orders/server.ts';
import { createOrderResources } from '../examples/orders/setup.ts';
import { createWebhookSender } from '../packages/server/test/delivery/senders.ts';
import { serverOfSuite } from '../packages/server/test/fixtures/server.ts';
import { scopeOfSuite } from '../packages/server/test/fixtures/server-process.ts';
import { browserOfSuite, noBrowser } from './browser.ts';

const shopCode = 'a'.repeat(32);
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('the orders example', { skip: noBrowser }, () => {
  const browser = browserOfSuite();
  const { server, owner } = serverOfSuite('sqlite');
  const scope = scopeOfSuite();
  let made: Awaited<ReturnType<typeof createOrderResources>>;
  let key: string;
  let app: Awaited<ReturnType<typeof openOrders>>;
  before(async () => {
    const platform = createPlatformClient({ baseUrl: server.url, key: owner.key });
    made = await createOrderResources(platform, 'http://127.0.0.1:1/hook');
    ({ key } = await owner.newKey(['data', 'storage'], null, [made.orders, made.files]));
    const sender = createWebhookSender(server.platform, { allowPrivate: true });
    scope.after(sender.stop);
    app = await openOrders({ baraza: server.url, key, ...made, shopCode, port: 0 });
    scope.after(app.close);
    const config = { url: `${app.url}/hook`, events: ['record-added'] };
    await platform.resources.configure(made.hook, config);
    server.platform.outbox.onWake(sender.wake);
  });

  const open = async (path: string, locale: string, scheme: 'light' | 'dark' = 'light') => {
    const page = await browser.newPage({
      locale,
      colorScheme: scheme,
      viewport: { width: 390, height: 844 },
    });
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(app.url + path);
    return { page, faults };
  };
  const add = (page: Page, good: string) =>
    page.click(`[data-good="${good}"] .stepper button:last-child`);
  const fill = async (page: Page) => {
    await page.fill('#name', 'Asha Wanjiku');
    await page.fill('#phone', '0700 000 000');
  };

  test('the shop sees an order with its picture live, and the customer sees when it is ready', async () => {
    const shop = await open(`/shop#${shopCode}`, 'sw-KE');
    await shop.page.waitForSelector('#state.connected');
    const { page, faults } = await open('/', 'sw-KE');
    await add(page, 'sukari');
    await add(page, 'sukari');
    await add(page, 'unga');
    assert.equal(await page.textContent('#total'), 'Jumla: KES 540');
    await fill(page);
    await page.fill('#note', '<b>Haraka</b>');
    await page.setInputFiles('#file', {
      name: 'orodha.png',
      mimeType: 'image/png',
      buffer: picture,
    });
    await page.click('#send');
    await page.waitForSelector('[data-status="received"].done');
    await page.waitForSelector('.attached');
    assert.equal(await page.textContent('#placed-title'), 'Asante, Asha Wanjiku!');
    const card = shop.page.locator('[data-order]');
    await card.locator('text=orodha.png').waitFor();
    assert.match(
      (await card.textContent()) ?? '',
      /2 × Sukari.*KES 330.*Jumla.*KES 540.*<b>Haraka/s,
    );
    const asked = shop.page.waitForResponse('**/shop/orders/*/file');
    await card.locator('button.quiet').click();
    const { pathname, search } = new URL((await (await asked).json()).url);
    const file = await fetch(server.url + pathname + search);
    assert.equal(file.headers.get('content-type'), 'image/png');
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), picture);
    await card.locator('button.main').click();
    await page.waitForSelector('[data-status="ready"].done');
    assert.deepEqual(
      [...faults, ...shop.faults],
      [],
      'nothing violates the content security policy',
    );
    await shop.page.context().close();
    await page.context().close();
  });

  for (const [locale, scheme, button, items] of [
    ['sw-KE', 'dark', 'Tuma oda', 'Chagua angalau bidhaa moja.'],
    ['en-GB', 'light', 'Send order', 'Choose at least one thing.'],
  ] as const)
    test(`the page follows the language ${locale} and the ${scheme} scheme, and is accessible`, async () => {
      const { page } = await open('/', locale, scheme);
      assert.equal(await page.textContent('#send'), button);
      assert.equal(await page.getAttribute('html', 'lang'), locale.slice(0, 2));
      await page.click('#send');
      assert.equal(await page.textContent('#fault'), items);
      const layout = await page.evaluate(() => ({
        overflows: document.documentElement.scrollWidth > innerWidth,
        small: [...document.querySelectorAll('button')].filter(
          (one) => one.offsetParent !== null && one.getBoundingClientRect().height < 44,
        ).length,
      }));
      assert.deepEqual(layout, { overflows: false, small: 0 });
      // As an expression, because the page's policy forbids inline scripts.
      const found = await page.evaluate(`${axeCore.source}; axe.run().then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ' ' + nodes[0]?.html))`);
      assert.deepEqual(found, []);
      await page.click('#language');
      assert.equal(await page.getAttribute('html', 'lang'), locale.startsWith('sw') ? 'en' : 'sw');
      await page.context().close();
    });

  test('an order that is sent again after a lost response is stored once', async () => {
    const { page } = await open('/', 'en-GB');
    await add(page, 'chai');
    await fill(page);
    let tries = 0;
    await page.route('**/orders', async (route) => {
      tries += 1;
      const response = await route.fetch();
      if (tries === 1) await route.abort();
      else await route.fulfill({ response });
    });
    const platform = createPlatformClient({ baseUrl: server.url, key });
    const count = async () => (await platform.resources.records(made.orders)).total;
    const before = (await count()) ?? 0;
    await page.click('#send');
    await page.waitForSelector('#fault:not(:empty)');
    await page.click('#send');
    await page.waitForSelector('#placed:not([hidden])');
    assert.equal(tries, 2);
    assert.equal(await count(), before + 1);
    await page.context().close();
  });

  test('the code in the README is part of the server', () => {
    const readme = readFileSync(new URL('../examples/orders/README.md', import.meta.url), 'utf8');
    const source = readFileSync(new URL('../examples/orders/server.ts', import.meta.url), 'utf8');
    const [, shown = ''] = /^```typescript\n(.*?)^```$/ms.exec(readme) ?? [];
    const lines = shown.split('\n').filter((line) => line !== '');
    assert.ok(lines.length > 5);
    for (const line of lines) assert.ok(source.includes(line), line);
  });

  test('the shop requires its code, the hook requires a signature, and prices from a page are ignored', async () => {
    const call = (path: string, init: RequestInit = {}) => fetch(app.url + path, init);
    for (const path of ['/shop/live', '/shop/orders/rec_00000000000000000000000000/file'])
      assert.equal((await call(path)).status, 401, path);
    const forged = { method: 'POST', body: '{"type":"record-added"}' };
    assert.equal((await call('/hook', forged)).status, 401);
    const send = (order: object, idempotency = 'b'.repeat(32)) =>
      call('/orders', {
        method: 'POST',
        headers: { 'idempotency-key': idempotency },
        body: JSON.stringify({ name: 'A', phone: '0700 000 000', note: '', ...order }),
      });
    const items = [{ id: 'unga', count: 1, price: 1 }];
    const placed = await send({ items, total: 1, status: 'ready' });
    const { id, total, status } = (await placed.json()) as {
      id: string;
      total: number;
      status: string;
    };
    assert.deepEqual([placed.status, total, status], [201, 210, 'sent']);
    for (const order of [
      { items: [] },
      { items: [{ id: 'gold', count: 1 }] },
      { items, phone: 'x' },
    ])
      assert.equal((await send(order, 'c'.repeat(32))).status, 400);
    const file = (type: string, bytes: number) =>
      call(`/orders/${id}/file?name=a`, {
        method: 'PUT',
        headers: { 'content-type': type },
        body: new Uint8Array(bytes),
      });
    assert.equal((await file('text/html', 10)).status, 415);
    assert.equal((await file('image/png', 5 * 1024 * 1024 + 1)).status, 413);
    assert.equal((await call('/orders/rec_00000000000000000000000000/live')).status, 404);
    const other = createPlatformClient({ baseUrl: server.url, key });
    await assert.rejects(other.resources.get(made.hook), { status: 404 });
    await assert.rejects(
      other.resources.create({ service: 'data', kind: 'Collection', name: 'x' }),
      { status: 403 },
    );
  });
});
