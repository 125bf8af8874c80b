import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../../packages/server/test/fixtures/server-process.ts';
import { noBrowser } from '../../browser.ts';
import { findingsOn } from '../../hosts/findings.ts';
import { fixtureForSuite, overflowOn } from '../fixture.ts';
import { askAs } from './visitors.ts';

const viewport = { width: 360, height: 720 };
const folder = process.env.BARAZA_PICTURES;

describe('a visitor and an owner, each with a browser', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();
  const screenshot = async (page: Page, name: string) => {
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };

  test('the inbox opens where something is, a reply waits for a first name, and both see who speaks', async () => {
    const visitor = await fixture.openAddress(`${fixture.server.siteServer.url}/s/demo`, {
      viewport,
    });
    const field = visitor.page.locator('.composer textarea');
    await field.fill('Do you sell aeroplanes?');
    await visitor.page.locator('.composer .send[aria-disabled=false]').waitFor();
    await field.press('Enter');
    await visitor.page.locator('.exchange .ways').waitFor();
    await screenshot(visitor.page, 'widget-refusal');
    await visitor.page.locator('.exchange .ways button').last().click();
    await visitor.page.locator('.asked').getByText('Do you sell aeroplanes?').waitFor();
    await visitor.page.locator('#assistant').getByLabel('Phone, WhatsApp or e-mail').fill('abc');
    await visitor.page.getByRole('button', { name: 'Send your number' }).click();
    await visitor.page.getByRole('alert').getByText('such as 0712 345 678').waitFor();
    await screenshot(visitor.page, 'widget-lead-error');
    await visitor.page
      .locator('#assistant')
      .getByLabel('Phone, WhatsApp or e-mail')
      .fill('0711 222 333');
    await visitor.page.locator('#assistant').getByLabel('Name (optional)').fill('Juma');
    await visitor.page.getByRole('button', { name: 'Send your number' }).click();
    await visitor.page.getByText('Thank you! We have your message').first().waitFor();

    const { page, go, faults } = await fixture.openSignedIn('#/sites/demo/leads', {
      options: { viewport },
    });
    await page.getByRole('listitem').getByText('Juma').click();
    await page.getByText('Asked, without an answer').waitFor();
    await page.locator('.open-card').getByText('Do you sell aeroplanes?').waitFor();
    await screenshot(page, 'console-lead');
    await go('/sites/demo/conversations');
    const tab = page.getByRole('link', { name: 'With the assistant' });
    const row = page.locator('.conversations a').filter({ hasText: 'Juma' });
    await row.getByText('Do you sell aeroplanes?').waitFor();
    assert.equal(await tab.getAttribute('aria-current'), 'page');
    assert.equal(await tab.locator('.tab-count').textContent(), '1');
    await screenshot(page, 'console-inbox');
    await page.locator('.conversations a').first().click();
    await page.getByLabel('Your answer').fill('Only toy ones.');
    const send = await page.getByRole('button', { name: 'Send', exact: true }).boundingBox();
    const bar = await page.locator('nav.bottom').boundingBox();
    assert.ok(
      send && bar && send.y + send.height <= bar.y,
      'the bar is over the button that sends',
    );
    await page.getByLabel('Your answer').press('Control+Enter');
    await page.getByText('Enter your name.').waitFor();
    await screenshot(page, 'console-name');
    assert.equal(await visitor.page.locator('.person-text').count(), 0);
    await page.getByLabel('Your first name').fill('Asha Mwangi');
    await page.getByLabel('Your answer').press('Control+Enter');
    await visitor.page.locator('.person-text').getByText('Only toy ones.').waitFor();
    assert.equal(await visitor.page.locator('.person-name').textContent(), 'Asha');
    await visitor.page.locator('.dock .person').getByText('Asha is here with you.').waitFor();
    await page.getByText('Asha has taken over').waitFor();
    assert.equal(await page.getByLabel('Your first name').count(), 0);
    await screenshot(visitor.page, 'widget-person');
    await page.getByRole('button', { name: 'Give back to the assistant' }).click();
    await visitor.page
      .locator('.turn')
      .getByText('You are talking to the assistant again.')
      .waitFor();
    await page.getByText('The assistant is answering again').waitFor();
    await screenshot(visitor.page, 'widget-handed-back');
    await screenshot(page, 'console-handed-back');
    assert.deepEqual([...(await findingsOn(page)), ...(await overflowOn(page))], []);
    assert.deepEqual([...faults, ...visitor.faults], []);
  });

  test('a reply whose response was lost reaches the visitor once, however often it is sent', async () => {
    const id = 'c_lost56789012345678901a';
    await askAs(fixture, 'Mnauza baiskeli?', { conversation: id });
    const { page } = await fixture.openSignedIn(`#/sites/demo/conversations/${id}`, {
      options: { viewport },
    });
    let tries = 0;
    await page.route('**/messages', async (route) => {
      tries += 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    const name = page.getByLabel('Your first name');
    const answer = page.getByLabel('Your answer');
    await answer.fill('Tunazo mbili.');
    if ((await name.count()) > 0) await name.fill('Asha');
    await answer.press('Control+Enter');
    await page.locator('.toast.alarm').first().waitFor();
    assert.equal(await answer.inputValue(), 'Tunazo mbili.');
    await answer.press('Control+Enter');
    await page.locator('.thread-text').getByText('Tunazo mbili.').waitFor();
    await eventually(async () => (await answer.inputValue()) === '');
    const { messages } = (await fixture.site.asOwner('GET', `/conversations/${id}`)).json;
    const written = messages.filter(({ from }: { from: string }) => from === 'person');
    assert.deepEqual([tries, written.length], [1, 1]);
  });

  test('the switch of asking for a person is in the settings, and the palette finds it', async () => {
    const { page, faults } = await fixture.openSignedIn('#/sites/demo');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('mtu');
    await page.getByRole('option', { name: 'Talk to a person' }).first().click();
    const isOn = page.getByLabel('Customers can ask to talk to a person');
    await isOn.scrollIntoViewIfNeeded();
    assert.equal(await isOn.isChecked(), true);
    await screenshot(page, 'console-switch');
    await isOn.click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').first().waitFor();
    const { json } = await fixture.site.asOwner('GET', '');
    assert.equal(json.profile.people, false);
    await fixture.site.asOwner('PATCH', '/profile', { people: true });
    assert.deepEqual(faults, []);
  });

  test('the menu counts waiting visitors, messages arrive live, and saved answers are reused', async () => {
    const visitor = await fixture.openAddress(`${fixture.server.siteServer.url}/s/demo`, {
      viewport,
    });
    const write = async (text: string) => {
      const field = visitor.page.locator('.composer textarea');
      await field.fill(text);
      await visitor.page.locator('.composer .send[aria-disabled=false]').waitFor();
      await field.press('Enter');
    };
    await write('Do you deliver?');
    await visitor.page.locator('.exchange[data-id]').first().waitFor();
    await visitor.page.getByRole('button', { name: 'Talk to a person' }).click();
    await visitor.page
      .locator('.dock .person')
      .getByText(/someone know|open/)
      .waitFor();

    const owner = await fixture.openSignedIn('#/sites/demo', { options: { viewport } });
    await owner.page.getByRole('heading', { name: 'Waiting for a person' }).waitFor();
    await owner.page.locator('.bottom').getByLabel('1 waiting for a person').waitFor();
    await screenshot(owner.page, 'today-waiting');
    await owner.go('/sites/demo/conversations');
    await owner.page.locator('.conversations a').first().click();
    const answer = owner.page.getByLabel('Your answer');
    await answer.fill('Hello, I am Asha. How can I help?');
    await owner.page.getByRole('button', { name: 'Save this answer' }).click();
    await owner.page.getByText('Saved for the whole team').waitFor();
    await owner.page.getByRole('button', { name: 'Send', exact: true }).click();
    await visitor.page.locator('.person-text').getByText('I am Asha').waitFor();
    await write('I need 20 bags tomorrow');
    await owner.page.locator('.thread-text').getByText('I need 20 bags tomorrow').waitFor();
    await owner.page.getByText('Saved answers').click();
    const again = { name: 'Hello, I am Asha. How can I help?', exact: true };
    await owner.page.getByRole('button', again).click();
    assert.equal(await answer.inputValue(), 'Hello, I am Asha. How can I help?');
    await answer.fill('Of course, we bring them at nine.');
    await owner.page.getByRole('button', { name: 'Send', exact: true }).click();
    await visitor.page.locator('.person-text').getByText('at nine').waitFor();
    await owner.page
      .locator('.bottom')
      .getByLabel('1 waiting for a person')
      .waitFor({ state: 'detached' });
    await screenshot(visitor.page, 'widget-thread');
    await screenshot(owner.page, 'console-thread');
    assert.deepEqual([...(await findingsOn(owner.page)), ...(await overflowOn(owner.page))], []);
    await owner.page.getByRole('button', { name: 'Give back to the assistant' }).click();
    await visitor.page.getByRole('button', { name: 'Talk to a person' }).waitFor();
    assert.deepEqual([...owner.faults, ...visitor.faults], []);
  });
});
