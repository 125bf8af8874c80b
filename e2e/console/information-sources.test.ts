import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../../packages/server/test/fixtures/server-process.ts';
import type { TestSite } from '../../packages/server/test/fixtures/site-server.ts';
import { noBrowser } from '../browser.ts';
import { fixtureForSuite } from './fixture.ts';
import { shopProfile } from './information-shop.ts';

describe('sources, versions and test questions', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  const newShop = () => fixture.owner.newSite(shopProfile);
  const profileOf = async (site: TestSite) => (await site.asOwner('GET', '')).json.profile;

  test('the selected proposals of a file are added with their edits, and one undo removes them all', async () => {
    const site = await newShop();
    const { page } = await fixture.openSignedIn(`#/sites/${site.id}/sources`);
    const rows = ['Item,Price', 'Rice,180', 'Milk,60', 'Eggs,15', 'Soap,45'].join('\n');
    await page
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
    await page.getByRole('heading', { name: /^Prices \(/ }).waitFor();
    await page.getByRole('checkbox', { name: /^Soap/ }).uncheck();
    await page.getByRole('button', { name: 'Edit Milk' }).click();
    await page.getByLabel('Price', { exact: true }).fill('65');
    await page.getByRole('button', { name: /^Add \d/ }).click();
    await page.getByText('Saved.').waitFor();
    const prices = async () =>
      (await profileOf(site)).prices.map((one: { item: unknown; price: number }) => [
        one.item,
        one.price,
      ]);
    const added = await prices();
    assert.ok(added.some(([item, price]: [unknown, number]) => item === 'Milk' && price === 65));
    assert.ok(added.some(([item]: [unknown]) => item === 'Eggs'));
    assert.ok(!added.some(([item]: [unknown]) => item === 'Soap'));
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('nothing of this is in use').waitFor();
    assert.equal((await prices()).length, 2);
    await page.getByRole('button', { name: /^Add \d+$/ }).click();
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByText('nothing of this is in use').waitFor();
    assert.equal((await prices()).length, 2);
  });

  test('a version shows which words changed; it, or one change alone, is restored, and that undone', async () => {
    const site = await newShop();
    const [deliver, pay] = shopProfile.faqs;
    const answer = { sw: 'Ndiyo, ndani ya Kisumu.', en: 'Yes, within Busia.' };
    await site.save({ ...shopProfile, faqs: [{ ...deliver, answer }, pay] });
    const { page } = await fixture.openSignedIn(`#/sites/${site.id}/versions`);
    await page.getByRole('button', { name: /^Changed: Do you deliver/ }).click();
    await page.locator('del', { hasText: 'Kisumu.' }).waitFor();
    await page.locator('ins', { hasText: 'Busia.' }).waitFor();
    await page.getByRole('button', { name: /^Added/ }).click();
    await page.getByRole('button', { name: 'Go back to this' }).click();
    const dialog = page.getByRole('dialog', { name: 'What should be undone?' });
    await dialog.getByText('Everything changed since then is undone too: 1.').waitFor();
    await dialog.getByRole('button', { name: 'Everything as it was then' }).click();
    await page.getByText('Restored.').waitFor();
    assert.equal((await profileOf(site)).faqs[0].answer.en, 'Yes, within Kisumu.');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    const isAgain = async () => (await profileOf(site)).faqs[0].answer.en === 'Yes, within Busia.';
    await eventually(isAgain);
    await site.save({ ...(await profileOf(site)), phone: '0700000123' });
    await page.reload();
    await page
      .getByRole('button', { name: /^Changed: Do you deliver/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Go back to this' }).click();
    await page.getByRole('button', { name: 'Only this change' }).click();
    await page.getByText('Restored.').waitFor();
    const after = await profileOf(site);
    assert.equal(after.faqs[0].answer.en, 'Yes, within Kisumu.');
    assert.equal(after.phone, '0700000123');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await eventually(isAgain);
  });

  test('a test question uses unsaved changes, reports a busy server, and links to its entry', async () => {
    const site = await newShop();
    const { page } = await fixture.openSignedIn(`#/sites/${site.id}/information/faqs`, {
      options: { viewport: { width: 360, height: 740 } },
    });
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /^Do you deliver/ })
      .click();
    await page
      .getByRole('group', { name: 'Answer' })
      .getByLabel('English')
      .fill('Yes, by boat to every island.');
    let isBusy = true;
    await page.route('**/preview', (route) =>
      isBusy
        ? route.fulfill({
            status: 503,
            headers: { 'retry-after': '1' },
            json: { error: 'Busy.', code: 'busy', request_id: 'r' },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('Try a question');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Try a question' });
    await sheet.getByLabel("A customer's question").fill('Do you deliver?');
    await page.keyboard.press('Enter');
    await sheet.getByText('this question was not read').waitFor();
    assert.equal(await sheet.getByText('No answer').count(), 0);
    assert.equal(await sheet.getByRole('alert').count(), 0);
    const folder = process.env.BARAZA_SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/console-try-busy.png` });
    isBusy = false;
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await sheet.locator('.try-text', { hasText: 'by boat to every island' }).waitFor();
    await sheet.getByRole('link', { name: 'Do you deliver?' }).first().click();
    await sheet.waitFor({ state: 'detached' });
    assert.match(page.url(), /faqs\?entry=deliver$/);
    assert.equal((await profileOf(site)).faqs[0].answer.en, 'Yes, within Kisumu.');
  });
});
