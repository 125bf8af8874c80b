import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../../browser.ts';
import { findingsOn } from '../../hosts/findings.ts';
import { fixtureForSuite, overflowOn } from '../fixture.ts';

const viewport = { width: 360, height: 720 };
const folder = process.env.BARAZA_PICTURES;

describe('a visitor and an owner, each with a browser', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();
  before(async () => {
    await fixture.site.asOwner('PATCH', '/profile', { people: true });
  });

  const screenshot = async (page: Page, name: string) => {
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };

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
