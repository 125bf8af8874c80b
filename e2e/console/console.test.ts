import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ask } from '../../packages/server/test/fixtures/server.ts';
import { noBrowser } from '../browser.ts';
import { callIn } from './calls.ts';
import { fixtureForSuite, settled } from './fixture.ts';

describe('the console', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  test('signing in with a key stores it nowhere that a script can read, and signing out ends the session', async () => {
    const { page } = await fixture.open('#/sites');
    await signInWith(page, 'osk_wrong');
    await page.getByRole('alert').waitFor();
    await signInWith(page, fixture.owner.credential);
    await page.getByRole('heading', { level: 1, name: 'Your sites' }).waitFor();
    const readable = await page.evaluate(() =>
      JSON.stringify([
        document.cookie,
        { ...localStorage },
        { ...sessionStorage },
        document.body.outerHTML,
      ]),
    );
    assert.ok(!readable.includes(fixture.owner.credential));
    assert.ok(!readable.includes('baraza_session'));
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Welcome to Baraza' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome to Baraza' }).waitFor();
  });

  test('a link is removed from the address before it is used, works once, and leads to a lasting key', async () => {
    const token = await fixture.server.newLink(fixture.owner.id);
    const { page } = await fixture.open(`#/enter/${token}`);
    await page.locator('.shell').waitFor();
    assert.ok(!page.url().includes(token));
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Create a key for me' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your sign-in key' });
    const key = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have saved it, sign out' }).click();
    await page.getByLabel('Your key').waitFor();
    // The page is already loaded: only the part behind # changes.
    await page.goto(`${fixture.server.url}/#/enter/${token}`);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    assert.ok(!page.url().includes(token));
    await page.goto('about:blank');
    await page.goto(`${fixture.server.url}/#/enter/${token}`);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await signInWith(page, key);
    await page.locator('.shell').waitFor();
    const debug = await page.context().newCDPSession(page);
    const { entries } = await debug.send('Page.getNavigationHistory');
    assert.ok(entries.length > 3);
    for (const { url } of entries) assert.ok(!url.includes(token), url);
  });

  test('a link that is opened during a session asks first', async () => {
    const other = await fixture.server.siteServer.newOwner();
    const token = await fixture.server.newLink(other.id);
    const { page } = await fixture.openSignedIn('#/sites');
    const dialog = page.getByRole('dialog', { name: 'Sign in with this link?' });
    const openLink = () =>
      page.evaluate((hash) => {
        location.hash = hash;
      }, `#/enter/${token}`);
    const ownerNow = () =>
      page.evaluate(async () => (await (await fetch('/console/session')).json()).owner.id);
    await openLink();
    await dialog.getByRole('button', { name: /^Stay as / }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.ok(!page.url().includes(token));
    assert.equal(await ownerNow(), fixture.owner.id);
    // There may be a session while the server is unreachable.
    await page.route('**/console/session', (route) => route.abort());
    await page.reload();
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await openLink();
    await page.unroute('**/console/session');
    await retry.click();
    await dialog.getByRole('button', { name: 'Use the link' }).click();
    await page.waitForFunction(
      async (id) => (await (await fetch('/console/session')).json()).owner.id === id,
      other.id,
    );
  });

  test('an expired session asks for the key again, and unsaved input is kept', async () => {
    const { page, go } = await fixture.openSignedIn('#/sites/demo/start');
    await page.getByLabel('What do you do?').fill('We sell fresh bread.');
    const cookies = await page.context().cookies(`${fixture.server.url}/console/session`);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'x-console': '1', 'sec-fetch-site': 'same-origin' };
    const ended = await ask({ url: fixture.server.url }, 'DELETE', '/console/session', { headers });
    assert.equal(ended.status, 200);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Your key').fill(fixture.owner.credential);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('What do you do?').inputValue(), 'We sell fresh bread.');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'How do customers reach you?' }).waitFor();
    await go('/sites');
  });

  test('the first steps of a new site are saved one by one', async () => {
    const owner = await fixture.server.siteServer.newOwner();
    const site = await owner.newSite({}, 'mpya');
    const { page } = await fixture.openSignedIn('#/', { owner });
    await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor();
    await page.getByRole('button', { name: 'I have no website' }).click();
    const goOn = () => page.getByRole('button', { name: 'Save and continue' }).click();
    await goOn();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Business name').fill('Mkate Bora');
    await goOn();
    await page.getByLabel('WhatsApp number').fill('0700 000 001');
    await page.getByText('Will be saved as +254700000001.').waitFor();
    await goOn();
    await page.getByLabel('Monday: opens').fill('07:30');
    await page.getByRole('button', { name: 'Copy Monday to other days' }).click();
    await page.getByRole('menuitem', { name: 'To all days' }).click();
    await goOn();
    await page.getByRole('button', { name: 'Add a price' }).click();
    await page.getByLabel('In English, row 1').fill('Mkate wa ngano');
    await goOn();
    await page.getByText('Enter both an item and a price.').waitFor();
    await page.getByLabel('Price, row 1').fill('1065/=');
    await goOn();
    await page.getByLabel('What kind of business is it?').selectOption('food');
    await page
      .getByLabel('Do you deliver food?')
      .fill('<img src=x onerror=alert(1)> Yes, in Nairobi.');
    await page.getByLabel('Is there parking?').fill('Yes, behind the shop.');
    await page.getByRole('button', { name: 'Add your own question' }).click();
    await page.getByLabel('Your question 1').fill('Do you bake cakes?');
    await page.getByLabel('Answer', { exact: true }).fill('Yes, a day before.');
    await page.getByText('3 of 10 answers').waitFor();
    await goOn();
    await page.getByRole('heading', { name: 'Well done! Your assistant is ready' }).waitFor();
    assert.match((await page.locator('pre').textContent()) ?? '', /data-site="mpya"/);
    const { json } = await site.asOwner('GET', '');
    const { profile } = json as { readonly profile: Record<string, unknown> };
    assert.equal(profile.business, 'Mkate Bora');
    assert.equal(profile.whatsapp, 'https://wa.me/254700000001');
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    assert.deepEqual(profile.hours, [{ days, open: '07:30', close: '18:00' }]);
    const [price] = profile.prices as readonly { item: string; price: number; currency: string }[];
    assert.deepEqual(
      [price?.item, price?.price, price?.currency],
      ['Mkate wa ngano', 1_065, 'KES'],
    );
    const faqs = profile.faqs as readonly { question: unknown; answer: unknown }[];
    assert.deepEqual(
      faqs.map(({ question }) => question),
      [
        { sw: 'Mnaleta chakula?', en: 'Do you deliver food?' },
        { sw: 'Naweza kuegesha gari?', en: 'Is there parking?' },
        'Do you bake cakes?',
      ],
    );
    await page.getByRole('button', { name: /Mkate Bora/ }).waitFor();
  });

  test('leaving with unsaved changes asks first, by a link and by the back button', async () => {
    const { page, go } = await fixture.openSignedIn('#/sites');
    const body = { service: 'data', kind: 'Collection', name: 'Drafts' };
    const { id } = await callIn<{ id: string }>(page, 'POST', '/resources', body);
    await go(`/platform/resources/${id}`);
    await page.getByRole('tab', { name: 'Config' }).click();
    await page.getByLabel('Description').fill('Asha');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    const stay = async () => {
      await question.getByRole('button', { name: 'Stay here' }).click();
      // A closed dialog removes its history entry a moment later.
      await page.waitForFunction(() => history.state?.layer === undefined);
      assert.ok(page.url().endsWith(id));
    };
    await stay();
    await page.goBack();
    await stay();
    assert.equal(await page.getByLabel('Description').inputValue(), 'Asha');
    await page.goBack();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your sites' }).waitFor();
  });

  test('the palette can be used by keyboard alone', async () => {
    const { page, go } = await fixture.openSignedIn('#/sites');
    await go('/platform/activity');
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    const palette = page.getByRole('dialog').getByRole('combobox');
    await page.keyboard.press('/');
    await palette.waitFor();
    await page.keyboard.type('pause');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type('kiswahili');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Shughuli' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'sw');
    await page.reload();
    await settled(page);
    assert.equal(await page.locator('html').getAttribute('lang'), 'sw', 'the choice is kept');
  });

  test('the palette finds entries and settings by everyday words, and shows shop owners only their sites', async () => {
    const { page } = await fixture.openSignedIn('#/sites/demo');
    const dialog = page.getByRole('dialog');
    const find = async (typed: string) => {
      await page.keyboard.press('Control+k');
      await dialog.getByRole('combobox').fill(typed);
    };
    await find('');
    await dialog.getByRole('option', { name: 'Go to: Settings' }).waitFor();
    for (const name of ['Go to: AI', 'Go to: Dev', 'Go to: Work'])
      assert.equal(await dialog.getByRole('option', { name }).count(), 0, name);
    for (const [typed, found] of [
      ['simamisha', 'Pause the assistant'],
      ['hours', 'Opening hours'],
      ['price', 'Prices'],
    ] as const) {
      await dialog.getByRole('combobox').fill(typed);
      await dialog.getByRole('option', { name: found }).first().waitFor();
    }
    await dialog.getByRole('combobox').fill('bei');
    await dialog.getByRole('option', { name: 'Prices' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor();
    await find('sukari');
    await dialog.getByRole('option', { name: 'Sugar' }).first().click();
    await page.waitForFunction(() => location.hash.includes('/information/prices?entry='));
  });

  test('pages are listed at the side of a wide screen and in the bottom bar of a phone', async () => {
    const { page } = await fixture.openSignedIn('#/sites/demo/leads');
    const side = page.locator('.side-list').first();
    const current = side.getByRole('link', { name: 'Customers', exact: true });
    await current.waitFor();
    assert.equal(await current.getAttribute('aria-current'), 'page');
    assert.equal(await side.locator('[aria-current]').count(), 1);
    assert.equal(await page.locator('.bottom').isVisible(), false);
    await side.getByRole('link', { name: 'Questions' }).click();
    await side.locator('[aria-current]', { hasText: 'Questions' }).waitFor();
    await page.setViewportSize({ width: 360, height: 720 });
    const bar = page.locator('.bottom');
    await bar.locator('[aria-current=page]', { hasText: 'Questions' }).waitFor();
    assert.equal(await page.locator('.side .side-list').isVisible(), false);
    await bar.getByRole('button', { name: 'More' }).click();
    const more = page.getByRole('dialog', { name: 'More' });
    await more.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await bar.locator('button[aria-current]', { hasText: 'More' }).waitFor();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitemradio', { name: 'Developer' }).click();
    await page.waitForURL(/#\/platform$/);
  });

  test('a failed script is loaded again; the next screen gets the focus; being offline shows a banner', async () => {
    const { page, go } = await fixture.openSignedIn('#/sites');
    let requests = 0;
    await page.route(/\/assets\/keys-[^/]+\.js$/, (route) => {
      requests += 1;
      return requests === 1 ? route.abort() : route.continue();
    });
    await page.evaluate(() => {
      location.hash = '/keys';
    });
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    assert.equal(requests, 2);
    // Some browsers load a failed module only with its page, and the first page of a visit does not move the focus.
    await go('/team');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Team');
    await page.waitForFunction(() => document.title === 'Team · Baraza');
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
  });
});

async function signInWith(page: Page, credential: string): Promise<void> {
  await page.getByLabel('Your key').fill(credential);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
