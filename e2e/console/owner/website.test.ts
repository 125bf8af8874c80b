/** A new owner types the address of her website, tries the answers, and approves what was found with one tap. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ask } from '../../../packages/server/test/fixtures/server.ts';
import type { TestSite } from '../../../packages/server/test/fixtures/site-server.ts';
import { noBrowser } from '../../browser.ts';
import { findingsOn } from '../../hosts/findings.ts';
import { fixtureForSuite, overflowOn, phone, screens, settled, smallTargets } from '../fixture.ts';
import { bakery } from '../websites/bakery.ts';
import { clinic } from '../websites/clinic.ts';
import { hostile } from '../websites/hostile.ts';
import { restaurant } from '../websites/restaurant.ts';
import { serveWebsite, type WebPage } from '../websites/website.ts';

describe('the website of a new owner', { skip: noBrowser }, () => {
  // The websites of the tests are on the loopback interface.
  const fixture = fixtureForSuite({ environment: { BARAZA_WEBHOOK_PRIVATE: '1' } });

  const serve = async (t: TestContext, pages: { readonly [path: string]: WebPage }) => {
    const website = await serveWebsite(pages);
    t.after(website.close);
    return website;
  };
  const newSite = async (profile = {}) => {
    const owner = await fixture.server.siteServer.newOwner();
    const site = await owner.newSite({ timezone: 'Africa/Nairobi', ...profile });
    return { owner, site };
  };
  const asVisitor = async (site: TestSite, question: string): Promise<string> => {
    const { url } = fixture.server.siteServer;
    const body = { question };
    return (await ask({ url }, 'POST', `${site.public}/ask`, { body })).text;
  };
  const address = (page: Page) => page.getByLabel('Web address');
  const readIt = async (page: Page, typed: string) => {
    await address(page).fill(typed);
    await page.getByRole('button', { name: 'Read my website' }).click();
  };
  const profileOf = async (site: TestSite) => (await site.asOwner('GET', '')).json.profile;
  const screenshot = async (page: Page, name: string) => {
    const folder = process.env.BARAZA_PICTURES;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };
  const answer = (page: Page) => page.locator('.found-try .try-text');

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, it answers to her alone until one tap approves it, and one undo ends that`, async (t) => {
      const website = await serve(t, bakery);
      const { owner, site } = await newSite();
      const { page } = await fixture.openSignedIn('#/', { owner, options });
      await readIt(page, website.host);
      await page.getByRole('heading', { name: /^25 things found on 127/ }).waitFor();
      await page.getByRole('button', { name: 'Use these 23' }).waitFor();
      await page.getByRole('button', { name: 'How much is White bread?' }).click();
      await answer(page).getByText('65').waitFor();
      assert.doesNotMatch(await asVisitor(site, 'How much is White bread?'), /KES 65/);
      assert.deepEqual((await profileOf(site)).prices, []);
      // Two pages name different prices: neither is used, and choosing one leaves out the other.
      const mandazi = page.getByRole('checkbox', { name: /^Mandazi/ });
      assert.deepEqual([await mandazi.count(), await mandazi.first().isChecked()], [2, false]);
      await mandazi.first().check();
      await mandazi.last().check();
      assert.equal(await mandazi.first().isChecked(), false);
      await page.getByRole('checkbox', { name: /^Beef samosa/ }).uncheck();
      await page.getByRole('button', { name: 'Edit Brown bread (400 g): KES 70' }).click();
      await page.getByLabel('Price', { exact: true }).fill('75');
      await page.getByLabel("A customer's question").fill('How much is brown bread?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await answer(page).getByText('75').waitFor();
      await page.getByRole('button', { name: 'Use these 23' }).click();
      await page.getByRole('heading', { name: 'Well done! Your assistant is ready' }).waitFor();
      const profile = await profileOf(site);
      assert.equal(profile.business, 'Asha Bakery');
      assert.equal(profile.whatsapp, 'https://wa.me/254722123456');
      assert.equal(profile.email, 'orders@ashabakery.example');
      assert.deepEqual(profile.languages, ['en', 'sw']);
      assert.equal(profile.hours.length, 2);
      const prices = profile.prices.map(({ item, price }: Record<string, unknown>) => [
        item,
        price,
      ]);
      assert.deepEqual(prices, [
        ['White bread', 65],
        ['Brown bread', 75],
        ['Black forest cake', 2_200],
        ['Red velvet cake', 2_400],
        ['Wedding cake', 'from 18,000'],
        ['Mandazi', 20],
      ]);
      assert.match(await asVisitor(site, 'How much is White bread?'), /KES 65/);
      const undo = screen === 'phone' ? 'Undo' : 'Undo this import';
      await page.getByRole('button', { name: undo, exact: true }).click();
      await page.getByText('nothing of this is in use').waitFor();
      assert.equal(await page.getByText('Well done!').count(), 0);
      assert.deepEqual((await profileOf(site)).prices, []);
      assert.doesNotMatch(await asVisitor(site, 'How much is White bread?'), /KES 65/);
      const samosa = page.getByRole('checkbox', { name: /^Beef samosa/ });
      assert.equal(await samosa.isChecked(), false, 'what was chosen is kept');
      await screenshot(page, `undone-${screen}`);
      await page.getByRole('button', { name: 'Use these 23' }).click();
      await page.getByRole('button', { name: 'Undo this import' }).waitFor();
      assert.match(await asVisitor(site, 'How much is White bread?'), /KES 65/);
      await screenshot(page, `used-${screen}`);
    });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, a price, an answer and other hours are added to what was found`, async (t) => {
      const website = await serve(t, bakery);
      const { owner, site } = await newSite();
      const { page } = await fixture.openSignedIn('#/', { owner, options });
      await readIt(page, website.host);
      await page.getByRole('button', { name: 'Use these 23' }).waitFor();
      await page.getByRole('button', { name: 'Add a price' }).click();
      await page.getByText('Enter both an item and a price.').waitFor();
      await page.getByLabel('Item or service').fill('Croissant');
      await page.getByLabel('Price', { exact: true }).fill('80');
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('checkbox', { name: /^Croissant: KES 80/ }).waitFor();
      // Without a model, a server of a test cannot tell that nothing answers a question.
      await page.route('**/preview', async (route) => {
        const response = await route.fetch();
        const read = (await response.json()) as object;
        await route.fulfill({ response, json: { ...read, reason: 'nothing_found' } });
      });
      const field = page.getByLabel("A customer's question");
      await field.fill('Zeppelin rides?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await answer(page).waitFor();
      await screenshot(page, `asked-${screen}`);
      await page.getByRole('button', { name: 'Write the answer' }).click({ timeout: 5_000 });
      await page.getByText('Enter both a question and an answer.').waitFor();
      await page.getByRole('button', { name: 'Use these 24' }).waitFor();
      await screenshot(page, `added-${screen}`);
      await page.getByLabel('Answer', { exact: true }).fill('No, only bread.');
      await page.getByRole('button', { name: 'Done' }).click();
      await page
        .getByRole('button', { name: /^Edit Mon/ })
        .first()
        .click();
      await page.getByLabel('Closes').fill('21:15');
      await page.getByRole('button', { name: 'Done' }).click();
      await field.scrollIntoViewIfNeeded();
      await field.focus();
      const own = await field.boundingBox();
      const bar = await page.locator('.found-bar').boundingBox();
      assert.ok(own && bar, 'both are there');
      const isApart =
        own.y + own.height <= bar.y || own.y >= bar.y + bar.height || bar.x + bar.width <= own.x;
      assert.ok(isApart, 'the bar covers the field of the try-out');
      await page.getByRole('button', { name: 'Use these 25' }).click();
      await page.getByRole('heading', { name: 'Well done! Your assistant is ready' }).waitFor();
      const profile = await profileOf(site);
      const croissant = profile.prices.find(({ item }: { item: string }) => item === 'Croissant');
      assert.equal(croissant.price, 80);
      assert.equal(profile.faqs.at(-1).question, 'Zeppelin rides?');
      assert.ok(profile.hours.some(({ close }: { close: string }) => close === '21:15'));
    });

  test('without any site, the address makes the first one', async (t) => {
    const website = await serve(t, restaurant);
    const owner = await fixture.server.siteServer.newOwner();
    const { page } = await fixture.openSignedIn('#/', {
      owner,
      options: { ...phone, timezoneId: 'Africa/Nairobi' },
    });
    await readIt(page, website.url);
    await page.getByRole('heading', { name: /things found on/ }).waitFor();
    await page.getByRole('button', { name: 'Pilau ya nyama ni bei gani?' }).click();
    await answer(page).getByText('350').waitFor();
    await page.getByRole('button', { name: /^Use these/ }).click();
    await page.getByRole('heading', { name: 'Well done! Your assistant is ready' }).waitFor();
    await page.getByRole('button', { name: /Mama Zuhura Restaurant/ }).waitFor();
  });

  test('a reload starts the reading again and keeps what was chosen; stopping leads back', async (t) => {
    const website = await serve(t, bakery);
    const { owner, site } = await newSite();
    const { page, go } = await fixture.openSignedIn('#/', { owner });
    website.hold();
    await readIt(page, website.host);
    const reading = page.getByRole('heading', { name: /^Reading 127/ });
    await reading.waitFor();
    await page.getByRole('button', { name: 'Stop reading' }).click();
    await address(page).waitFor();
    await readIt(page, website.host);
    await reading.waitFor();
    await page.reload();
    await reading.waitFor();
    website.release();
    const bread = page.getByRole('checkbox', { name: /^White bread/ });
    await bread.uncheck();
    await page.reload();
    await page.getByRole('button', { name: 'Use these 22' }).waitFor();
    assert.equal(await bread.isChecked(), false);
    await go(`/sites/${site.id}/sources`);
    await page.getByRole('button', { name: 'Add 22' }).waitFor();
  });

  const failures: readonly (readonly [string, { readonly [path: string]: WebPage }, RegExp])[] = [
    ['no page at the address', {}, /There is no page at 127.*Check the spelling/],
    [
      'a robots.txt that refuses',
      { '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /' }, '/': 'Hello' },
      /does not allow programs to read.*Bring a photo/,
    ],
    [
      'only pictures',
      { '/': '<title>Duka</title><body><img src="a.jpg"><img src="b.jpg"></body>' },
      /has only pictures.*Bring a photo of your price list/,
    ],
    [
      'a page for signing in',
      {
        '/': '<h1>Sign in</h1><form><input name=u><input type=password><button>Go</button></form>',
      },
      /asks for a sign-in.*without one/,
    ],
    ['a page that is too large', { '/': 'a'.repeat(3 * 1024 * 1024 + 1) }, /too large.*as a file/],
    ['nothing to find', { '/': '<title>Soon</title><p></p>' }, /Nothing was found.*Try the page/],
    ['a fault of the website', { '/': { status: 500 } }, /has a fault at the moment \(500\)/],
  ];
  for (const [name, pages, sentence] of failures)
    test(`${name} is said in one sentence, and the steps go on`, async (t) => {
      const website = await serve(t, pages);
      const { owner } = await newSite();
      const { page } = await fixture.openSignedIn('#/', { owner });
      await readIt(page, website.url);
      const alert = page.getByRole('alert');
      await alert.waitFor();
      assert.match((await alert.textContent()) ?? '', sentence);
      assert.equal(await address(page).inputValue(), website.host);
      await page.getByRole('button', { name: 'Go on without a website' }).click();
      await page.getByRole('heading', { name: 'What is your business called?' }).waitFor();
    });

  test('what is no address and what nobody answers is said; no website leads to the steps', async () => {
    const { owner } = await newSite();
    const { page } = await fixture.openSignedIn('#/', { owner });
    await readIt(page, 'my shop');
    await page.getByText('Enter the address of a website, such as').waitFor();
    await readIt(page, '127.0.0.1:9');
    await page.getByText('No website answers at 127.0.0.1:9.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'I have no website' }).click();
    await page.getByRole('heading', { name: 'What is your business called?' }).waitFor();
  });

  test('a page whose menu and content are the cells of a table has questions and prices, and no menu', async (t) => {
    const website = await serve(t, clinic);
    const { site } = await newSite();
    const { json } = await site.asOwner('POST', '/sources', { url: website.url, whole: true });
    const of = (list: string) =>
      json.proposals
        .filter((one: { list: string }) => one.list === list)
        .map(({ entry }: { entry: object }) => entry);
    assert.equal(of('prices').length, 7);
    const asked = of('prices').filter((price: object) => !('price' in price));
    assert.deepEqual(asked, [{ item: 'ANC profile', currency: 'KES', note: 'Call us' }]);
    assert.deepEqual(
      of('faqs').map(({ question }: { question: string }) => question),
      ['Do I need an appointment?', 'Which insurance do you accept?'],
    );
    // The number for emergencies is a choice of its own, after that of the clinic.
    const fields: readonly { readonly [name: string]: string }[] = of('profile');
    const found = (name: string) => fields.flatMap((one) => one[name] ?? []);
    assert.deepEqual(found('phone'), ['051-2212345 / 0733 555 777', '0733 555 778']);
    assert.match(found('address')[0] ?? '', /^Kenyatta Avenue/);
    assert.doesNotMatch(JSON.stringify(json.proposals), /HOME|DOCTORS\\n|Lorem|Click here|WELCOME/);
  });

  test('a hostile website is text, marked where it is strange, and bounded', async (t) => {
    const website = await serve(t, hostile);
    const { owner, site } = await newSite();
    const { page } = await fixture.openSignedIn('#/', { owner });
    await readIt(page, website.host);
    await page.getByRole('heading', { name: /things found on/ }).waitFor({ timeout: 60_000 });
    assert.equal(await page.locator('main :is(script, img, iframe, form[action])').count(), 0);
    assert.equal(await page.evaluate(() => Reflect.get(globalThis, 'pwned')), undefined);
    await page.getByText('<script>pwned=1</script> Shop').first().waitFor();
    await page.getByText('This speaks to a program, not to customers.').first().waitFor();
    await page.getByText('This may be neither Swahili nor English.').first().waitFor();
    for (const name of [/^Zero cake/, /Free cake/, /Ignore all previous/])
      assert.equal(await page.getByRole('checkbox', { name }).isChecked(), false, String(name));
    assert.ok((await page.locator('.proposal').count()) < 120, 'a long list is shown in parts');
    assert.deepEqual(await overflowOn(page), []);
    assert.deepEqual((await profileOf(site)).facts, []);
  });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, every state is accessible and moves nothing`, async (t) => {
      const website = await serve(t, bakery);
      const { owner } = await newSite();
      const colorScheme = screen === 'phone' ? 'dark' : 'light';
      const as = { owner, options: { ...options, colorScheme } as const };
      const { page } = await fixture.openSignedIn('#/', as);
      await page.evaluate(countShifts);
      const check = async (state: string) => {
        await settled(page);
        const found = [
          ...(await findingsOn(page, '')),
          ...(await overflowOn(page)),
          ...(await smallTargets(page)),
        ];
        assert.deepEqual(found, [], state);
      };
      await check('the address');
      website.hold();
      await readIt(page, website.host);
      await page.getByRole('heading', { name: /^Reading/ }).waitFor();
      await check('reading');
      website.release();
      await page.getByRole('heading', { name: /things found on/ }).waitFor();
      await check('found');
      await page.getByRole('button', { name: 'How much is White bread?' }).click();
      await answer(page).waitFor();
      await check('an answer');
      assert.equal(await page.evaluate(() => Reflect.get(globalThis, 'shifts')), 0);
    });
});

/** Sums the layout shifts of the page that no input has caused. */
function countShifts(): void {
  Reflect.set(globalThis, 'shifts', 0);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { readonly value: number })[]) {
      const isOwn = Reflect.get(entry, 'hadRecentInput') === true;
      if (!isOwn)
        Reflect.set(globalThis, 'shifts', Reflect.get(globalThis, 'shifts') + entry.value);
    }
  }).observe({ type: 'layout-shift' });
}
