/** What cannot be saved is told at its fields, all of it at once, in the words of the owner. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../browser.ts';
import { create } from '../calls.ts';
import { fixtureForSuite, screens } from '../fixture.ts';

describe('what cannot be saved', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  const field = (page: Page, label: string) =>
    page.locator('.field', { has: page.getByLabel(label, { exact: true }) }).getByRole('alert');
  const save = (page: Page, name: string) =>
    page.locator('.save-bar').getByRole('button', { name, exact: true }).click();

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, every field that is wrong is marked at once, until it is changed`, async () => {
      const site = await fixture.owner.newSite({ languages: ['en'] });
      const { page, go } = await fixture.openSignedIn(`#/sites/${site.id}/information/business`, {
        options,
      });
      for (const label of ['Phone', 'WhatsApp', 'E-mail'])
        await page.getByLabel(label).fill('hello');
      await save(page, 'Save');
      const number = 'Enter a phone number, such as 0722 123 456 or +254 722 123 456.';
      const faults = async (labels: readonly string[]) =>
        Promise.all(labels.map((label) => field(page, label).allTextContents()));
      await field(page, 'Phone').waitFor();
      assert.deepEqual(await faults(['Phone', 'WhatsApp', 'E-mail']), [
        [number],
        [number],
        ['Enter a full e-mail address, such as duka@example.com.'],
      ]);
      await page.getByLabel('Phone').fill('0722 123 456');
      await field(page, 'Phone').waitFor({ state: 'detached' });
      assert.deepEqual(await faults(['WhatsApp']), [[number]]);
      await page.getByLabel('WhatsApp').fill('0722 123 456');
      await page.getByLabel('E-mail').fill('');
      await page.locator('.save-problem').waitFor({ state: 'detached' });
      await save(page, 'Save');
      await page.locator('.save-bar').waitFor({ state: 'detached' });
      await go(`/sites/${site.id}/information/faqs`);
      await page.getByRole('button', { name: 'Add a question' }).click();
      await page.getByLabel('Link').fill('our page');
      await save(page, 'Save');
      await field(page, 'Link').waitFor();
      assert.deepEqual(await faults(['Question', 'Answer', 'Link']), [
        ['Nothing is written here; fill it in or delete it.'],
        ['Nothing is written here; fill it in or delete it.'],
        ['Enter a full address, such as https://example.com/page.'],
      ]);
      const bar = (await page.locator('.save-problem').textContent()) ?? '';
      assert.doesNotMatch(bar, /must|faqs|url|req_/);
    });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, in Swahili, the settings mark an address and a number that are wrong`, async () => {
      const site = await fixture.owner.newSite({});
      const { page } = await fixture.openSignedIn(`#/sites/${site.id}/settings`, {
        options: { ...options, locale: 'sw' },
      });
      await page.getByLabel('Webhook (kwa wataalamu)').fill('anwani');
      await page.locator('input[type=number]').first().fill('0');
      await save(page, 'Hifadhi');
      await page
        .locator('.field', { has: page.getByLabel('Webhook (kwa wataalamu)') })
        .getByText('Andika anwani kamili, kama https://example.com/ukurasa.')
        .waitFor();
      await page.locator('.field').getByText('Andika namba nzima, kuanzia 1 hadi').waitFor();
      const text = await page.locator('main').innerText();
      assert.doesNotMatch(text, /must be|req_/);
    });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, a webhook address that is none is told at its field, without words of the API`, async () => {
      const { page, go } = await fixture.openSignedIn('#/platform/services/connect', { options });
      const hook = await create(page, 'connect', 'Webhook', `refused ${screen}`);
      await go(`/platform/resources/${hook.id}`);
      await page.getByRole('tab', { name: 'Config' }).click();
      await page.getByLabel('Webhook URL').fill('duka');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const fault = field(page, 'Webhook URL');
      await fault.waitFor();
      assert.deepEqual(await fault.allTextContents(), [
        'Enter a full address, such as https://example.com/hook.',
      ]);
      assert.equal(await page.getByText('config.url').count(), 0);
      await page.getByLabel('Webhook URL').fill('https://example.com/hook');
      await fault.waitFor({ state: 'detached' });
    });
});
