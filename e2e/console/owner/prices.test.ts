/** Ways in which shop owners could lose prices or drafts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { TestSite } from '../../../packages/server/test/fixtures/site-server.ts';
import { noBrowser } from '../../browser.ts';
import { fixtureForSuite, overflowOn, screens, settled } from '../fixture.ts';
import { shopProfile } from '../information-shop.ts';

const photo = readFileSync(
  new URL('../../../packages/server/test/source-pages/photo.jpg', import.meta.url),
);
describe('prices and drafts of an owner', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  const newShop = () => fixture.owner.newSite(shopProfile);
  const pricesOf = async (site: TestSite): Promise<readonly (readonly [unknown, unknown])[]> =>
    (await site.asOwner('GET', '')).json.profile.prices.map(
      ({ item, price }: { item: { en?: string }; price: unknown }) => [item.en ?? item, price],
    );
  const saveBar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
  const save = async (page: Page) => {
    await saveBar(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
  };

  const enter = (site: TestSite, path: string, options: BrowserContextOptions) =>
    fixture.openSignedIn(`#/sites/${site.id}/${path}`, { options });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, a photo of a price list becomes prices`, async () => {
      const site = await newShop();
      const { page } = await enter(site, 'information/prices', options);
      await page.getByRole('link', { name: 'Take a photo' }).click();
      await settled(page);
      const camera = page.locator('input[capture=environment]');
      await camera.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photo });
      // The process that reads the photo has a low priority.
      await page.getByRole('heading', { name: 'Prices (10)' }).waitFor({ timeout: 120_000 });
      await page.getByRole('button', { name: /^Add \d/ }).click();
      await page.getByText('Saved.').waitFor();
      const prices = await pricesOf(site);
      assert.ok(prices.some(([item, price]) => item === 'Nondo 12mm' && price === 1250));
      assert.equal(prices.length, 12);
    });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, Back closes a pasted list; applied, it changes items and warns of similar ones`, async () => {
      const site = await newShop();
      const { page } = await enter(site, 'information/prices', options);
      await page.getByRole('button', { name: 'Paste a list' }).click();
      await page.getByLabel('Your list').fill('Eggs\t15');
      await page.waitForFunction(() => history.state?.layer !== undefined);
      await page.goBack();
      await page.getByLabel('Your list').waitFor({ state: 'detached' });
      assert.match(page.url(), /information\/prices$/);
      await page.getByRole('button', { name: 'Paste a list' }).click();
      await page.getByLabel('Your list').fill('BREAD\tmia moja\nRice kilo\t190\nBrown bread\t95');
      await page.getByRole('button', { name: 'Preview' }).click();
      const preview = page.getByRole('dialog', { name: 'What will change' });
      await preview.getByText('“Brown bread” and “Bread” look alike.').waitFor();
      await preview.getByRole('button', { name: 'Add 1, Change 2' }).click();
      const released = Promise.withResolvers<void>();
      await page.route('**/profile**', async (route) => {
        if (route.request().method() !== 'GET') await released.promise;
        await route.continue();
      });
      await saveBar(page).getByRole('button', { name: 'Save' }).click();
      await saveBar(page).locator('.button[aria-busy=true]').waitFor();
      // The busy button stays readable; its colours change gradually.
      while ((await contrastOf(page)) < 4.5)
        await page.evaluate(() => new Promise(requestAnimationFrame));
      released.resolve();
      await page.getByText('Saved.').waitFor();
      assert.deepEqual(await pricesOf(site), [
        ['Rice', 190],
        ['Bread', 100],
        ['Brown bread', 95],
      ]);
    });

  test('the table of a desktop shows whole prices, also those in words, beside two languages', async () => {
    const texts = ['from 4,500', 'from KSh 18,000 per tier'];
    const prices = texts.map((price) => ({
      item: { sw: 'Keki', en: price },
      price,
      currency: 'KES',
    }));
    const site = await fixture.owner.newSite({ ...shopProfile, prices });
    const { page } = await enter(site, 'information/prices', {});
    for (const [at, text] of texts.entries()) {
      const cell = page.getByLabel(`Price, row ${at + 1}`);
      assert.equal(await cell.inputValue(), text);
      assert.equal(await cell.evaluate((input) => input.scrollWidth > input.clientWidth), false);
    }
    const folder = process.env.BARAZA_PICTURES;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/prices.png` });
    assert.deepEqual(await overflowOn(page), []);
  });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, a duplicate item is offered as a change, and unclear words are refused`, async () => {
      const site = await newShop();
      const { page } = await enter(site, 'information/prices', options);
      await page.getByRole('button', { name: 'Add a price' }).click();
      const isPhone = screen === 'phone';
      const sheet = page.getByRole('dialog', { name: 'Price' });
      const [item, price] = isPhone
        ? [
            sheet.getByRole('group', { name: 'Item or service' }).getByLabel('English'),
            sheet.getByLabel('Price', { exact: true }),
          ]
        : [page.locator('[data-row="2"][data-column="0"]'), page.getByLabel('Price, row 3')];
      await item.fill('bread');
      await price.fill('elfu mbili na nusu');
      await (isPhone ? sheet : saveBar(page)).getByRole('button', { name: 'Save' }).click();
      await page.getByText('enter the price in digits, such as 2500.').first().waitFor();
      await price.fill('mia nne');
      await price.blur();
      assert.equal(await price.inputValue(), '400');
      if (isPhone) await sheet.getByRole('button', { name: 'Close' }).click();
      await page.getByText('“Bread” is already in your list, at KES 65.').waitFor();
      await page.getByRole('button', { name: 'Change it to KES 400' }).click();
      await save(page);
      assert.deepEqual(await pricesOf(site), [
        ['Rice', 180],
        ['Bread', 400],
      ]);
    });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, a draft survives a reload, discarding asks first, and the bar keeps its layout`, async () => {
      const site = await newShop();
      const { page, go } = await enter(site, 'information/business', options);
      const phone = page.getByLabel('Phone');
      await phone.fill('0722 000 999');
      const layout = () =>
        saveBar(page).evaluate((bar) => {
          const { display, padding, position, left, width } = getComputedStyle(bar);
          return { display, padding, position, left, width };
        });
      await saveBar(page).waitFor();
      const before = await layout();
      for (const other of ['appearance', 'install', 'settings', 'information/business'])
        await go(`/sites/${site.id}/${other}`);
      assert.deepEqual(await layout(), before);
      await page.reload();
      await settled(page);
      assert.equal(await phone.inputValue(), '0722 000 999');
      await saveBar(page).getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Discard all' }).click();
      assert.equal(await phone.inputValue(), '0700 111 222');
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      assert.equal(await phone.inputValue(), '0722 000 999');
    });
});

/** The contrast between the text and the background of the busy button. */
function contrastOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const button = document.querySelector('.save-bar .button[aria-busy=true]') as HTMLElement;
    const style = getComputedStyle(button);
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const luminance = (colour: string) => {
      if (canvas === null) return 0;
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((one) =>
        one <= 10 ? one / 3294 : ((one / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [one, other] = [luminance(style.color), luminance(style.backgroundColor)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  });
}
