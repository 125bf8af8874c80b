/** What owners of shops meet in the first days, each on a phone and on a desk. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { devices } from 'playwright-core';
import { noBrowser } from '../../browser.ts';
import { settled, stageOfSuite } from '../stage.ts';

const { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent } = devices['Pixel 5'] ?? {};
const screens = {
  desk: {},
  phone: { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent } as object,
};

describe('everyday things of an owner', { skip: noBrowser }, () => {
  const stage = stageOfSuite();

  for (const [screen, options] of Object.entries(screens)) {
    test(`on a ${screen}, a question is not answered with what the one before was about`, async () => {
      const site = await stage.owner.newSite({
        business: 'Duka la Ujenzi',
        languages: ['sw', 'en'],
        faqs: [
          { question: 'Kuna parking?', answer: 'Ndiyo, parking ni bure nyuma ya duka.' },
          { question: 'Mnatoa quotation?', answer: 'Ndiyo, quotation ni bure kwa siku moja.' },
        ],
      });
      const address = `${stage.server.siteServer.url}/s/${site.id}`;
      const page = await stage.visit(address, { ...options, locale: 'sw-KE' });
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
      await page.close();
    });

    test(`on a ${screen}, a server without mail says so before an address is saved`, async () => {
      const { page, close } = await stage.enter('#/sites/demo/settings', { options });
      await page.getByText('This server cannot send e-mail yet').waitFor();
      await close();
    });

    test(`on a ${screen}, the search finds prices, goods and settings by everyday words`, async () => {
      const { page, close } = await stage.enter('#/sites/demo', { options });
      for (const [typed, found] of [
        ['simamisha', 'Pause the assistant'],
        ['hours', 'Opening hours'],
        ['price', 'Prices'],
        ['sukari', 'Sugar'],
      ] as const) {
        await page.getByRole('button', { name: 'Search', exact: true }).click();
        await page.getByRole('combobox').fill(typed);
        await page.getByRole('option', { name: found }).first().waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('combobox').waitFor({ state: 'detached' });
      }
      await close();
    });

    test(`on a ${screen}, the preview greets where no greeting is written`, async () => {
      const site = await stage.owner.newSite({ business: 'Mkate Bora', languages: ['en'] });
      const { page, close } = await stage.enter(`#/sites/${site.id}/appearance`, { options });
      await page.frameLocator('iframe').getByText('Welcome to Mkate Bora').waitFor();
      await close();
    });

    test(`on a ${screen}, the first steps write in the language of the screen, and split a pasted table`, async () => {
      const owner = await stage.server.siteServer.newOwner();
      const site = await owner.newSite({});
      const hash = `#/sites/${site.id}/start`;
      const { page, close } = await stage.enter(hash, { owner, options });
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
      await close();
    });

    test(`on a ${screen}, a deleted site is gone from every menu`, async () => {
      const id = `gone-${screen}`;
      await stage.owner.newSite({ business: 'Gone tomorrow' }, id);
      const { page, go, close } = await stage.enter(`#/sites/${id}/settings`, { options });
      await page.getByLabel(new RegExp(id)).fill(id);
      await page.getByRole('button', { name: 'Delete this site' }).click();
      await page.getByRole('heading', { level: 1, name: 'Your sites' }).waitFor();
      await go('/team');
      assert.equal(await page.locator(`a[href*="/sites/${id}"]`).count(), 0);
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByRole('combobox').fill(id);
      await page.getByText('Nothing found').waitFor();
      await close();
    });

    test(`on a ${screen}, a filter says that nothing matches only when it has looked`, async () => {
      const { call } = await stage.server.signIn({ credential: stage.owner.credential });
      const made = await call('POST', '/console/platform/resources', {
        service: 'data',
        kind: 'Collection',
        name: `Goods ${screen}`,
        config: {},
      });
      const records = `/console/platform/resources/${made.json.id}/records`;
      await call('POST', records, { item: 'Unga' });
      const { page, close } = await stage.enter(`#/platform/resources/${made.json.id}`, {
        options,
      });
      await page.getByText('Unga').first().waitFor();
      await settled(page);
      const asked = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      await page.route(`**${records}**`, async (route) => {
        asked.resolve();
        await held.promise;
        await route.continue();
      });
      await page.getByRole('searchbox', { name: 'Search records' }).fill('baiskeli');
      await asked.promise;
      assert.equal(await page.getByText('No matching records.').count(), 0);
      held.resolve();
      await page.getByText('No matching records.').waitFor();
      await close();
    });
  }
});
