/** A text in the other language is noticed where it is written, and nobody is told to write in two languages. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../browser.ts';
import { fixtureForSuite, screens, settled } from '../fixture.ts';
import { askAs } from './visitors.ts';

const english = 'Yes, we deliver to your home every day.';
const swahili = 'Ndiyo, tunapeleka nyumbani kwako kila siku.';

describe('the language of a text', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  const note = (page: Page) => page.getByText('This looks like English.');
  const saveBar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
  const save = async (page: Page) => {
    await saveBar(page).getByRole('button', { name: 'Save' }).click();
    await saveBar(page).waitFor({ state: 'detached' });
  };

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, English on a Swahili site is moved, and no other text is overwritten`, async () => {
      const site = await fixture.owner.newSite({
        languages: ['sw'],
        facts: [
          { id: 'one', title: 'Malipo', text: 'Tunapokea M-Pesa na pesa taslimu dukani.' },
          { id: 'two', title: 'Usafiri', text: { sw: swahili, en: english } },
        ],
      });
      const { page, go } = await fixture.openSignedIn(
        `#/sites/${site.id}/information/facts?entry=one`,
        { options },
      );
      const text = page.getByRole('textbox', { name: 'Text', exact: true });
      await text.fill(english);
      await page.getByRole('button', { name: 'Move it to English' }).click();
      await note(page).waitFor({ state: 'detached' });
      const pair = page.getByRole('group', { name: 'Text', exact: true });
      assert.equal(await pair.getByLabel('English').inputValue(), english);
      assert.equal(await pair.getByLabel('Swahili').inputValue(), '');
      await pair.getByLabel('Swahili').fill('We also take cards in the shop.');
      await note(page).waitFor();
      assert.equal(await page.getByRole('button', { name: /^(Move|Swap)/ }).count(), 0);
      await pair.getByLabel('English').fill(swahili);
      await page.getByRole('button', { name: 'Swap the two texts' }).click();
      assert.equal(await pair.getByLabel('Swahili').inputValue(), swahili);
      await save(page);
      const { facts } = (await site.asOwner('GET', '')).json.profile;
      assert.deepEqual(facts[0].text, { sw: swahili, en: 'We also take cards in the shop.' });
      await go(`/sites/${site.id}/information/closed`);
      await page.locator('.calendar-day:not(.past)').last().click();
      await page.getByLabel('Reason').fill('We are closed for the whole day.');
      await note(page).waitFor();
    });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, each text is noticed, even where all of a site is in the other language`, async () => {
      const fact = { id: 'one', title: 'Payment', text: 'We take M-Pesa and cards.' };
      const site = await fixture.owner.newSite({ facts: [fact], about: 'We bake the best bread.' });
      const { page } = await fixture.openSignedIn(`#/sites/${site.id}/information/facts`, {
        options,
      });
      await page.getByText('Your information looks like English').waitFor();
      await page.getByRole('button', { name: 'Add a fact' }).click();
      const pair = page.getByRole('group', { name: 'Text', exact: true });
      await pair.getByLabel('Swahili').fill(english);
      await note(page).waitFor();
    });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, the first steps and a taught answer offer to move a text`, async () => {
      const owner = await fixture.server.siteServer.newOwner();
      const site = await owner.newSite({ business: 'Mkate Bora', languages: ['sw', 'en'] });
      const hash = `#/sites/${site.id}/start?step=questions`;
      const { page } = await fixture.openSignedIn(hash, { owner, options });
      await page.getByLabel('Do you deliver?').fill(english);
      await page.getByRole('button', { name: 'Move it to English' }).click();
      await note(page).waitFor({ state: 'detached' });
      assert.equal(await page.getByLabel('Answer (English)').inputValue(), english);
      await page.getByRole('button', { name: 'Add your own question' }).click();
      await page.getByLabel('Your question 1').fill('Is there a place to sit and eat?');
      await page.getByRole('button', { name: 'Move it to English' }).click();
      await page.getByLabel('Answer', { exact: true }).last().fill('Ndiyo, kuna meza nne.');
      await page.getByRole('button', { name: 'Save and continue' }).click();
      await page.getByRole('heading', { name: 'Well done!' }).waitFor();
      const { faqs } = (await site.asOwner('GET', '')).json.profile;
      assert.deepEqual(
        faqs.map(({ question, answer }: { question: unknown; answer: unknown }) => [
          question,
          answer,
        ]),
        [
          [{ sw: 'Mnaleta bidhaa nyumbani?', en: 'Do you deliver?' }, { en: english }],
          [{ en: 'Is there a place to sit and eat?' }, 'Ndiyo, kuna meza nne.'],
        ],
      );
      const id = await askAs(fixture, `Mnauza darubini ${screen}?`);
      const second = await fixture.openSignedIn(`#/sites/demo/questions/${id}`, { options });
      await second.page.getByLabel('Your answer in Swahili').fill('Yes, we have one of them.');
      await second.page.getByRole('button', { name: 'Move it to English' }).click();
      assert.equal(
        await second.page.getByLabel('Your answer in English').inputValue(),
        'Yes, we have one of them.',
      );
    });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, who writes in one language is not told that the other one is missing`, async () => {
      const faq = { id: 'one', question: { sw: 'Mnaleta?', en: 'Do you deliver?' } };
      const site = await fixture.owner.newSite({
        languages: ['en', 'sw'],
        faqs: [{ ...faq, answer: { en: english } }],
        facts: [{ id: 'two', title: { en: 'Payment' }, text: { en: 'We take M-Pesa.' } }],
      });
      const path = `/sites/${site.id}/information`;
      const { page, go } = await fixture.openSignedIn(`#${path}/faqs`, { options });
      await page
        .getByRole('listitem')
        .getByRole('button', { name: /^Do you deliver/ })
        .waitFor();
      assert.equal(await page.getByText('No Swahili').count(), 0);
      await go(path);
      await settled(page);
      assert.equal(await page.getByText('Please check').count(), 0);
      await go(`${path}/business`);
      await page.getByLabel('Phone').fill('0722 000 111');
      await save(page);
      assert.equal(await page.getByText('Please check').count(), 0);
      // Who writes anything in both languages wants to know what is not.
      const about = page.getByRole('group', { name: 'About the business' });
      await about.getByLabel('Swahili').fill('Tunauza mikate na keki kila siku.');
      await about.getByLabel('English').fill('We sell bread and cakes every day.');
      await save(page);
      await page.getByText('2 texts are not written in Swahili yet:').waitFor();
      await go(`${path}/faqs`);
      await page.getByText('No Swahili').waitFor();
    });
});
