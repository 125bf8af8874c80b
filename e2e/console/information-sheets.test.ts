import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../packages/server/test/fixtures/server-process.ts';
import type { TestSite } from '../../packages/server/test/fixtures/site-server.ts';
import { noBrowser } from '../browser.ts';
import { fixtureForSuite } from './fixture.ts';
import { shopProfile } from './information-shop.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

describe('hours, closed days and prices', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  const newShop = () => fixture.owner.newSite(shopProfile);
  const profileOf = async (site: TestSite) => (await site.asOwner('GET', '')).json.profile;
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
  };

  test('hours are edited by tap, drag and keys, shown on either clock and copied to other days', async () => {
    const site = await newShop();
    const { page } = await fixture.openSignedIn(`#/sites/${site.id}/information/hours`);
    const cell = (name: string) => page.getByRole('gridcell', { name });
    await cell('Sunday 10:00').click();
    const [from, to] = [
      await cell('Friday 09:00').boundingBox(),
      await cell('Saturday 12:00').boundingBox(),
    ];
    await page.mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 5, (to?.y ?? 0) + 5, { steps: 4 });
    await page.mouse.up();
    await cell('Sunday 10:00').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByLabel('Tuesday: closes').fill('18:45');
    await page.getByRole('button', { name: 'Copy Tuesday to other days' }).click();
    await page.getByRole('menuitem', { name: 'Wednesday' }).click();
    await page.getByRole('button', { name: 'Add hours Wednesday' }).click();
    await page.getByRole('button', { name: 'Saa 2 asubuhi' }).click();
    await page.getByLabel('Monday: opens').selectOption({ label: '3 asubuhi' });
    await save(page);
    assert.deepEqual((await profileOf(site)).hours, [
      { days: ['mon'], open: '09:00', close: '17:30' },
      { days: ['tue', 'wed'], open: '08:00', close: '18:45' },
      { days: ['wed'], open: '19:45', close: '22:45' },
      { days: ['fri', 'sat'], open: '09:00', close: '13:00' },
      { days: ['sun'], open: '10:00', close: '12:00' },
    ]);
  });

  test('on a phone, closed days are tapped on a calendar, and a price is edited in its own sheet', async () => {
    const site = await newShop();
    const { page, go } = await fixture.openSignedIn(`#/sites/${site.id}/information/closed`, {
      options: phone,
    });
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('gridcell').getByText('12', { exact: true }).tap();
    const note = page.getByRole('group', { name: 'Reason' });
    await note.getByLabel('Swahili').fill('Sikukuu');
    await note.getByLabel('English').fill('Holiday');
    await save(page);
    const { closed } = await profileOf(site);
    assert.equal(closed.length, 1);
    assert.match(closed[0].date, /^\d{4}-\d{2}-12$/);
    assert.deepEqual(closed[0].note, { sw: 'Sikukuu', en: 'Holiday' });
    await page.getByLabel('Closed', { exact: true }).selectOption('13:00');
    const christmas = page.getByRole('checkbox', { name: /^Christmas Day/ });
    await christmas.check();
    await save(page);
    const again = (await profileOf(site)).closed;
    assert.equal(again.length, 2);
    const half = again.find(({ date }: { date: string }) => date === closed[0].date);
    assert.deepEqual(half, { ...closed[0], from: '13:00' });
    const holiday = again.find(({ date }: { date: string }) => date.endsWith('-12-25'));
    assert.deepEqual(holiday.note, { sw: 'Krismasi', en: 'Christmas Day' });
    await christmas.uncheck();
    await page.getByLabel('Country').selectOption('Rwanda');
    await page.getByRole('checkbox', { name: /^Umuganura/ }).waitFor();
    await go(`/sites/${site.id}/information/prices`);
    await page.getByRole('button', { name: /^Bread/ }).tap();
    const sheet = page.getByRole('dialog', { name: 'Price' });
    await sheet.getByLabel('Price', { exact: true }).fill('75.50');
    await sheet.getByRole('button', { name: 'Save' }).tap();
    await sheet.waitFor({ state: 'detached' });
    await eventually(async () => (await profileOf(site)).prices[1].price === 75.5);
  });

  test('a pasted list is previewed before it is applied, and Enter moves down as in a spreadsheet', async () => {
    const site = await newShop();
    const { page } = await fixture.openSignedIn(`#/sites/${site.id}/information/prices`);
    const price = page.getByLabel('Price, row 1');
    await price.fill('200');
    await price.press('Enter');
    await page.locator('[aria-label="Price, row 2"]:focus').waitFor();
    await page.getByRole('button', { name: 'Paste a list' }).click();
    await page
      .getByLabel('Your list')
      .fill('Item\tPrice\tUnit\nbread\t70\t\nMilk\t60\tlitre\nDrinks\t\t\nEggs\t"1,500"\ttray');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'What will change' });
    await preview.getByText('Skipped because they have no price: 1').waitFor();
    assert.equal(await preview.locator('del').textContent(), 'KES 65');
    await preview.getByRole('button', { name: 'Add 2, Change 1' }).click();
    await save(page);
    const { prices } = await profileOf(site);
    assert.deepEqual(
      prices.map((one: { price: number; unit?: string }) => [one.price, one.unit]),
      [
        [200, 'kilo'],
        [70, undefined],
        [60, 'litre'],
        [1_500, 'tray'],
      ],
    );
    assert.deepEqual(prices[1].item, { sw: 'Mkate', en: 'Bread' });
    const { versions } = (await site.asOwner('GET', '/profile/versions')).json;
    assert.equal(versions.length, 2, 'four prices are one version');
  });
});
