import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { insertObject } from '../../packages/server/src/store/platform/objects.ts';
import { noBrowser } from '../browser.ts';
import { callIn, create } from './calls.ts';
import { fixtureForSuite, settled } from './fixture.ts';

describe('resources, records and files in the console', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  test('a collection is created, configured, archived, restored, and deleted after its name is typed', async () => {
    const { page } = await fixture.openSignedIn('#/platform/data');
    await page.getByRole('button', { name: 'Create' }).first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Name').fill('Orders');
    await sheet.getByLabel('Indexes').fill('state\ncustomer.name');
    await sheet.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await page.getByRole('tab', { name: 'Config' }).click();
    await page.getByLabel('Description').fill('What was sold');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const id = idOf(page);
    const stored = await callIn<{ config: unknown }>(page, 'GET', `/resources/${id}?records=false`);
    assert.deepEqual(stored.config, {
      indexes: ['state', 'customer.name'],
      description: 'What was sold',
    });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.waitForFunction(
      () => (document.querySelector('main input') as HTMLInputElement | null)?.value === '',
    );
    await menu(page, 'Archive');
    await page.getByText('Archived.').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await page.locator('.page-head').getByText('Active').waitFor();
    await menu(page, 'Delete permanently');
    await page.getByRole('dialog').getByRole('textbox').fill('Orders');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('Deleted.').waitFor();
    assert.ok(page.url().endsWith('#/platform/data'));
  });

  test('records are pasted, searched, sorted, edited in cells, exported and restored', async () => {
    const { page, go } = await fixture.openSignedIn('#/platform');
    const { id } = await create(page, 'data', 'Collection', 'Goods');
    await go(`/platform/resources/${id}`);
    await page.getByRole('button', { name: 'Import' }).first().click();
    await page.getByLabel('Paste here').fill('item\tprice\nUnga\t120\nSukari\t165\nChumvi\t40\n');
    await page.getByRole('button', { name: 'Import 3 records' }).click();
    await page.getByText('3 records imported.').waitFor();
    await settledRows(page, 3);
    assert.deepEqual(await column(page, 0), ['Unga', 'Sukari', 'Chumvi']);
    await page.getByRole('button', { name: 'price' }).click();
    await page.waitForFunction(() => document.querySelector('[aria-sort=ascending]') !== null);
    await settledRows(page, 3);
    assert.deepEqual(await column(page, 0), ['Chumvi', 'Unga', 'Sukari']);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByLabel('Field').fill('price');
    await page.getByLabel('Comparison').selectOption('gte');
    await page.getByLabel('Value').fill('100');
    await settledRows(page, 2);
    await menu(page, 'Edit in table', 'More');
    const cell = page.getByRole('row').nth(1).getByLabel('price');
    await cell.fill('125');
    await cell.press('Enter');
    await page.getByText('Saved.').waitFor();
    const { records } = await callIn<{ records: { record: { price: unknown } }[] }>(
      page,
      'GET',
      `/resources/${id}/records?where.item=Unga`,
    );
    assert.equal(records[0]?.record.price, 125, 'a number stays a number');
    await page.getByRole('button', { name: 'Stop editing' }).click();
    await menu(page, 'Export', 'More');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'CSV' }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    assert.equal(text, '\ufeffitem,price\r\nUnga,125\r\nSukari,165\r\n');
    await page.getByRole('row').nth(1).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await settledRows(page, 1);
    const message = page.locator('.toast', { hasText: 'Record deleted.' });
    await message.getByRole('button', { name: 'Undo', exact: true }).click();
    await settledRows(page, 2);
  });

  test('after a conflict both versions of a record are shown, and neither is lost', async () => {
    const { page, go } = await fixture.openSignedIn('#/platform');
    const { id } = await create(page, 'data', 'Collection', 'Shared');
    const added = await callIn<{ recordId: string }>(page, 'POST', `/resources/${id}/records`, {
      state: 'new',
    });
    await go(`/platform/resources/${id}`);
    await page.getByRole('row').nth(1).click();
    await callIn(page, 'PATCH', `/resources/${id}/records/${added.recordId}`, { state: 'theirs' });
    await page.getByLabel('Record as JSON').fill('{"state":"mine"}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Someone else changed this record').waitFor();
    await page.getByText('"state": "theirs"').waitFor();
    await page.getByRole('button', { name: 'Save mine anyway' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const now = await callIn<{ record: unknown }>(
      page,
      'GET',
      `/resources/${id}/records/${added.recordId}`,
    );
    assert.deepEqual(now.record, { state: 'mine' });
  });

  test('of a thousand records only the visible ones are rendered, and scrolling reaches the last', async () => {
    const { page, go } = await fixture.openSignedIn('#/platform');
    const { id } = await create(page, 'data', 'Collection', 'Thousand');
    const lines = Array.from({ length: 1_000 }, (_, at) => `{"n":${at},"text":"t${at}"}\n`).join(
      '',
    );
    await page.evaluate(
      async ([path, body]) => {
        const headers = { 'X-Console': '1', 'Content-Type': 'application/x-ndjson' };
        await fetch(path, { method: 'POST', headers, body });
      },
      [`/console/platform/resources/${id}/records`, lines] as const,
    );
    await go(`/platform/resources/${id}`);
    await settledRows(page, 10, 'at least');
    for (let step = 0; step < 40; step += 1) {
      await page.mouse.wheel(0, 6_000);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))));
    }
    await page.getByText('t999', { exact: true }).waitFor();
    assert.ok((await page.getByRole('row').count()) < 80, 'hidden rows are not rendered');
  });

  test('a file is uploaded into a folder, previewed, linked, deleted and restored', async () => {
    const { page, go } = await fixture.openSignedIn('#/platform');
    const { id } = await create(page, 'storage', 'Bucket', 'Files');
    await go(`/platform/resources/${id}`);
    await upload(page, 'docs/notes.txt', 'Habari ya asubuhi');
    await page.getByText('Uploaded').waitFor();
    await page.getByRole('button', { name: /docs\// }).click();
    await page.getByRole('button', { name: /^notes\.txt/ }).click();
    await page.getByText('Habari ya asubuhi').waitFor();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByRole('dialog').locator('.copy-shown').textContent();
    const fetched = await fetch(link ?? '');
    assert.equal(await fetched.text(), 'Habari ya asubuhi');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('docs/notes.txt deleted.').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('docs/notes.txt restored.').waitFor();
    await page.getByRole('button', { name: /notes\.txt/ }).waitFor();
  });

  test('a file is replaced only after confirmation, and can be sent again after a lost connection', async () => {
    const { page, go } = await fixture.openSignedIn('#/platform');
    const { id } = await create(page, 'storage', 'Bucket', 'Twice');
    await go(`/platform/resources/${id}`);
    await upload(page, 'a.txt', 'first');
    await page.getByText('Uploaded').waitFor();
    await upload(page, 'a.txt', 'second');
    await page.getByText('A file with this name already exists.').waitFor();
    assert.equal(await textOf(page, id, 'a.txt'), 'first');
    await page.getByRole('button', { name: 'Replace it' }).click();
    await page.getByText('Uploaded').nth(1).waitFor();
    assert.equal(await textOf(page, id, 'a.txt'), 'second');

    await page.route('**/console/platform/storage/**', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    );
    await upload(page, 'big.txt', 'x'.repeat(100_000));
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    const listed = await callIn<{ total: number }>(page, 'GET', `/storage/${id}`);
    assert.equal(listed.total, 1, 'only the first file is stored');
    await page.unroute('**/console/platform/storage/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Uploaded').nth(2).waitFor();
    assert.equal((await textOf(page, id, 'big.txt')).length, 100_000);
  });

  test('of ten thousand files only the visible ones are rendered, even while scrolling', async () => {
    const { page, go } = await fixture.openSignedIn('#/platform');
    const { id } = await create(page, 'storage', 'Bucket', 'Many');
    const { store } = fixture.server.siteServer.platformServer.platform;
    await store.write(async (tx) => {
      for (let at = 0; at < 10_000; at += 1)
        await insertObject(tx, id, {
          key: `f${String(at).padStart(5, '0')}`,
          size: 1,
          content_type: 'text/plain',
          sha256: '0'.repeat(64),
          user_id: null,
          blob: `blob_${at}`,
          created_at: 1,
          updated_at: 1,
          inline: 1,
        });
    });
    await go(`/platform/resources/${id}`);
    await page.getByText('10,000 files').waitFor();
    assert.ok((await page.getByRole('listitem').count()) < 80);
    const { rendered, appeared } = await scroll(page, 1_200);
    assert.ok(appeared > 0, 'new rows appear');
    assert.equal(rendered, appeared, 'no row is rendered twice');
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: 'f00000' }).focus();
    await page.keyboard.press('End');
    await page.getByText('f09999').waitFor();
  });
});

