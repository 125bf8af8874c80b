import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../packages/server/test/fixtures/server-process.ts';
import type { TestSite } from '../../packages/server/test/fixtures/site-server.ts';
import { noBrowser } from '../browser.ts';
import { fixtureForSuite, screens } from './fixture.ts';
import { shopProfile } from './information-shop.ts';

describe('the approved information of a site', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  const newShop = () => fixture.owner.newSite(shopProfile);
  const profileOf = async (site: TestSite) => (await site.asOwner('GET', '')).json.profile;
  const write = (page: Page, name: string, text: string) =>
    page.getByRole('group', { name }).getByLabel('English').fill(text);
  const entry = (page: Page, name: RegExp) =>
    page.getByRole('listitem').getByRole('button', { name });
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

  test('fields and entries are saved one by one, and each save can be undone', async () => {
    const site = await newShop();
    const { page, go } = await fixture.openSignedIn(`#/sites/${site.id}/information/business`);
    await page.getByLabel('Phone').fill('0722 000 999');
    await save(page);
    await page.getByText('Saved.').waitFor();
    assert.equal((await profileOf(site)).phone, '0722 000 999');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Restored.').waitFor();
    assert.equal(await page.getByLabel('Phone').inputValue(), '0700 111 222');
    assert.equal((await profileOf(site)).phone, '0700 111 222');
    await go(`/sites/${site.id}/information/faqs`);
    await page.getByRole('button', { name: 'Add a question' }).click();
    await write(page, 'Question', 'Is there parking?');
    await write(page, 'Answer', 'Yes, behind the shop.');
    await save(page);
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
    assert.equal((await profileOf(site)).faqs.at(-1).answer, 'Yes, behind the shop.');
    // Ends the messages of these saves, which have an undo as well.
    await page.reload();
    await entry(page, /^Do you deliver/).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await entry(page, /^Do you deliver/).waitFor({ state: 'detached' });
    await eventually(async () => (await profileOf(site)).faqs.length === 2);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await entry(page, /^Do you deliver/).waitFor();
    await eventually(async () => (await profileOf(site)).faqs.length === 3);
  });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, a user who saves second sees the other’s changes and chooses for each text`, async () => {
      const site = await newShop();
      const { page } = await fixture.openSignedIn(`#/sites/${site.id}/information/faqs`, {
        options,
      });
      await entry(page, /^Do you deliver/).click();
      await write(page, 'Answer', 'Yes, in all of Kisumu county.');
      const other = await fixture.openSignedIn(`#/sites/${site.id}/information/faqs`);
      await entry(other.page, /^Do you deliver/).click();
      await write(other.page, 'Answer', 'Only on Saturdays.');
      await save(other.page);
      await other.page.getByText('Saved.').waitFor();
      await other.go(`/sites/${site.id}/information/business`);
      await other.page.getByLabel('Phone').fill('0733 333 333');
      await save(other.page);
      await other.page
        .getByRole('region', { name: 'Unsaved changes' })
        .waitFor({ state: 'detached' });
      await save(page);
      const dialog = page.getByRole('dialog', { name: 'Someone else saved first' });
      await dialog.getByText(/ saved on /).waitFor();
      const choice = dialog.getByRole('group', { name: /Do you deliver/ });
      await choice.getByText('Only on Saturdays.').waitFor();
      await choice.getByText('Yes, in all of Kisumu county.').waitFor();
      await choice.getByText('Yes, within Kisumu.').waitFor();
      await dialog.getByText('0733 333 333').waitFor();
      await choice.getByRole('radio', { name: /Theirs/ }).check();
      await choice.getByRole('radio', { name: /Yours/ }).check();
      await dialog.getByRole('button', { name: 'Save my choices' }).click();
      await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
      const saved = await profileOf(site);
      assert.equal(saved.faqs[0].answer.en, 'Yes, in all of Kisumu county.');
      assert.equal(saved.phone, '0733 333 333');
    });

  test('a connection lost while saving keeps the draft, and nothing is saved twice', async () => {
    const site = await newShop();
    const { page } = await fixture.openSignedIn(`#/sites/${site.id}/information/facts`);
    await page.getByRole('button', { name: 'Add a fact' }).click();
    await write(page, 'Title', 'Guarantee');
    await write(page, 'Text', 'Two years on everything.');
    // The server saves the fact, but its response never arrives.
    await page.route('**/profile/facts', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await save(page);
    await page.getByText(/The connection was lost while saving/).waitFor();
    assert.equal((await profileOf(site)).facts.length, 2, 'the server has it');
    await page.unroute('**/profile/facts');
    await page.getByRole('button', { name: 'Save again' }).click();
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
    assert.equal((await profileOf(site)).facts.length, 2);
    await page.getByRole('group', { name: 'Text' }).getByLabel('English').fill('Three years.');
    await page.context().setOffline(true);
    await save(page);
    await page.getByText(/The connection was lost while saving/).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Save again' }).click();
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
    const { facts } = await profileOf(site);
    assert.deepEqual(
      facts.map(({ text }: { readonly text: string }) => text),
      ['Parking is free behind the shop.', 'Three years.'],
    );
  });

  test('editors share unsaved changes, leaving them asks first, and markup is shown as text', async () => {
    const site = await newShop();
    const { page, go } = await fixture.openSignedIn(`#/sites/${site.id}/information/business`);
    const hostile = '<img src=x onerror="document.title=\'hit\'">';
    await page.getByLabel('Phone').fill('0700');
    await page.getByRole('link', { name: 'Facts' }).click();
    await entry(page, /^Parking/).click();
    await write(page, 'Title', hostile);
    await page.getByText('2 unsaved changes').waitFor();
    await page.getByRole('button', { name: hostile }).waitFor();
    await page.evaluate(() => {
      location.hash = '#/sites';
    });
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard all' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('2 unsaved changes').waitFor();
    await page.reload();
    await page.getByText('2 unsaved changes').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard all' }).click();
    await entry(page, /^Parking/).waitFor();
    await go('/sites');
    assert.equal((await profileOf(site)).phone, '0700 111 222');
  });

  for (const { screen, options } of screens.desktop)
    test(`on a ${screen}, an error is shown at its field in the user’s language; 0712… is accepted`, async () => {
      const site = await newShop();
      const { page } = await fixture.openSignedIn(`#/sites/${site.id}/information/business`, {
        options,
      });
      await page.getByLabel('WhatsApp').fill('0712 345 678');
      await page.getByLabel('E-mail').fill('duka');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const field = page.locator('.field', { has: page.getByLabel('E-mail') });
      await field.getByText('enter a full e-mail address').waitFor();
      assert.equal(await page.getByLabel('E-mail').getAttribute('aria-invalid'), 'true');
      await page.getByLabel('E-mail').fill('duka@example.com');
      assert.equal(await field.getByRole('alert').count(), 0);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved.').first().waitFor();
      assert.equal((await profileOf(site)).whatsapp, 'https://wa.me/254712345678');
      await page.getByRole('link', { name: 'Facts' }).click();
      await entry(page, /^Parking/).click();
      await write(page, 'Text', '');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('.complaint', { hasText: 'nothing is written here' }).waitFor();
      assert.doesNotMatch((await page.locator('.save-problem').textContent()) ?? '', /facts|must/);
    });

  test('the overview links to questions in a language that an entry lacks', async () => {
    const site = await newShop();
    await site.save({ ...shopProfile, address: '' });
    const { page } = await fixture.openSignedIn(`#/sites/${site.id}/information`);
    await page.getByText(/Missing: .*Address/).waitFor();
    await page.getByRole('link', { name: /^Common questions 2 in total/ }).click();
    await page.getByText('No English').waitFor();
  });
});
