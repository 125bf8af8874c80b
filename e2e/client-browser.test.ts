import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  type Owner,
  openServer,
  type TestServer,
} from '../packages/server/test/fixtures/server.ts';
import { noBrowser, openBrowser } from './browser.ts';
import { type ClientPages, openClientPages } from './hosts/client-pages.ts';

describe('the client in a browser', { skip: noBrowser }, () => {
  let pages: ClientPages;
  let server: TestServer;
  let owner: Owner;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  const origin = () => pages.url;

  before(async () => {
    pages = await openClientPages();
    server = await openServer('sqlite', { environment: { BARAZA_PLATFORM_ORIGINS: origin() } });
    owner = await server.newOwner();
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    pages?.close();
  });

  const openPage = async (host: string): Promise<Page> => {
    const page = await browser.browser.newPage();
    await page.goto(origin().replace('127.0.0.1', host));
    return page;
  };
  const inPage = { url: '', key: '' };

  test('a page of an allowed origin can read, write, upload and read versions', async () => {
    const page = await openPage('127.0.0.1');
    const seen = await page.evaluate(
      async ({ url, key }) => {
        const { createPlatformClient } = await import('/index.js' as string);
        const platform = createPlatformClient({ baseUrl: url, key });
        const list = await platform.resources.create({
          service: 'data',
          kind: 'Collection',
          name: 'x',
        });
        await platform.resources.addRecord(list.id, { jina: 'Asha' }, { ifMatch: list.version });
        const bucket = await platform.resources.create({
          service: 'storage',
          kind: 'Bucket',
          name: 'x',
        });
        const file = new File(['habari'], 'a.txt', { type: 'text/plain' });
        const stored = await platform.storage.upload(bucket.id, 'picha/🦀', file);
        const part = await platform.storage.download(bucket.id, 'picha/🦀', { range: { last: 2 } });
        const refused = await platform.resources
          .rename(list.id, 'y', { ifMatch: 1 })
          .catch((error: { code: string }) => error.code);
        return {
          records: (await platform.resources.get(list.id)).records.length,
          etag: part.etag === stored.etag,
          text: await part.text(),
          refused,
        };
      },
      { ...inPage, url: server.url, key: owner.key },
    );
    assert.deepEqual(seen, { records: 1, etag: true, text: 'ri', refused: 'version' });
    await page.close();
  });

  test('a page of another origin is refused', async () => {
    const page = await openPage('localhost');
    const code = await page.evaluate(
      async ({ url, key }) => {
        const { createPlatformClient } = await import('/index.js' as string);
        const platform = createPlatformClient({ baseUrl: url, key, retries: 0 });
        return platform.status().then(
          () => 'served',
          (error: { code: string }) => error.code,
        );
      },
      { ...inPage, url: server.url, key: owner.key },
    );
    // The page can read the reason, because a browser sends the origin of a cross-origin call.
    assert.equal(code, 'scope');
    await page.close();
  });
});