function idOf(page: Page): string {
  return page.url().split('/').at(-1) ?? '';
}

async function menu(page: Page, item: string, of = 'Actions'): Promise<void> {
  await page.locator('main').getByRole('button', { name: of }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

function textOf(page: Page, bucket: string, key: string): Promise<string> {
  return page.evaluate(
    async (path) => (await fetch(path)).text(),
    `/console/platform/storage/${bucket}?key=${key}`,
  );
}

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

/** Scrolls, and counts the rendered files (each formats its size once) and the rows that appeared. */
function scroll(page: Page, by: number): Promise<{ rendered: number; appeared: number }> {
  return page.evaluate(async (top) => {
    const nextFrame = () => new Promise((done) => requestAnimationFrame(done));
    const known = new Set<Node>(document.querySelectorAll('.virtual-item'));
    const counts = { rendered: 0, appeared: 0 };
    const format = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format') ?? {};
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      ...format,
      get() {
        counts.rendered += 1;
        return format.get?.call(this);
      },
    });
    // A row that appears has a new element, or reuses the element of a row that left the screen.
    const watch = new MutationObserver((changes) => {
      for (const { type, addedNodes } of changes)
        counts.appeared +=
          type === 'attributes' ? 1 : [...addedNodes].filter((row) => !known.has(row)).length;
      for (const { addedNodes } of changes) for (const row of addedNodes) known.add(row);
    });
    const rows = document.querySelector('.virtual-rows') as Element;
    watch.observe(rows, { childList: true, subtree: true, attributeFilter: ['data-row'] });
    for (let at = 0; at < top; at += 120) {
      scrollBy({ top: 120, behavior: 'instant' });
      await nextFrame();
      await nextFrame();
    }
    watch.disconnect();
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', format);
    return counts;
  }, by);
}

async function settledRows(page: Page, count: number, how = 'exactly'): Promise<void> {
  await settled(page);
  await page.waitForFunction(
    ([wanted, isExact]) => {
      const rows = document.querySelectorAll('.virtual-rows [role=row]').length;
      return isExact ? rows === wanted : rows >= wanted;
    },
    [count, how === 'exactly'] as const,
  );
}

async function column(page: Page, at: number): Promise<string[]> {
  const rows = await page.locator('.virtual-rows [role=row]').all();
  return Promise.all(rows.map((row) => row.getByRole('gridcell').nth(at).innerText()));
}
