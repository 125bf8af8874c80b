import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noBrowser } from '../../browser.ts';
import { fixtureForSuite } from '../fixture.ts';
import { askAs, leaveLead } from './visitors.ts';

const phone = { options: { viewport: { width: 360, height: 720 } } };

describe('questions and leads on a phone', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  test('the most frequent question is answered in the list, which shows what the next visitor gets', async () => {
    for (const question of ['Do you repair phones?', 'Mnauza baiskeli?', 'mnauza baiskeli'])
      await askAs(fixture, question);
    const { page } = await fixture.openSignedIn('#/sites/demo/questions', phone);
    const rows = page.getByRole('listitem');
    await rows.first().getByText('mnauza baiskeli', { exact: false }).click();
    await page.getByRole('button', { name: 'Teach this answer' }).click();
    await page.getByText('Write an answer first.').waitFor();
    await page.getByLabel('Your answer in Swahili').fill('Ndiyo, baiskeli za watoto ni KES 9,500.');
    await page.getByRole('button', { name: 'Add English' }).click();
    await page.getByLabel('Your answer in English').fill('Yes, children’s bicycles are KES 9,500.');
    await page.getByRole('button', { name: 'Teach this answer' }).click();
    const again = page.locator('.asked-again');
    await again.getByText('KES 9,500').waitFor();
    await again.getByText('Answered', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next question' }).click();
    await page.getByRole('heading', { name: 'Do you repair phones?' }).waitFor();
    const { json } = await fixture.site.asOwner('GET', '/questions?status=taught');
    assert.equal((json as { total: number }).total, 2, 'both wordings are taught');
  });

  test('a taught answer can be undone', async () => {
    const id = await askAs(fixture, 'Do you sell telescopes?');
    const { page } = await fixture.openSignedIn(`#/sites/demo/questions/${id}`, phone);
    await page.getByLabel('Your answer in English').fill('Yes, one.');
    await page.getByRole('button', { name: 'Teach this answer' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Answer removed').waitFor();
    const { json } = await fixture.site.asOwner('GET', `/questions/${id}`);
    assert.equal((json as { question: { status: string } }).question.status, 'new');
  });

  test('a group is dismissed with all its wordings, and undo restores them', async () => {
    for (const question of ['Mnauza darubini kubwa?', 'mnauza darubini kubwa'])
      await askAs(fixture, question);
    const dismissed = async () => {
      const { json } = await fixture.site.asOwner('GET', '/questions?status=dismissed');
      return (json as { total: number }).total;
    };
    const { page } = await fixture.openSignedIn('#/sites/demo/questions', phone);
    const row = page.getByRole('listitem').getByText('mnauza darubini kubwa');
    await row.click();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await row.waitFor({ state: 'detached' });
    assert.equal(await dismissed(), 2);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await row.waitFor();
    assert.equal(await dismissed(), 0);
  });

  test('a digest link shows the question in its conversation, or explains that it was deleted', async () => {
    await askAs(fixture, 'Mnafungua saa ngapi?', { conversation: 'talk' });
    const id = await askAs(fixture, '<img src=x onerror=alert(1)>', {
      conversation: 'talk',
      page: 'https://duka.example/bei',
    });
    const { page, go } = await fixture.open(`#/sites/demo/questions/${id}`, phone.options);
    await page.getByLabel('Your key').fill(fixture.owner.credential);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: '<img src=x onerror=alert(1)>' }).waitFor();
    await page.getByRole('link', { name: 'Mnafungua saa ngapi?' }).waitFor();
    await page.getByText('https://duka.example/bei').waitFor();
    await page.getByRole('button', { name: 'Delete question' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete question' }).click();
    await page.getByText('Deleted', { exact: true }).waitFor();
    await go(`/sites/demo/questions/${id}`);
    await page.getByRole('heading', { name: 'This question is no longer here' }).waitFor();
  });

  test('a lead can be called, marked as done, and restored by undo', async () => {
    await leaveLead(fixture, { contact: '0700 000 111', name: 'Juma', message: '<b>Nipigie</b>' });
    await leaveLead(fixture, { contact: 'mary@example.com', message: 'Kisumu?' });
    const { page, go } = await fixture.openSignedIn('#/sites/demo', phone);
    const called = page.getByRole('link', { name: 'Call' });
    assert.equal(await called.getAttribute('href'), 'tel:0700000111');
    await go('/sites/demo/leads');
    await page.getByLabel('Search name, number or message').fill('JUMA');
    await page.getByRole('listitem').getByText('Juma').click();
    assert.equal(
      await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href'),
      'https://wa.me/254700000111',
    );
    await page.getByText('<b>Nipigie</b>').first().waitFor();
    await page.getByRole('button', { name: 'Mark as done' }).click();
    await page.getByText('No matches.').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('listitem').getByText('Juma').waitFor();
  });
});
