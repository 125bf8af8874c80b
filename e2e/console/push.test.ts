import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Worker } from 'playwright-core';
import { createPushSender } from '../../packages/server/test/delivery/senders.ts';
import { openPushService } from '../../packages/server/test/fakes/push-browser.ts';
import { ask } from '../../packages/server/test/fixtures/server.ts';
import { noBrowser } from '../browser.ts';
import { fixtureForSuite } from './fixture.ts';

describe('notices on a device', { skip: noBrowser }, () => {
  const service = openPushService();
  const fixture = fixtureForSuite({ postPush: service.post });

  test('are turned on, tested, shown and opened in the page, and turned off by signing out', async () => {
    const address = fixture.server.url.replace('127.0.0.1', 'localhost');
    const token = await fixture.server.newLink(fixture.owner.id);
    const { page } = await fixture.openIsolated(
      `${address}/#/enter/${token}`,
      { viewport: { width: 390, height: 800 } },
      (context) => context.addInitScript(fakeSubscription, service.subscribe()),
    );
    await page.locator('.shell').waitFor();
    await page.evaluate(() => {
      location.hash = '#/sites/demo/settings';
    });
    await page.getByText('This server cannot send e-mail yet').waitFor();
    await page.getByRole('button', { name: 'Turn on for this device' }).click();
    await page.getByText('On for this device').waitFor();
    await page.getByRole('button', { name: 'Try it now' }).click();
    await page.getByText('It should appear in a moment').waitFor();
    assert.equal(service.arrived.at(-1)?.message.title, 'Test notification');

    await ask(fixture.server.siteServer, 'POST', '/v1/sites/demo/leads', {
      body: { contact: '+254700000000', name: 'Juma' },
    });
    const sender = createPushSender(fixture.server.siteServer.assistant);
    sender.wake();
    await sender.idle();
    await sender.stop();
    const sent = service.arrived.at(-1)?.message;
    assert.match(sent?.body ?? '', / · Juma$/);
    assert.deepEqual(await deliver(page, address, JSON.stringify(sent)), {
      title: sent?.title,
      body: sent?.body,
      tag: 'lead.created demo',
      renotify: true,
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { url: '/#/sites/demo/leads' },
    });
    await tap(page, { url: sent?.url });
    await page.waitForFunction(() => location.hash === '#/sites/demo/leads');

    await page.reload();
    await page.getByRole('heading', { name: 'Customers' }).first().waitFor();
    assert.equal(service.arrived.length, 2);
    const devices = () =>
      page.evaluate(async () => (await (await fetch('/console/push')).json()).devices.length);
    assert.equal(await devices(), 1);
    await page.evaluate(async () => {
      await fetch('/console/session', { method: 'DELETE', headers: { 'x-console': '1' } });
    });
    // The same browser, signed in again: the device is registered again.
    const again = await fixture.server.newLink(fixture.owner.id);
    await page.goto(`${address}/?again#/enter/${again}`);
    await page.locator('.shell').waitFor();
    await page.waitForFunction(
      async () => (await (await fetch('/console/push')).json()).devices.length === 1,
    );
  });

  test('the console can be installed, and its worker handles no requests', async () => {
    const manifest = await ask(fixture.server, 'GET', '/manifest.webmanifest', {});
    assert.deepEqual([manifest.json.display, manifest.json.start_url], ['standalone', '/']);
    assert.equal(manifest.headers.get('content-type'), 'application/manifest+json');
    for (const { src } of manifest.json.icons) {
      const icon = await ask(fixture.server, 'GET', src, {});
      assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/png']);
    }
    const worker = await ask(fixture.server, 'GET', '/sw.js', {});
    assert.equal(worker.headers.get('cache-control'), 'no-cache');
    assert.doesNotMatch(worker.text, /'fetch'|caches|importScripts/);
  });
});

/** Fakes a subscription: this Chromium cannot reach a push service, and always denies notifications. */
function fakeSubscription(subscription: { endpoint: string; keys: Record<string, string> }): void {
  const name = 'test subscription';
  const made = (key: string) => ({
    options: {
      applicationServerKey: Uint8Array.from(
        atob(key.replaceAll('-', '+').replaceAll('_', '/')),
        (character) => character.charCodeAt(0),
      ).buffer,
    },
    toJSON: () => subscription,
    unsubscribe: async () => {
      localStorage.removeItem(name);
      return true;
    },
  });
  let permission = localStorage.getItem(name) === null ? 'default' : 'granted';
  Object.defineProperty(Notification, 'permission', { get: () => permission });
  Notification.requestPermission = async () => {
    permission = 'granted';
    return 'granted';
  };
  Object.assign(PushManager.prototype, {
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      localStorage.setItem(name, applicationServerKey);
      return made(applicationServerKey);
    },
    getSubscription: async () => {
      const key = localStorage.getItem(name);
      return key === null ? null : made(key);
    },
  });
}

/** Delivers a push message and returns what the worker shows; this Chromium cannot show notifications. */
async function deliver(page: Page, origin: string, data: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const shown = workerOf(page).evaluate(`new Promise((resolve) => {
    registration.showNotification = async (title, options) => resolve({ title, ...options });
  })`);
  await workerOf(page).evaluate('0');
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  return shown;
}

/** Dispatches a click on a notification to the worker. */
async function tap(page: Page, data: object): Promise<void> {
  await workerOf(page).evaluate(`void dispatchEvent(Object.assign(new Event('notificationclick'), {
    notification: { close: () => {}, data: ${JSON.stringify(data)} },
    // Without a user gesture the window cannot be focused.
    waitUntil: (opened) => opened.catch(() => {}),
  }))`);
}

function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers();
  assert.ok(worker !== undefined);
  return worker;
}
