/** What owners type by mistake is noticed where they type it: prices, hours, languages, names. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../browser.ts';
import { fixtureForSuite, screens, settled } from '../fixture.ts';
import { shopProfile } from '../information-shop.ts';

describe('mistakes of an owner', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  const saveBar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
  const save = async (page: Page) => {
    await saveBar(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
  };
  const noPrice = 'enter a price, such as 850 or “free”; without an amount';

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, a price that is none is told at its cell, and a note may stand for it`, async () => {
      const site = await fixture.owner.newSite(shopProfile);
      const { page } = await fixture.openSignedIn(`#/sites/${site.id}/information/prices`, {
        options,
      });
      const isPhone = screen === 'phone';
      if (isPhone) await page.getByRole('button', { name: /^Bread/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Price' });
      const price = isPhone
        ? sheet.getByLabel('Price', { exact: true })
        : page.getByLabel('Price, row 2');
      await price.fill('abc');
      await price.blur();
      await page.getByText(noPrice).first().waitFor();
      assert.equal(await price.getAttribute('aria-invalid'), 'true');
      await page.keyboard.press('Control+s');
      await page.getByText(noPrice).first().waitFor();
      assert.equal((await site.asOwner('GET', '')).json.profile.prices[1].price, 65);
      await price.fill('');
      const note = isPhone
        ? sheet.getByRole('group', { name: 'Note' }).getByLabel('English')
        : page.getByLabel('Note, row 2');
      await note.fill('on request');
      await (isPhone ? sheet : saveBar(page)).getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      const [, saved] = (await site.asOwner('GET', '')).json.profile.prices;
      assert.equal('price' in saved, false);
    });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, hours that end on the next day are asked about, on a 24-hour clock`, async () => {
      const site = await fixture.owner.newSite(shopProfile);
      const { page } = await fixture.openSignedIn(`#/sites/${site.id}/information/hours`, {
        options,
      });
      await page.getByRole('button', { name: 'Open Sunday' }).click();
      const opens = page.getByLabel('Sunday: opens');
      assert.equal(await opens.inputValue(), '08:00');
      await opens.fill('7');
      await opens.blur();
      assert.equal(await opens.inputValue(), '07:00');
      await opens.fill('77');
      await opens.blur();
      await page.getByText('Enter a time such as 08:00.').waitFor();
      // What is marked as wrong is not left out of what is saved.
      await saveBar(page).getByRole('button', { name: 'Save' }).click();
      await page.getByText('Opening hours: enter a time such as 08:00.').waitFor();
      const before = (await site.asOwner('GET', '')).json.profile.hours;
      assert.deepEqual(before, shopProfile.hours);
      await opens.fill('0700');
      await page.getByLabel('Sunday: closes').fill('06:00');
      await page.getByText('Do you close at 06:00 on the next day?').waitFor();
      await saveBar(page).getByRole('button', { name: 'Save' }).click();
      await page.getByText('confirm that it closes on the next day.').waitFor();
      await page.getByRole('button', { name: 'Yes (Sunday)' }).click();
      await page.getByText('Closes at 06:00 the next day').waitFor();
      await save(page);
      const { hours } = (await site.asOwner('GET', '')).json.profile;
      assert.deepEqual(hours.at(-1), {
        days: ['sun'],
        open: '07:00',
        close: '06:00',
        nextDay: true,
      });
    });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, a site added in an English console is an English one, and says what is missing`, async () => {
      const owner = await fixture.server.siteServer.newOwner();
      const { page } = await fixture.openSignedIn('#/sites', { owner, options });
      await page.getByRole('button', { name: 'Add a site' }).first().click();
      const sheet = page.getByRole('dialog', { name: 'Add a site' });
      await sheet.getByRole('button', { name: 'Add a site' }).click();
      await sheet.getByText('Enter the name of the business.').waitFor();
      await sheet.getByText('Use 3 to 40 lowercase letters, digits or hyphens').waitFor();
      assert.equal(await sheet.getByText('id must').count(), 0);
      const name = `Njeri Bakery ${screen}`;
      await sheet.getByLabel('Business name').fill(name);
      await sheet.getByLabel('Short name').fill('demo');
      await sheet.getByRole('button', { name: 'Add a site' }).click();
      await sheet.getByText('This short name is taken; choose another one.').waitFor();
      await sheet.getByLabel('Short name').fill(`njeri-${screen}`);
      await sheet.getByRole('button', { name: 'Add a site' }).click();
      await page.getByRole('button', { name: 'I have no website' }).click();
      await page.getByRole('heading', { name: 'What is your business called?' }).waitFor();
      const english = page.getByRole('button', { name: 'English', exact: true });
      assert.equal(await english.getAttribute('aria-pressed'), 'true');
      await page.getByLabel('What do you do?').fill('Tunauza mikate na keki kila siku.');
      await page.getByText('You have written in Swahili.').waitFor();
      await page.getByRole('button', { name: 'Choose Swahili' }).click();
      await page.getByText('You have written in Swahili.').waitFor({ state: 'detached' });
      await english.click();
      await page.getByLabel('What do you do?').fill('We bake bread and cakes every day.');
      await page.getByRole('button', { name: 'Save and continue' }).click();
      await page.getByLabel('Phone').fill('hello');
      await page.getByLabel('WhatsApp number').fill('12');
      await page.getByRole('button', { name: 'Save and continue' }).click();
      // Both at once, in one sentence that fits both.
      const faults = page.getByText('Enter a phone number, for example 0722 123 456 or +254');
      await faults.nth(1).waitFor();
      assert.equal(await faults.count(), 2);
    });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, a save takes the place of the message of the save before it`, async () => {
      const site = await fixture.owner.newSite(shopProfile);
      const { page } = await fixture.openSignedIn(`#/sites/${site.id}/information/business`, {
        options,
      });
      for (const phone of ['0722 000 111', '0722 000 222']) {
        await page.getByLabel('Phone').fill(phone);
        await saveBar(page).getByRole('button', { name: 'Save' }).click();
        await saveBar(page).waitFor({ state: 'detached' });
      }
      await page.getByText('Saved.').first().waitFor();
      assert.equal(await page.getByText('Saved.').count(), 1);
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await page.getByText('Restored.').waitFor();
      assert.equal(await page.getByLabel('Phone').inputValue(), '0722 000 111');
    });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, a shop in Kampala has the time zone and the country code of Kampala`, async () => {
      const owner = await fixture.server.siteServer.newOwner();
      const as = { owner, options: { ...options, timezoneId: 'Africa/Kampala' } };
      const { page, go } = await fixture.openSignedIn('#/sites', as);
      const id = `nakato-${screen}`;
      await page.getByRole('button', { name: 'Add a site' }).first().click();
      const sheet = page.getByRole('dialog', { name: 'Add a site' });
      await sheet.getByLabel('Business name').fill('Duka la Nakato');
      await sheet.getByLabel('Short name').fill(id);
      await sheet.getByRole('button', { name: 'Add a site' }).click();
      await page.getByRole('button', { name: 'I have no website' }).click();
      await page.getByRole('button', { name: 'Save and continue' }).click();
      await page.getByLabel('WhatsApp number').fill('0772 123 456');
      await page.getByText('+256772123456').waitFor();
      await go(`/sites/${id}/information/business`);
      await page.getByLabel('Time zone').selectOption('Africa/Dar_es_Salaam');
      await saveBar(page).getByRole('button', { name: 'Save' }).click();
      await saveBar(page).waitFor({ state: 'detached' });
      const { profile } = await (
        await page.request.get(new URL(`/console/sites/${id}`, page.url()).href)
      ).json();
      assert.equal(profile.timezone, 'Africa/Dar_es_Salaam');
    });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, a text in the wrong language is moved with one tap, and a whole site with one`, async () => {
      const swahili = {
        id: 'f1',
        question: 'Mnafungua lini?',
        answer: 'Tunafungua kila siku saa mbili.',
      };
      const english = { id: 'f2', question: 'Do you deliver?', answer: 'Yes, to your home.' };
      const cake = { id: 'p1', item: 'Birthday cake', price: 900, currency: 'KES' };
      const site = await fixture.owner.newSite({ faqs: [swahili, english], prices: [cake] });
      const path = `#/sites/${site.id}/information`;
      const { page, go } = await fixture.openSignedIn(`${path}/faqs?entry=f2`, { options });
      const notes = page.getByText('This looks like English.');
      await notes.first().waitFor();
      await page.getByRole('button', { name: 'Move it to English' }).first().click();
      await page.getByRole('button', { name: 'Move it to English' }).click();
      await notes.waitFor({ state: 'detached' });
      if (screen === 'desktop') {
        await go(`/sites/${site.id}/information/prices`);
        await page.getByRole('button', { name: 'Move it' }).click();
        await save(page);
        const { profile } = (await site.asOwner('GET', '')).json;
        assert.deepEqual(profile.prices[0].item, { en: 'Birthday cake' });
        assert.deepEqual(profile.faqs[1].answer, { en: english.answer });
        assert.equal(profile.faqs[0].answer, swahili.answer);
      }
      const other = await fixture.owner.newSite({ faqs: [english], prices: [cake] });
      const { page: second } = await fixture.openSignedIn(`#/sites/${other.id}/information/faqs`, {
        options,
      });
      await second.getByText('Your information looks like English').waitFor();
      await second.getByRole('button', { name: 'Change it to English' }).click();
      await second.getByText('Your information looks like English').waitFor({ state: 'detached' });
      await save(second);
      const { languages } = (await other.asOwner('GET', '')).json.profile;
      assert.deepEqual(languages, ['en', 'sw']);
    });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, an address that is none is told at its field`, async () => {
      const { page } = await fixture.openSignedIn('#/sites/demo/sources', { options });
      await page.getByLabel('Address of a page or a sitemap').fill('not an address');
      await page.getByRole('button', { name: 'Read the website' }).click();
      await page.getByText('Enter the address of a page, such as example.com/prices.').waitFor();
      await settled(page);
    });
});
