/** A public form on another website, in a real browser: submitted by the browser and by a script. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  ask,
  newResource,
  resources,
  serverOfSuite,
} from '../packages/server/test/fixtures/server.ts';
import { scopeOfSuite } from '../packages/server/test/fixtures/server-process.ts';
import { listenHttp } from '../packages/server/test/sockets/http-server.ts';
import { browserOfSuite, noBrowser } from './browser.ts';

describe('a public form on a page', { skip: noBrowser }, () => {
  const browser = browserOfSuite();
  const { server, owner } = serverOfSuite('sqlite');
  const scope = scopeOfSuite();
  let shopUrl: string;
  before(async () => {
    shopUrl = await listenHttp(scope, (request, response) => {
      const id = new URL(request.url ?? '/', 'http://shop').searchParams.get('form');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>Duka</title>
<form method="post" action="${server.url}/forms/${id}"><input name="jina" value="Asha">
<button>Tuma</button></form>`);
    });
  });

  const open = async (config: object = {}) =>
    (await newResource(server, owner.key, 'connect', { public: true, ...config })).id;

  for (const [locale, title, scheme] of [
    ['sw-KE', 'Asante', 'light'],
    ['en-GB', 'Thank you', 'dark'],
  ] as const)
    test(`a visitor with the browser language ${locale} is thanked, and returns by keyboard`, async () => {
      const id = await open();
      const page = await browser.newPage({
        locale,
        colorScheme: scheme,
        viewport: { width: 390, height: 780 },
      });
      const faults: string[] = [];
      page.on('console', (message) => faults.push(message.text()));
      await page.goto(`${shopUrl}/?form=${id}`);
      await page.click('button');
      await page.waitForURL(`${server.url}/forms/${id}`);
      assert.equal(await page.textContent('h1'), title);
      assert.equal(await page.getAttribute('html', 'lang'), locale.slice(0, 2));
      const layout = await page.evaluate(() => {
        const styleOf = (selector: string) => {
          const element = document.querySelector(selector);
          return element === null ? undefined : getComputedStyle(element);
        };
        return {
          display: styleOf('body')?.display,
          overflows: document.documentElement.scrollWidth > innerWidth,
        };
      });
      assert.deepEqual(layout, { display: 'grid', overflows: false }, 'the style is applied');
      assert.deepEqual(faults, [], 'nothing violates the content security policy');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${shopUrl}/**`);
      await page.close();
      const { json } = await ask(server, 'GET', `${resources}/${id}`, { key: owner.key });
      assert.deepEqual(json.records[0].record, { jina: 'Asha' });
    });

  test('only a script on a page of an allowed origin can read the response', async () => {
    const allowed = await open({ origins: [shopUrl] });
    const others = await open({ origins: ['https://duka.example'] });
    const page = await browser.newPage();
    await page.goto(shopUrl);
    const send = (id: string) =>
      page.evaluate(
        (address) =>
          fetch(address, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"jina":"Asha"}',
          }).then(
            (response) => response.text(),
            () => 'not readable',
          ),
        `${server.url}/forms/${id}`,
      );
    assert.equal(await send(allowed), '{"ok":true}');
    assert.equal(await send(others), 'not readable');
    await page.close();
    const { json } = await ask(server, 'GET', `${resources}/${others}`, { key: owner.key });
    assert.equal(json.recordCount, 0, 'the preflight was refused, so nothing was sent');
  });
});
