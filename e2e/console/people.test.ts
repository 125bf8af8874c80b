import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { type ConsolePage, fixtureForSuite, phone, screens } from './fixture.ts';
import { addDevice } from './passkey-device.ts';

describe('people in the console', () => {
  const fixture = fixtureForSuite();

  // Passkeys do not work on an IP address.
  const address = () => fixture.server.url.replace('127.0.0.1', 'localhost');

  async function openWithLink(
    token: string,
    options: BrowserContextOptions = phone,
  ): Promise<ConsolePage> {
    const opened = await fixture.openIsolated(`${address()}/#/enter/${token}`, options);
    await opened.page.locator('.shell').waitFor();
    return opened;
  }

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, a passkey is offered once, and signs in with one tap after a session has ended`, async () => {
      const { id } = await fixture.server.siteServer.newOwner();
      const { page } = await openWithLink(await fixture.server.newLink(id), options);
      await addDevice(page);
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('You can now sign in with this device.').waitFor();
      assert.equal(await page.locator('.offer').count(), 0);
      await page.evaluate(() => {
        location.hash = '#/account';
      });
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
      await page.getByRole('button', { name: /^Remove/ }).waitFor();
      await page.getByLabel('Name').fill('Asha Mwangi');
      // The session ends elsewhere; the typed text stays.
      const ended = await page.evaluate(() =>
        fetch('/console/session', { method: 'DELETE', headers: { 'x-console': '1' } }).then(
          ({ status }) => status,
        ),
      );
      assert.equal(ended, 200);
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /fingerprint/ }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await page.getByLabel('Name').inputValue(), 'Asha Mwangi');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await page.evaluate(() =>
        fetch('/console/session', { method: 'DELETE', headers: { 'x-console': '1' } }),
      );
      await page.goto(`${address()}/`);
      await page.getByRole('heading', { name: 'Welcome to Baraza' }).waitFor();
      await page.getByRole('button', { name: /fingerprint/ }).click();
      await page.locator('.shell').waitFor();
    });

  for (const { screen, options } of screens.desktop)
    test(`on a ${screen}, the dialog of an expired session can be left`, async () => {
      const { page } = await fixture.openSignedIn('#/', { options });
      await page.evaluate(async () => {
        await fetch('/console/session', { method: 'DELETE', headers: { 'x-console': '1' } });
        location.hash = '#/account';
      });
      await page.getByRole('button', { name: /go back to the start/ }).click();
      await page.getByRole('heading', { name: 'Welcome to Baraza' }).waitFor();
    });

  test('an invited answerer sees questions and leads, but neither information nor settings', async () => {
    const { page } = await openWithLink(await fixture.server.newLink(fixture.owner.id));
    await page.evaluate(() => {
      location.hash = '#/team';
    });
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    await page.waitForFunction(() => history.state?.layer !== undefined);
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await sheet.getByRole('button', { name: 'Invite someone' }).click();
    await sheet.getByText('Enter a name.').waitFor();
    await sheet.getByLabel('Name').fill('Juma');
    await sheet.getByLabel('E-mail address').fill('juma');
    await sheet.getByRole('button', { name: 'Invite someone' }).click();
    await sheet.getByText('Enter a full e-mail address').waitFor();
    await sheet.getByLabel('E-mail address').fill('juma@example.com');
    await sheet.getByRole('radio', { name: /Customer service/ }).click();
    await sheet.getByRole('button', { name: 'Invite someone' }).click();
    const link = await page.locator('.copy-shown').textContent();
    const token = link?.split('/#/enter/')[1] ?? '';
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByText('Invited, not signed in yet').waitFor();
    const juma = await openWithLink(token);
    const menu = juma.page.locator('nav.bottom');
    await menu.getByText('Customers').waitFor();
    assert.equal(await menu.getByText('Information').count(), 0);
    for (const hash of ['#/sites/demo/settings', '#/sites/demo/information', '#/keys']) {
      await juma.page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await juma.page
        .getByRole('heading', { level: 1 })
        .filter({ hasText: /not|may/i })
        .waitFor();
    }
    await juma.page.evaluate(() => {
      location.hash = '#/sites/demo/leads';
    });
    await juma.page.getByRole('heading', { name: 'Customers to call back' }).waitFor();
    await page.reload();
    await page
      .getByText(/Last seen/)
      .last()
      .waitFor();
    await page.getByRole('button', { name: 'Change: Juma' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Juma was removed.').waitFor();
    await juma.page.reload();
    await juma.page.getByRole('heading', { name: 'Welcome to Baraza' }).waitFor();
  });
});
