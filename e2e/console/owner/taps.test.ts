/** How many taps a shop owner needs on a phone. Typing does not count; each step of a native picker does. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from '../../browser.ts';
import { fixtureForSuite, phone } from '../fixture.ts';
import { bakery } from '../websites/bakery.ts';
import { serveWebsite } from '../websites/website.ts';

/** Hour, minute and OK; or the option of a list. */
const pickerTaps = { time: 3, list: 1 };

describe('the number of taps of a shop owner', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite({ environment: { BARAZA_WEBHOOK_PRIVATE: '1' } });

  test('is at most 24 from the link to the first correct answer', async () => {
    const owner = await fixture.server.siteServer.newOwner();
    await owner.newSite({}, 'kwanza');
    const { page } = await fixture.openSignedIn('#/', { owner, options: phone });
    const { tap, write, taps, pick } = countTaps(page);
    const goOn = () => tap(page.getByRole('button', { name: 'Save and continue' }));
    await tap(page.getByRole('button', { name: 'I have no website' }));
    await write(page.getByLabel('Business name'), 'Mkate Bora');
    await goOn();
    await write(page.getByLabel('WhatsApp number'), '0700 000 001');
    await goOn();
    await pick(page.getByLabel('Monday: opens'), 'time', (field) => field.fill('07:30'));
    await tap(page.getByRole('button', { name: 'Copy Monday to other days' }));
    await tap(page.getByRole('menuitem', { name: 'To all days' }));
    await goOn();
    await tap(page.getByRole('button', { name: 'Add a price' }));
    const sheet = page.getByRole('dialog', { name: 'Price' });
    const item = sheet.getByRole('group', { name: 'Item or service' });
    await write(item.getByLabel('English'), 'Wheat bread');
    await write(sheet.getByLabel('Price', { exact: true }), '65');
    await tap(sheet.getByRole('button', { name: 'Save' }));
    await goOn();
    const kind = page.getByLabel('What kind of business is it?');
    await pick(kind, 'list', (field) => field.selectOption('food'));
    await write(page.getByLabel('Do you deliver food?'), 'Yes, in Nairobi.');
    await goOn();
    await write(page.getByLabel("A customer's question"), 'how much is bread');
    await tap(page.getByRole('button', { name: 'Ask', exact: true }));
    await page.getByText('Answered', { exact: true }).waitFor();
    await page.getByText(/65/).first().waitFor();
    assert.ok(taps() <= 24, `${taps()} taps`);
  });

  test('is at most 4 with a website: the address, its answer, and everything approved', async (t) => {
    const website = await serveWebsite(bakery);
    t.after(website.close);
    const owner = await fixture.server.siteServer.newOwner();
    await owner.newSite({ timezone: 'Africa/Nairobi' }, 'tovuti');
    const { page } = await fixture.openSignedIn('#/', { owner, options: phone });
    const { tap, write, taps } = countTaps(page);
    await write(page.getByLabel('Web address'), website.host);
    await tap(page.getByRole('button', { name: 'Read my website' }));
    await tap(page.getByRole('button', { name: 'How much is White bread?' }));
    await page.locator('.try-text').getByText('65').waitFor();
    await tap(page.getByRole('button', { name: /^Use these/ }));
    await page.getByRole('heading', { name: 'Well done! Your assistant is ready' }).waitFor();
    assert.ok(taps() <= 4, `${taps()} taps`);
  });
});

function countTaps(page: Page) {
  let count = 0;
  const tap = async (target: Locator): Promise<void> => {
    count += 1;
    await target.tap();
  };
  return {
    taps: () => count,
    tap,
    /** Types on the keyboard, into the field that the tap has focused. */
    write: async (field: Locator, text: string): Promise<void> => {
      await tap(field);
      await page.keyboard.type(text);
      assert.equal(await field.inputValue(), text);
    },
    /** Counts the taps in a native picker, which a test cannot tap. */
    pick: async (
      field: Locator,
      kind: keyof typeof pickerTaps,
      choose: (field: Locator) => Promise<unknown>,
    ): Promise<void> => {
      count += 1 + pickerTaps[kind];
      await choose(field);
    },
  };
}
