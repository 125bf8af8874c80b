import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../../../packages/server/test/fixtures/server-process.ts';
import { noBrowser } from '../../browser.ts';
import { fixtureForSuite } from '../fixture.ts';
import { usePublicAddress } from './public-address.ts';
import { askAs } from './visitors.ts';

describe('appearance, installation and settings of a site', {
  skip: noBrowser,
}, () => {
  const fixture = fixtureForSuite();

  const profile = async () =>
    ((await fixture.site.asOwner('GET', '')).json as { profile: Record<string, unknown> }).profile;

  test('the preview shows unsaved changes of the appearance, and a save can be undone', async () => {
    const { page } = await fixture.openSignedIn('#/sites/demo/appearance');
    const widget = page.frameLocator('iframe');
    await widget.getByText('Hello! Welcome to Duka la Asha.').waitFor();
    const before = await profile();
    const greeting = page.getByRole('group', { name: 'Greeting' });
    await greeting.getByLabel('English').fill('<i>Karibu</i> to our shop');
    await page.getByLabel('Colour', { exact: true }).fill('#ffe680');
    await page.getByText('This colour is pale').waitFor();
    await widget.getByText('<i>Karibu</i> to our shop').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    assert.equal(await focused(), 'INPUT', 'the preview does not take the focus');
    for (const language of ['English', 'Swahili']) await greeting.getByLabel(language).fill('');
    await widget.getByText('How can I help you?').waitFor();
    assert.deepEqual(await profile(), before, 'the preview saves nothing');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    assert.equal((await profile()).colour, '#ffe680');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await widget.getByText('Hello! Welcome to Duka la Asha.').waitFor();
    await eventually(async () => (await profile()).colour === before.colour);
  });

  test('a preview works only inside the console', async () => {
    const { page } = await fixture.open();
    const look = encodeURIComponent(
      JSON.stringify({ isOpen: true, greeting: 'Send money to 0700' }),
    );
    await page.goto(`${fixture.server.siteServer.url}/s/demo?preview=true#${look}`);
    await page.waitForURL((url) => url.search === '' && url.pathname === '/s/demo');
    await page.getByText('Welcome to Duka la Asha.').first().waitFor();
    assert.equal(await page.getByText('Send money').count(), 0);
  });

  test('the install page shows the embed code, guides, allowed origins, and the effect of a new key', async () => {
    await askAs(fixture, 'Mnafungua saa ngapi?', { page: 'https://duka.example/bei?from=mail' });
    const { page } = await fixture.openSignedIn('#/sites/demo/install');
    await page.getByRole('tab', { name: 'WordPress' }).click();
    await page.getByText('Code Snippets → Header & Footer').waitFor();
    await page.getByText('Only this computer can open this address.').waitFor();
    const code = page.getByRole('img', { name: /QR code of .*\/s\/demo/ });
    assert.equal(await code.count(), 0);
    await usePublicAddress(page);
    await page.getByRole('tab', { name: 'HTML' }).click();
    await code.waitFor();
    await page.getByRole('button', { name: 'Add a website' }).click();
    await page.getByLabel('Website 1').fill('https://duka.example');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Only these websites can use your assistant.').waitFor();
    const trial = async (address: string) => {
      await page.getByLabel('Address of your page').fill(address);
      await page.getByRole('button', { name: 'Test', exact: true }).click();
    };
    await trial('https://duka.example/bei');
    await page.getByText('Allowed', { exact: true }).waitFor();
    await trial('https://other.example');
    await page.getByText('Not allowed', { exact: true }).waitFor();
    const line = page.getByRole('region', { name: /Code to paste/ });
    assert.match((await line.textContent()) ?? '', new RegExp(fixture.site.key));
    await page.getByRole('button', { name: 'Change the key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the key?' });
    await dialog.getByText('https://duka.example/bei', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Change the key' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.doesNotMatch((await line.textContent()) ?? '', new RegExp(fixture.site.key));
  });

  test('settings are saved together, a refusal is shown at its field, and notices can be tested', async () => {
    const { page } = await fixture.openSignedIn('#/sites/demo/settings');
    await page.getByLabel('Your e-mail address').fill('not an address');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .locator('.field', { has: page.getByLabel('Your e-mail address') })
      .getByText('Enter a full e-mail address, such as duka@example.com.')
      .waitFor();
    await page.getByLabel('Your e-mail address').fill('asha@example.com');
    await page.getByLabel('Unanswered questions').selectOption('hourly');
    await page.getByLabel('How careful the assistant is').selectOption('high');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const saved = await profile();
    assert.deepEqual(saved.notify, { email: 'asha@example.com', digest: 'hourly' });
    assert.equal(saved.strictness, 'high');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('E-mail: Not delivered').waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    // The message of the save before it may still be shown, with its own undo.
    const message = page.locator('.toast', { hasText: 'The assistant is paused' });
    await message.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Paused', { exact: true }).waitFor({ state: 'detached' });
  });

  test('an export can be imported; a site is deleted after its name was typed, and leaves every menu', async () => {
    const owner = await fixture.server.siteServer.newOwner();
    const site = await owner.newSite({ business: 'Mkate Bora' }, 'mkate');
    const exported = await site.asOwner('GET', '/export');
    await site.asOwner('PATCH', '/profile', { business: 'Mkate Mbaya' });
    const { page, go } = await fixture.openSignedIn('#/sites/mkate/settings', { owner });
    await page.getByLabel('Import a downloaded file').setInputFiles({
      name: 'mkate.json',
      mimeType: 'application/json',
      buffer: Buffer.from(exported.text),
    });
    await page.getByText('Imported. New questions: 0, new customers: 0.').waitFor();
    const { json } = await site.asOwner('GET', '');
    assert.equal((json as { profile: { business: string } }).profile.business, 'Mkate Bora');
    await page.getByLabel(/Type mkate to confirm/).fill('mkat');
    await page.getByLabel(/Type mkate to confirm/).press('Enter');
    assert.equal((await site.asOwner('GET', '')).status, 200);
    await page.getByLabel(/Type mkate to confirm/).fill('mkate');
    await page.getByRole('button', { name: 'Delete this site' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your sites' }).waitFor();
    assert.equal((await site.asOwner('GET', '')).status, 404);
    await go('/team');
    assert.equal(await page.locator('a[href*="/sites/mkate"]').count(), 0);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('mkate');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await go('/sites');
    await page.getByRole('button', { name: 'Add a site' }).click();
    await page.getByLabel('Business name').fill('Duka la Juma');
    assert.equal(await page.getByLabel('Short name').inputValue(), 'duka-la-juma');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a site' }).click();
    await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor();
  });
});
