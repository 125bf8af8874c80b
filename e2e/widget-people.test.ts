import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { noBrowser } from './browser.ts';
import { assertNoFaults, widgetServerForSuite } from './hosts/widget-server.ts';

describe('a person in the widget', { skip: noBrowser }, () => {
  const server = widgetServerForSuite({ people: true });
  let address: string;
  before(async () => {
    address = server.host.put('/', { body: `<main><h1>Duka</h1></main>${server.embedLine()}` });
  });

  const conversationOf = async (state: string) =>
    (await server.site.asOwner('GET', `/conversations?state=${state}`)).json.conversations[0];

  test('a visitor and a person exchange messages live, and a reload keeps all of them', async () => {
    const { page, widget, faults } = await server.openPage(address);
    await widget.open();
    await widget.ask('Mnafungua saa ngapi?');
    await widget.settled();
    await page.getByRole('button', { name: 'Ongea na mtu' }).click();
    await page.locator('.dock .person').getByText(/mtu/).first().waitFor();
    const { id } = await conversationOf('waiting');
    const write = (text: string) =>
      server.site.asOwner('POST', `/conversations/${id}/messages`, { text, name: 'Asha' });
    await write('Habari, mimi ni Asha.');
    await page.locator('.person-text').getByText('Habari, mimi ni Asha.').waitFor();
    await page.locator('.dock .person').getByText('Asha yupo nawe hapa.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Ongea na mtu' }).isVisible(), false);
    await widget.field.fill('Naomba mzigo kesho');
    await page.locator('.composer .send[aria-disabled=false]').waitFor();
    await widget.field.press('Enter');
    await page.locator('.mine').getByText('Naomba mzigo kesho').waitFor();
    await page.locator('.exchange[data-id]').nth(1).waitFor();
    await write('Sawa, kesho saa tatu.');
    await page.locator('.person-text').getByText('Sawa, kesho saa tatu.').waitFor();
    const linesOf = () => page.locator('.exchange .mine p, .person-text').allTextContents();
    const lines = [
      'Mnafungua saa ngapi?',
      'Habari, mimi ni Asha.',
      'Naomba mzigo kesho',
      'Sawa, kesho saa tatu.',
    ];
    assert.deepEqual(await linesOf(), lines);
    if (process.env.BARAZA_PICTURES !== undefined)
      await page.screenshot({ path: `${process.env.BARAZA_PICTURES}/widget-person.png` });
    await page.reload();
    await widget.open();
    await page.locator('.person-text').nth(1).waitFor();
    assert.deepEqual(await linesOf(), lines);
    await server.site.asOwner('POST', `/conversations/${id}/release`);
    await page.getByRole('button', { name: 'Ongea na mtu' }).waitFor();
    assertNoFaults(faults);
  });

  test('without people, the script is not loaded and there is no button', async () => {
    const plain = await server.site.owner.newSite({ name: 'Peke yake' });
    const plainAddress = server.host.put('/plain', { body: server.embedLine('', plain) });
    const { page, widget } = await server.openPage(plainAddress);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await widget.open();
    assert.equal(
      await page
        .locator('.reach')
        .getByText(/mtu|person/)
        .count(),
      0,
    );
    assert.deepEqual(
      loaded.filter((url) => url.includes('/people-')),
      [],
    );
  });
});
