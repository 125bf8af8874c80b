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

  for (const [name, profile, sees] of [
    ['that says nothing about people', {}, true],
    ['that connects no visitors with people', { people: false }, false],
  ] as const)
    test(`on a site ${name}, what a person writes is seen at once and after a reload, and is answered`, async () => {
      const site = await server.site.owner.newSite({ ...profile, business: 'Duka la Asha' });
      const at = server.host.put(`/${site.id}`, { body: server.embedLine('', site) });
      const { page, widget, faults } = await server.openPage(at);
      const write = async (text: string) => {
        const [{ id }] = (await site.asOwner('GET', '/conversations')).json.conversations;
        assert.equal(
          (await site.asOwner('POST', `/conversations/${id}/messages`, { text })).status,
          201,
        );
        return id as string;
      };
      await widget.open();
      const button = page.getByRole('button', { name: 'Ongea na mtu' });
      assert.equal(await button.first().isVisible(), sees);
      await widget.ask('Mnauza baiskeli?');
      await widget.settled();
      await write('Ndiyo, tunauza.');
      const said = page.locator('.said', { has: page.locator('.person-text') });
      await said.getByText('Ndiyo, tunauza.').waitFor();
      // Nobody has given a name, so the business speaks.
      assert.equal(await said.locator('.person-name').textContent(), 'Duka la Asha');
      await page.locator('.dock .person').getByText('Duka la Asha yupo nawe hapa.').waitFor();
      await widget.ask('Bei gani?');
      await page.locator('.delivered').getByText('Imefika. Utajibiwa hapa.').waitFor();
      await page.reload();
      await widget.open();
      await said.getByText('Ndiyo, tunauza.').waitFor();
      await page.locator('.delivered').getByText('Imefika. Utajibiwa hapa.').waitFor();
      const id = await write('Elfu kumi.');
      await said.getByText('Elfu kumi.').waitFor();
      assert.equal(await page.locator('.delivered').isVisible(), false);
      await site.asOwner('POST', `/conversations/${id}/release`);
      await page.locator('.turn').getByText('Sasa unaongea na msaidizi tena.').waitFor();
      assert.equal(await page.locator('.dock .person').isVisible(), false);
      await widget.ask('Asante');
      await page.locator('.exchange .tools').waitFor();
      assertNoFaults(faults);
    });

  test('a person reaches the visitor of the hosted page', async () => {
    const site = await server.site.owner.newSite({ people: false });
    const { page, widget } = await server.openPage(`${server.operator.url}/s/${site.id}`);
    await widget.field.waitFor();
    await widget.ask('Mnauza baiskeli?');
    await widget.settled();
    const [{ id }] = (await site.asOwner('GET', '/conversations')).json.conversations;
    await site.asOwner('POST', `/conversations/${id}/messages`, { text: 'Ndiyo', name: 'Asha' });
    await page.locator('.person-text').getByText('Ndiyo').waitFor();
    await page.locator('.dock .person').getByText('Asha yupo nawe hapa.').waitFor();
  });

  test('the messages of a person come when their part of the widget could be loaded only later', async () => {
    const { page, widget } = await server.openPage(address);
    let isLost = true;
    await page.route('**/people-*', (route) => (isLost ? route.abort() : route.continue()));
    await widget.open();
    await widget.ask('Mnafungua saa ngapi?');
    await widget.settled();
    isLost = false;
    const { id } = await conversationOf('assistant');
    const path = `/conversations/${id}/messages`;
    await server.site.asOwner('POST', path, { text: 'Upo hapo?', name: 'Asha' });
    await widget.ask('Ndiyo');
    await page.locator('.person-text').getByText('Upo hapo?').waitFor();
  });

  test('a refusal shows each way to reach the business once, and so does the conversation after it', async () => {
    const { page, widget } = await server.openPage(address);
    await widget.open();
    const ways = ['Ongea na mtu', 'WhatsApp', 'Tuachie namba yako'];
    const shownOnce = async () => {
      for (const name of ways)
        assert.equal(await page.locator('.way:visible').getByText(name).count(), 1, name);
    };
    await shownOnce();
    for (const question of ['Mnatengeneza nyambizi?', 'Mnatengeneza roketi?']) {
      await widget.ask(question);
      await widget.settled();
      await shownOnce();
    }
    await widget.ask('Mnafungua saa ngapi?');
    await page.locator('.exchange .tools').waitFor();
    await shownOnce();
  });

  test('on a small screen, no way to a person is cut off, and the line that tells of one hides nothing', async () => {
    const viewport = { width: 360, height: 640 };
    const { page, widget } = await server.openPage(address, { viewport });
    await widget.open();
    for (const question of ['Mnafungua saa ngapi?', 'Mnafungua saa ngapi Jumamosi?']) {
      await widget.ask(question);
      await widget.settled();
    }
    const spilled = await page.locator('.reach').evaluate((reach) => {
      const { right } = reach.getBoundingClientRect();
      const boxes = [...reach.children].map((chip) => chip.getBoundingClientRect());
      const isOver = (at: number) => (boxes[at]?.right ?? 0) > (boxes[at + 1]?.left ?? right) + 1;
      return boxes.filter((_, at) => isOver(at)).length;
    });
    assert.equal(spilled, 0);
    await page.locator('.reach .to-person').click();
    await page.locator('.dock .person').getByText(/\w/).waitFor();
    const hidden = await page
      .locator('.log')
      .evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight);
    assert.ok(hidden < 2, `${hidden} pixels of the end are hidden`);
  });

  test('an answer to a visitor who asks for a person has the button that does it', async () => {
    const { page, widget } = await server.openPage(address);
    await widget.open();
    await widget.ask('Nataka kuongea na mtu');
    await widget.settled();
    const button = widget.answer.locator('.chip.strong');
    assert.equal(await button.textContent(), 'Ongea na mtu');
    await button.click();
    await page
      .locator('.dock .person')
      .getByText(/Tumemjulisha|tumemjulisha|Tumefunga/)
      .waitFor();
    assert.equal(await page.getByRole('button', { name: 'Ongea na mtu' }).count(), 0);
    await conversationOf('waiting');
  });

  test('the contact form carries the question that had no answer, and says at the field what is wrong', async () => {
    const { page, widget } = await server.openPage(address);
    await widget.open();
    await widget.ask('Mnatengeneza nyambizi?');
    await widget.settled();
    await widget.ask('Mnafungua saa ngapi?');
    await page.locator('.exchange .tools').waitFor();
    await page.locator(':is(.reach, .ways) > .way:last-child:visible').click();
    await page.locator('.lead .asked').getByText('Mnatengeneza nyambizi?').waitFor();
    const field = page.getByLabel('Simu, WhatsApp au barua pepe');
    await field.fill('abc');
    await page.getByRole('button', { name: 'Tuma namba yako' }).click();
    await page.getByRole('alert').getByText('Andika namba ya simu au barua pepe').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await field.fill('0712 345 678');
    await page.getByRole('button', { name: 'Tuma namba yako' }).click();
    await page.getByText('Asante! Tumepokea').first().waitFor();
    const [lead] = (await server.site.asOwner('GET', '/leads')).json.leads;
    const { json } = await server.site.asOwner('GET', `/questions/${lead.question_id}`);
    assert.equal(json.question.question, 'Mnatengeneza nyambizi?');
  });
});
