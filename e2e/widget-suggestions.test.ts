import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { noBrowser } from './browser.ts';
import { streamAnswer } from './hosts/operator.ts';
import { assertNoFaults, widgetServerForSuite } from './hosts/widget-server.ts';

const refusal = 'Samahani, sina taarifa hiyo.';
const hostile = '<img src=x onerror="window.hit=1"> **Bei**?';

describe('suggestions after a refusal in the widget', { skip: noBrowser }, () => {
  const server = widgetServerForSuite();
  let address: string;
  before(async () => {
    address = server.host.put('/', { body: `<main><h1>Duka</h1></main>${server.embedLine()}` });
  });

  /** Refuses the next question with these suggestions; later ones go to the real server. */
  const refuseOnce = (suggestions: readonly string[] | undefined) =>
    server.operator.intercept('ask', (call) => {
      server.operator.stopIntercepting();
      const answer = streamAnswer(call);
      answer.token(refusal);
      answer.done({ answered: false, suggestions });
    });

  test('a click asks the approved question and shows its answer', async () => {
    const { page, widget, faults } = await server.openPage(address);
    await widget.open();
    refuseOnce(['Mnaleta nyumbani?', 'Mnafungua saa ngapi?']);
    await widget.ask('Mzigo utafikaje?');
    const group = widget.answer.getByRole('group', { name: 'Ulimaanisha…?' });
    await group.waitFor();
    assert.deepEqual(await group.getByRole('button').allTextContents(), [
      'Mnaleta nyumbani?',
      'Mnafungua saa ngapi?',
    ]);
    assert.equal(await widget.answer.locator('.ways').count(), 1);
    await group.getByRole('button').first().click();
    await widget.answer.getByText('tunaleta bila malipo').first().waitFor();
    const asked = await page.locator('.mine p').allTextContents();
    assert.deepEqual(asked, ['Mzigo utafikaje?', 'Mnaleta nyumbani?']);
    assertNoFaults(faults);
  });

  test('a suggestion is announced and can be chosen by keyboard, and the focus stays in the conversation', async () => {
    const { page, widget } = await server.openPage(address);
    await widget.open();
    refuseOnce(['Mnaleta nyumbani?']);
    await widget.ask('Mzigo utafikaje?');
    const button = widget.answer.getByRole('button', { name: 'Mnaleta nyumbani?' });
    await button.waitFor();
    await widget.status.getByText(`${refusal} Ulimaanisha…? Mnaleta nyumbani?`).waitFor({
      state: 'attached',
    });
    const hasFocus = () => button.evaluate((one) => one.matches(':focus'));
    for (let step = 0; step < 20 && !(await hasFocus()); step += 1)
      await page.keyboard.press('Shift+Tab');
    assert.equal(await hasFocus(), true);
    await page.keyboard.press('Enter');
    await widget.answer.getByText('tunaleta bila malipo').first().waitFor();
    assert.equal(await widget.field.evaluate((field) => field.matches(':focus')), true);
  });

  test('a suggestion is shown as text, survives a reload, and its heading follows the language', async () => {
    const { page, widget, faults } = await server.openPage(address);
    await widget.open();
    refuseOnce([hostile]);
    await widget.ask('Mzigo utafikaje?');
    const button = widget.answer.locator('.meant button');
    await button.waitFor();
    await widget.settled();
    for (const again of [false, true]) {
      if (again) {
        await page.reload();
        await widget.open();
      }
      assert.equal(await button.textContent(), hostile);
    }
    await page.getByRole('button', { name: 'English' }).click();
    await widget.answer.getByText('Did you mean…?').waitFor();
    assert.equal(await page.locator('.meant img').count(), 0);
    assert.equal(await page.evaluate(() => 'hit' in window), false);
    assertNoFaults(faults);
  });

  test('an answer, and a refusal without suggestions, show no suggestions', async () => {
    const { widget } = await server.openPage(address);
    await widget.open();
    for (const none of [[], undefined]) {
      refuseOnce(none);
      await widget.ask('Mzigo utafikaje?');
      await widget.settled();
    }
    await widget.ask('Mnaleta nyumbani?');
    await widget.settled();
    assert.equal(await widget.log.locator('.meant').count(), 0);
  });
});
