/** Teaching the assistant from a person's reply, inside a conversation. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../../../packages/server/test/fixtures/server-process.ts';
import { noBrowser } from '../../browser.ts';
import { findingsOn } from '../../hosts/findings.ts';
import { fixtureForSuite, overflowOn, screens, settled } from '../fixture.ts';
import { askAs } from './visitors.ts';

const folder = process.env.BARAZA_PICTURES;

describe('teaching inside a conversation', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  for (const { screen, options } of screens.both)
    test(`on a ${screen}, nothing is taught before its question and answer were shown`, async () => {
      const isPhone = screen === 'phone';
      const id = `c_teach${isPhone ? 'p' : 'd'}890123456789abcd`.slice(0, 24);
      const asked = isPhone ? 'Do you sell kites?' : 'Do you sell drums?';
      await askAs(fixture, asked, { conversation: id });
      await askAs(fixture, 'Mnauza ndege?', { conversation: id });
      await fixture.site.asOwner('POST', `/conversations/${id}/messages`, {
        text: 'Yes, they are 60 bob.',
        name: 'Asha',
      });
      const faqs = async () =>
        (await fixture.site.asOwner('GET', '')).json.profile.faqs.map(
          ({ question, answer }: Record<string, unknown>) => [question, answer],
        );
      const before = await faqs();
      const { page, faults } = await fixture.openSignedIn(`#/sites/demo/conversations/${id}`, {
        options,
      });
      const teach = page.getByRole('button', { name: 'Teach the assistant this answer' });
      await teach.click();
      const form = page.getByRole('dialog', { name: 'Teach the assistant this answer' });
      const question = form.getByLabel('Question', { exact: true });
      const answer = form.getByLabel('Answer for every customer');
      assert.equal(await question.inputValue(), 'Mnauza ndege?');
      assert.equal(await answer.inputValue(), 'Yes, they are 60 bob.');
      assert.deepEqual(await faqs(), before, 'a tap saves nothing');
      await settled(page);
      if (folder !== undefined) await page.screenshot({ path: `${folder}/teach-${screen}.png` });
      assert.deepEqual([...(await findingsOn(page)), ...(await overflowOn(page))], []);
      await form.getByLabel('Which question does it answer?').selectOption(asked);
      assert.equal(await question.inputValue(), asked);
      await answer.fill('');
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await form.getByText('Enter the answer.').waitFor();
      assert.deepEqual(await faqs(), before, 'an empty answer is not saved');
      await answer.fill('Yes, each is 60 shillings.');
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('The assistant now knows this answer').waitFor();
      await page.locator('.asked-again').getByText('60 shillings').waitFor();
      assert.deepEqual(await faqs(), [...before, [asked, 'Yes, each is 60 shillings.']]);
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await eventually(async () => (await faqs()).length === before.length);
      await teach.click();
      await question.fill('How much is a toy?');
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await form.waitFor({ state: 'detached' });
      assert.deepEqual((await faqs()).at(-1), ['How much is a toy?', 'Yes, they are 60 bob.']);
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await eventually(async () => (await faqs()).length === before.length);
      assert.deepEqual(faults, []);
    });
});
