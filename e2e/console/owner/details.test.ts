/** Details that could stop a shop owner. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { noBrowser } from '../../browser.ts';
import { fixtureForSuite, screens, settled } from '../fixture.ts';
import { shopProfile } from '../information-shop.ts';
import { usePublicAddress } from './public-address.ts';
import { askAs, leaveLead } from './visitors.ts';

/** Each shows dates: of a chart, a lead, closed days, the expiry of a key, the creation of an owner. */
const datedPages = [
  '/sites/demo',
  '/sites/demo/leads',
  '/sites/demo/information/closed',
  '/keys',
  '/operator/owners',
];

describe('details of an owner’s pages', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, the preview stays visible while the colour is changed`, async () => {
      const { page } = await fixture.openSignedIn('#/sites/demo/appearance', { options });
      const colour = page.getByLabel('Colour', { exact: true });
      await page.frameLocator('iframe').getByText('Welcome to Duka la Asha.').waitFor();
      await colour.scrollIntoViewIfNeeded();
      await colour.fill('#7a1fa2');
      assert.ok(await isVisible(colour));
      assert.ok(await isVisible(page.locator('iframe')));
    });

  for (const { screen, options } of screens.desktop)
    test(`on a ${screen}, the address with www. is suggested, and one without https:// can be tested`, async () => {
      const site = await fixture.owner.newSite(shopProfile);
      const { page } = await fixture.openSignedIn(`#/sites/${site.id}/install`, { options });
      await page.getByRole('button', { name: 'Add a website' }).click();
      await page.getByLabel('Website 1').fill('duka.co.ke');
      await page.getByText('https://www.duka.co.ke is not included.').waitFor();
      await page.getByRole('button', { name: 'Add it too https://www.duka.co.ke' }).click();
      await page.getByText('is not included.').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved.', { exact: true }).waitFor();
      const { profile } = (await site.asOwner('GET', '')).json;
      assert.deepEqual(profile.allowed_origins, ['https://duka.co.ke', 'https://www.duka.co.ke']);
      await page.getByLabel('Address of your page').fill('www.duka.co.ke/bei');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('Allowed', { exact: true }).waitFor();
    });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, export names differ, one export warns; opening hours show parts of the day`, async () => {
      const { page, go } = await fixture.openSignedIn('#/sites/demo/settings', { options });
      const nameOf = async (label: string) => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: label, exact: true }).click(),
        ]);
        return file.suggestedFilename();
      };
      assert.equal(await nameOf('Download information'), 'demo-information.json');
      const all = await nameOf('Download with questions and customers');
      assert.equal(all, 'demo-with-customers.json');
      await page.getByText('names and numbers of your customers').waitFor();
      await go('/sites/demo/information/hours');
      await page.getByRole('button', { name: /saa 2 asubuhi/i }).click();
      for (const name of ['2 asubuhi', '7 mchana', '11 jioni'])
        await page.getByRole('rowheader', { name, exact: true }).waitFor();
    });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, a file that is too large is reported, and the others are read`, async (t) => {
      const { page } = await fixture.openSignedIn('#/sites/demo/sources', { options });
      const folder = mkdtempSync(path.join(tmpdir(), 'baraza-files-'));
      t.after(() => rmSync(folder, { recursive: true }));
      const file = (name: string, text: string) => {
        writeFileSync(path.join(folder, name), text);
        return path.join(folder, name);
      };
      const large = file('year.csv', '');
      truncateSync(large, 21 * 1024 * 1024);
      const files = [
        file('one.csv', 'item,price\nTangawizi,90\n'),
        large,
        file('two.csv', 'item,price\nMdalasini,140\n'),
        file('three.pdf', 'no pdf'),
      ];
      await page.locator('input[type=file]:not([capture])').setInputFiles(files);
      await page.getByRole('heading', { name: 'Prices (2)' }).waitFor();
      await page.getByText('Too large: “year.csv”.').waitFor();
      await page.getByRole('alert').getByText('three.pdf: ').waitFor();
      await page.getByRole('button', { name: 'Import something else' }).click();
      const input = page.locator('input[type=file]:not([capture])');
      await input.setInputFiles(files.slice(-1));
      const fault = page.getByRole('alert').locator('p').first();
      await fault.waitFor();
      assert.ok(await isVisible(fault), 'no bar covers it');
      // Another file can be chosen.
      await input.waitFor({ state: 'attached' });
    });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, a dialog focuses its first field or its title, not the close button`, async () => {
      const { page, go } = await fixture.openSignedIn('#/team', { options });
      await page.locator('.page-head .button.primary').click();
      const focused = () => page.evaluate(() => document.activeElement?.tagName);
      await page.getByRole('dialog').waitFor();
      assert.equal(await focused(), screen === 'desktop' ? 'INPUT' : 'H2');
      await page.keyboard.press('Escape');
      await go('/sites/demo/install');
      await page.getByRole('button', { name: 'Change the key' }).click();
      await page.getByRole('dialog').waitFor();
      assert.equal(await focused(), 'H2');
    });

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, opening a question brings the answer form into view`, async () => {
      for (let at = 0; at < 9; at += 1)
        await askAs(fixture, `Mnauza ${'kitu '.repeat(at + 1)}kipya?`);
      const { page } = await fixture.openSignedIn('#/sites/demo/questions?show=all', { options });
      const rows = page.locator('.virtual-item button');
      // The lowest visible row above the bar.
      const visibleHeight = await page.evaluate(() => innerHeight - 80);
      let lowest = rows.first();
      for (const row of await rows.all()) if ((await topOf(row)) < visibleHeight) lowest = row;
      await lowest.click();
      const form = page.getByLabel(/^Your answer in/).first();
      await form.waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
      assert.ok(await isVisible(form));
    });

  for (const { screen, options } of screens.desktop)
    test(`on a ${screen}, every date has the day before the month, in both languages`, async () => {
      await leaveLead(fixture, { contact: '0700 000 111', message: 'Nipigie.' });
      const { call } = await fixture.server.signIn({ credential: fixture.owner.credential });
      const key = { type: 'platform', name: 'web', scopes: ['data:read'], expiresInDays: 90 };
      await call('POST', '/console/keys', key);
      for (const locale of ['sw-KE', 'en-US']) {
        const { page, go, close } = await fixture.openSignedIn('#/sites/demo', {
          isOperator: true,
          options: { ...options, locale },
        });
        for (const shown of datedPages) {
          await go(shown);
          if (shown.endsWith('/leads')) await page.locator('.virtual-item button').first().click();
          await page
            .getByText(/\b\d{1,2}\s\p{L}{3}\b|\b\p{L}{3}\s\d{1,2}\b/u)
            .first()
            .waitFor();
          const text = await page.locator('main').innerText();
          assert.doesNotMatch(text, /\d{4}-\d\d-\d\d|\d\/\d/, `${locale} ${shown}`);
          assert.doesNotMatch(
            text,
            /\b(?:Jan|Feb|Ma[ciry]|Mei|Apr|Ju[nl]|Aug|Ago|Sep|O[ck]t|Nov|De[cs])[ \u00a0]\d{1,2}\b/,
            `${locale} ${shown}`,
          );
        }
        await close();
      }
    });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, a question is not answered with the topic of the previous one`, async () => {
      const site = await fixture.owner.newSite({
        business: 'Duka la Ujenzi',
        languages: ['sw', 'en'],
        faqs: [
          { question: 'Kuna parking?', answer: 'Ndiyo, parking ni bure nyuma ya duka.' },
          { question: 'Mnatoa quotation?', answer: 'Ndiyo, quotation ni bure kwa siku moja.' },
        ],
      });
      const address = `${fixture.server.siteServer.url}/s/${site.id}`;
      const page = await fixture.openAddress(address, { ...options, locale: 'sw-KE' });
      const field = page.page.locator('.composer textarea');
      for (const [at, question] of ['Kuna parking?', 'Mnatoa quotation?'].entries()) {
        await field.fill(question);
        await page.page.locator('.composer .send[aria-disabled=false]').waitFor();
        await field.press('Enter');
        await page.page.locator('.exchange[data-id]').nth(at).waitFor();
      }
      const last = page.page.locator('.exchange[data-id]').last();
      await last.getByText('quotation ni bure').first().waitFor();
      assert.equal(await last.getByText('nyuma ya duka').count(), 0);
    });

  for (const { screen, options } of screens.phone)
    test(`on a ${screen}, first steps keep the language, parse a table, and end with a test question`, async () => {
      const owner = await fixture.server.siteServer.newOwner();
      const site = await owner.newSite({});
      const hash = `#/sites/${site.id}/start`;
      const { page } = await fixture.openSignedIn(hash, { owner, options });
      await page.getByRole('button', { name: 'I have no website' }).click();
      await page.getByLabel('Business name').fill('Mkate Bora');
      await page.getByLabel('What do you do?').fill('We bake bread.');
      await page.getByRole('button', { name: 'Save and continue' }).click();
      await page.getByRole('heading', { name: 'How do customers reach you?' }).waitFor();
      await page.getByRole('button', { name: 'Skip for now' }).click();
      await page.getByRole('heading', { name: 'When are you open?' }).waitFor();
      await page.getByRole('button', { name: 'Skip for now' }).click();
      await page.getByRole('button', { name: 'Paste a list' }).click();
      await page.getByLabel('Your list').fill('Bread\t65\nCake\t1200');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: 'Add 2' }).click();
      await page.getByRole('button', { name: 'Save and continue' }).click();
      await page.getByRole('heading', { name: 'What do customers ask most?' }).waitFor();
      const { profile } = (await site.asOwner('GET', '')).json;
      assert.equal(profile.about.en ?? profile.about, 'We bake bread.');
      assert.equal(profile.about.sw, undefined);
      assert.deepEqual(
        profile.prices.map(({ price }: { price: number }) => price),
        [65, 1_200],
      );
      await page.getByRole('button', { name: 'Skip for now' }).click();
      const title = page.getByRole('heading', { name: 'Well done! Your assistant is ready' });
      await title.waitFor();
      await page.getByLabel("A customer's question").fill('How much is bread?');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.getByText('Answered', { exact: true }).waitFor();
      const share = page.getByRole('link', { name: 'Send by WhatsApp' });
      const code = page.getByRole('img', { name: /QR code of/ });
      const onlyHere = page.getByText('Only this computer can open this address.');
      assert.deepEqual([await share.count(), await code.count()], [0, 0]);
      await onlyHere.waitFor();
      await usePublicAddress(page);
      await page.goto(`${new URL(page.url()).origin}/#/sites/${site.id}/start?step=questions`);
      await page.getByRole('button', { name: 'Skip for now' }).click();
      await title.waitFor();
      assert.equal(await onlyHere.count(), 0);
      const order = [title, share, code, page.locator('pre')];
      const tops = await Promise.all(order.map(topOf));
      assert.deepEqual(
        tops,
        tops.toSorted((one, other) => one - other),
      );
    });

  for (const { screen, options } of screens.desktop)
    test(`on a ${screen}, a filter reports no matches only after the search has finished`, async () => {
      const { call } = await fixture.server.signIn({ credential: fixture.owner.credential });
      const made = await call('POST', '/console/platform/resources', {
        service: 'data',
        kind: 'Collection',
        name: `Goods ${screen}`,
        config: {},
      });
      const records = `/console/platform/resources/${made.json.id}/records`;
      await call('POST', records, { item: 'Unga' });
      const { page } = await fixture.openSignedIn(`#/platform/resources/${made.json.id}`, {
        options,
      });
      await page.getByText('Unga').first().waitFor();
      await settled(page);
      const requested = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      await page.route(`**${records}**`, async (route) => {
        requested.resolve();
        await released.promise;
        await route.continue();
      });
      await page.getByRole('searchbox', { name: 'Search records' }).fill('baiskeli');
      await requested.promise;
      assert.equal(await page.getByText('No matching records.').count(), 0);
      released.resolve();
      await page.getByText('No matching records.').waitFor();
    });
});

async function topOf(place: Locator): Promise<number> {
  return (await place.boundingBox())?.y ?? Number.NaN;
}

/** Whether the centre of an element is on the screen and not covered. */
function isVisible(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
  });
}
