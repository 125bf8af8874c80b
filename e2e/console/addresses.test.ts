import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type MailServer,
  mailText,
  openMailServer,
} from '../../packages/server/test/fakes/mail-server.ts';
import { fixtureForSuite, overflowOn, phone, saveScreenshot, settled } from './fixture.ts';

describe('the address of a member in the console', () => {
  let mail: MailServer;
  before(async () => {
    mail = await openMailServer();
  });
  after(() => mail.close());
  const fixture = fixtureForSuite({ smtpUrl: () => mail.url });

  for (const [locale, width, words] of [
    [
      'en-KE',
      'phone',
      { save: 'Save', title: 'Confirm your e-mail address', badge: 'Not confirmed' },
    ],
    ['sw-KE', 'desktop', { save: 'Hifadhi', title: 'Thibitisha', badge: 'Haijathibitishwa' }],
  ] as const)
    test(`in ${locale} on a ${width}, a new address waits until the link in the mail is opened`, async () => {
      const owner = await fixture.server.siteServer.newOwner();
      const address = `asha.${locale}@duka.example`;
      const options = { ...(width === 'phone' ? phone : {}), locale };
      const { page, go } = await fixture.openSignedIn('#/account', { owner, options });
      await page.locator('input[type=email]').fill(address);
      const sent = mail.mails.length;
      await page.getByRole('button', { name: words.save, exact: true }).click();
      const note = page.locator('.caution-note', { hasText: address });
      await note.getByText(words.title).first().waitFor();
      assert.deepEqual(await overflowOn(page), []);
      await saveScreenshot(page, `address-waits-${locale}`);
      await go('/team');
      await page.getByText(words.badge).waitFor();
      await saveScreenshot(page, `address-team-${locale}`);
      await mail.arrived(sent + 1);
      const [, proof] = /#(\/account\/[\w.-]+)/.exec(mailText(mail.mails[sent]?.data ?? '')) ?? [];
      await page.evaluate((hash) => {
        location.hash = hash;
      }, proof ?? '');
      await page.waitForFunction(() => location.hash === '#/account');
      await settled(page);
      assert.equal(await page.locator('.caution-note').count(), 0);
      await go('/team');
      await page.getByText(address).waitFor();
      assert.equal(await page.getByText(words.badge).count(), 0);
    });

  test('the link that confirms an address asks a stranger to sign in first, and tells another member no', async () => {
    const opened = await fixture.open('#/account/1.x');
    await opened.page.getByText('Sign in to confirm your e-mail').waitFor();
    await saveScreenshot(opened.page, 'address-signed-out');
    const { page } = await fixture.openSignedIn('#/account/1.x');
    await page.getByText('This link has expired, or is for another address').waitFor();
    await saveScreenshot(page, 'address-refused');
  });
});
