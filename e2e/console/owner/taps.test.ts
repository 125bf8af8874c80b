/** How many taps a shop owner needs on a phone. Typing is free; a picker of the phone costs what its steps cost. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from '../../browser.ts';
import { addDevice } from '../passkey-device.ts';
import { phone, stageOfSuite } from '../stage.ts';

/** Hour, minute and OK; or the option of a list. */
const pickerTaps = { time: 3, list: 1 };

describe('taps of a shop owner', { skip: noBrowser }, () => {
  const stage = stageOfSuite();

  test('from the link to the first right answer: at most 24', async () => {
    const owner = await stage.server.siteServer.newOwner();
    await owner.newSite({}, 'kwanza');
    const { page } = await stage.enter('#/', { owner, options: phone });
    const { tap, write, taps, pick } = counted(page);
    const goOn = () => tap(page.getByRole('button', { name: 'Save and continue' }));
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

  test('the next day: at most 3', async () => {
    const token = await stage.server.newLink(stage.owner.id);
    // Passkeys need a host with a name.
    const address = stage.server.url.replace('127.0.0.1', 'localhost');
    const { page } = await stage.visitAlone(`${address}/#/enter/${token}`, phone);
    await page.locator('.shell').waitFor();
    await addDevice(page);
    await page.getByRole('button', { name: 'Turn on' }).tap();
    await page.getByText('You can now sign in with this device.').waitFor();
    await page.context().clearCookies();
    await page.goto('about:blank');
    const { tap, taps } = counted(page);
    await page.goto(`${address}/`);
    await tap(page.getByRole('button', { name: /fingerprint/ }));
    await page.locator('.shell').waitFor();
    assert.ok(taps() <= 3, `${taps()} taps`);
  });
});

function counted(page: Page) {
  let count = 0;
  const tap = async (target: Locator): Promise<void> => {
    count += 1;
    await target.tap();
  };
  return {
    taps: () => count,
    tap,
    /** By the keyboard, which writes only where the tap has put the focus. */
    write: async (field: Locator, text: string): Promise<void> => {
      await tap(field);
      await page.keyboard.type(text);
      assert.equal(await field.inputValue(), text);
    },
    /** The picker of the phone, which a test cannot tap. */
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
