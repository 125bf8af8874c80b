import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { noBrowser } from './browser.ts';
import type { InterceptedCall } from './hosts/operator.ts';
import { streamAnswer } from './hosts/operator.ts';
import { assertNoFaults, widgetOn, widgetServerForSuite } from './hosts/widget-server.ts';

const shop = '<main><h1>Duka</h1><button id="own">Menyu</button><p>Karibu.</p></main>';

describe('the widget on a page of another origin', { skip: noBrowser }, () => {
  const server = widgetServerForSuite();
  let address: string;
  before(async () => {
    address = server.host.put('/', { body: shop + server.embedLine() });
  });

  test('a visitor asks by mouse, opens the source, rates, leaves a contact and closes', async () => {
    const { page, widget, faults } = await server.openPage(address);
    await widget.launcher.waitFor();
    assert.equal(await widget.launcher.textContent(), 'Uliza Asha');
    await widget.open();
    await page.getByText('Karibu Duka la Asha').waitFor();
    await page.getByRole('button', { name: 'Mnaleta nyumbani?' }).click();
    await widget.answer.getByText('tunaleta bila malipo').first().waitFor();
    await widget.answer.locator('summary').click();
    await widget.answer.locator('.sources q').waitFor({ state: 'visible' });
    // The button does not wait for the server, but the test checks the stored rating below.
    const rated = page.waitForResponse(
      (response) => response.url().endsWith('/feedback') && response.request().method() === 'POST',
    );
    await widget.answer.getByRole('button', { name: 'Jibu limesaidia' }).click();
    await widget.answer.getByRole('button', { name: 'Jibu limesaidia', pressed: true }).waitFor();
    assert.equal((await rated).ok(), true);
    await widget.ask('Mnatengeneza baiskeli?');
    const contact = widget.answer.getByRole('link', { name: 'WhatsApp' });
    assert.equal(await contact.getAttribute('href'), 'https://wa.me/254700000000');
    await widget.answer.getByRole('button', { name: 'Tuachie namba yako' }).click();
    await page.getByLabel('Simu, WhatsApp au barua pepe').fill('0712 345 678');
    await page.getByRole('button', { name: 'Tuma namba yako' }).click();
    await page.getByText('Asante!').first().waitFor();
    await page.getByRole('button', { name: 'Funga' }).click();
    await widget.dialog.waitFor({ state: 'hidden' });
    assertNoFaults(faults);
    const { json: leads } = await server.site.asOwner('GET', '/leads');
    assert.equal(leads.leads[0].contact, '0712 345 678');
    assert.match(leads.leads[0].question_id, /^q_/);
    const { json: asked } = await server.site.asOwner('GET', '/questions');
    const [second, first] = asked.questions;
    assert.equal(first.feedback, 'up');
    assert.equal(first.conversation, second.conversation);
    assert.equal(first.page, `${server.host.url}/`);
  });

  test('a visitor does the same by keyboard; the focus enters the dialog, stays in it and returns', async () => {
    const { page, widget } = await server.openPage(address);
    await widget.launcher.waitFor();
    const focused = () =>
      page.evaluate(() => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '';
      });
    await page.locator('#own').focus();
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Uliza Asha');
    await page.keyboard.press('Enter');
    await widget.field.waitFor();
    assert.equal(await focused(), 'Andika swali lako…');
    const seen = new Set<string>();
    // More steps than there are controls: none leaves the dialog.
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('Tab');
      seen.add(await focused());
    }
    for (const label of [
      'Funga',
      'English',
      'Mnafungua saa ngapi?',
      'WhatsApp',
      'Andika swali lako…',
    ])
      assert.ok(seen.has(label), `${label} is not reached: ${[...seen]}`);
    assert.ok(!seen.has('Menyu'));
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('Shift+Tab');
    assert.notEqual(await focused(), 'Menyu');
    await widget.field.focus();
    await page.keyboard.type('Mnafungua saa ngapi?');
    await page.keyboard.press('Enter');
    const helpful = widget.answer.getByRole('button', { name: 'Jibu limesaidia' });
    await widget.answer.locator('summary').focus();
    await page.keyboard.press('Enter');
    await helpful.focus();
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'Jibu limesaidia');
    assert.equal(await helpful.getAttribute('aria-pressed'), 'true');
    assert.equal(await widget.answer.locator('.sources[open]').count(), 1);
    await page.locator(':is(.reach, .ways) > .way:last-child:visible').focus();
    await page.keyboard.press('Enter');
    assert.equal(
      await page.locator('input[name=contact]').evaluate((field) => field.matches(':focus')),
      true,
    );
    await page.keyboard.press('Escape');
    assert.equal(await focused(), 'Tuachie namba yako');
    await page.keyboard.press('Escape');
    await widget.dialog.waitFor({ state: 'hidden' });
    assert.equal(await focused(), 'Uliza Asha');
  });

  test('the live region announces the wait and the complete answer, not each token', async () => {
    let stream: ReturnType<typeof streamAnswer> | undefined;
    const begun = new Promise<void>((resolve) =>
      server.operator.intercept('ask', (call) => {
        stream = streamAnswer(call);
        resolve();
      }),
    );
    const { widget } = await server.openPage(address);
    await widget.open();
    await widget.status.evaluate((status) => {
      const announced: string[] = [];
      Object.assign(status, { announced });
      new MutationObserver(() => announced.push(status.textContent ?? '')).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await widget.ask('Swali');
    await begun;
    for (const word of ['**Ndiyo**, ', 'tuna ', 'unga ', 'wa ', 'ngano.']) {
      stream?.token(word);
      await widget.answer
        .getByText(word.replaceAll('*', '').replace(', ', '').trim())
        .first()
        .waitFor();
    }
    stream?.done();
    await widget.answer.getByRole('button', { name: 'Jibu limesaidia', exact: true }).waitFor();
    const announced = await widget.status.evaluate(
      (status) => (status as never as { announced: string[] }).announced,
    );
    assert.deepEqual(announced, ['Anaandika jibu…', 'Ndiyo, tuna unga wa ngano.']);
  });

  test('an interrupted stream is requested again with the same id; if that fails, its text stays', async () => {
    const ids: string[] = [];
    let cutFirst = () => {};
    let completeFrom = 3;
    server.operator.intercept('ask', (call) => {
      ids.push(JSON.parse(call.body.toString()).request_id);
      const answer = streamAnswer(call);
      answer.token('Tunafungua saa ');
      if (ids.length < completeFrom) {
        if (ids.length === 1) cutFirst = answer.cut;
        else answer.cut();
        return;
      }
      answer.token('moja asubuhi.');
      answer.done();
    });
    const { widget } = await server.openPage(address);
    await widget.open();
    const askAndCut = async () => {
      await widget.ask('Mnafungua saa ngapi?');
      await widget.answer.getByText('Tunafungua saa').waitFor();
      cutFirst();
    };
    await askAndCut();
    await widget.answer.getByText('Tunafungua saa moja asubuhi.').waitFor();
    await widget.settled();
    assert.equal(ids.length, 3);
    assert.equal(new Set(ids).size, 1);
    assert.match(ids[0] ?? '', /^[\w-]{22}$/);
    ids.length = 0;
    completeFrom = Number.POSITIVE_INFINITY;
    await askAndCut();
    await widget.answer.getByText('Mtandao umekatika').waitFor();
    await widget.answer.getByText('Tunafungua saa').waitFor();
    completeFrom = 0;
    await widget.answer.getByRole('button', { name: 'Jaribu tena' }).press('Enter');
    await widget.answer.getByText('Mtandao umekatika').waitFor({ state: 'detached' });
    assert.equal(await widget.field.evaluate((field) => field.matches(':focus')), true);
    await widget.settled();
    assert.equal(new Set(ids).size, 1);
  });

  test('an answer that was pending when the visitor left the page can be requested on the next page', async () => {
    const ids: string[] = [];
    server.operator.intercept('ask', (call) => {
      ids.push(JSON.parse(call.body.toString()).request_id);
      if (ids.length > 1) call.forward();
      else streamAnswer(call).token('Tuko');
    });
    const { page, widget } = await server.openPage(address);
    await widget.open();
    await widget.ask('Mnafungua saa ngapi?');
    await widget.answer.getByText('Tuko').waitFor();
    await page.reload();
    await widget.open();
    await widget.answer.getByRole('button', { name: 'Jaribu tena' }).click();
    await widget.answer.getByText('Jumatatu').first().waitFor();
    assert.equal(ids[0], ids[1]);
  });

  const refusals: readonly { status: number; code: string; says: RegExp; retries: boolean }[] = [
    { status: 429, code: 'rate', says: /Subiri kidogo/, retries: true },
    { status: 429, code: 'quota', says: /kikomo cha mwezi/, retries: false },
    { status: 503, code: 'upstream', says: /Kuna hitilafu kwetu/, retries: true },
    { status: 403, code: 'origin', says: /hapatikani/, retries: true },
  ];
  test('a refusal is shown in the visitor’s language with a contact', async () => {
    const { widget } = await server.openPage(address);
    await widget.open();
    for (const { status, code, says, retries } of refusals) {
      server.operator.intercept('ask', ({ response, allowOrigin }: InterceptedCall) => {
        allowOrigin();
        response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '2' });
        response.end(
          JSON.stringify({ error: 'No.', code, request_id: 'r', handoff: 'tel:+254700000000' }),
        );
      });
      await widget.ask('Habari?');
      await widget.answer.getByText(says).waitFor();
      await widget.answer.getByRole('link', { name: 'Piga simu' }).waitFor();
      await widget.answer.getByRole('button', { name: 'Tuachie namba yako' }).waitFor();
      const again = widget.answer.getByRole('button', { name: 'Jaribu tena' });
      assert.equal(await again.count(), retries ? 1 : 0, code);
    }
  });

  test('two tabs of one visitor are two conversations and can ask at the same time', async () => {
    const { page, widget } = await server.openPage(address);
    const second = await page.context().newPage();
    await second.goto(address);
    const other = widgetOn(second);
    await widget.open();
    await other.open();
    const seen: { visitor: unknown; conversation: string }[] = [];
    server.operator.intercept('ask', ({ request, body, forward }) => {
      const { conversation } = JSON.parse(body.toString());
      seen.push({ visitor: request.headers['x-visitor'], conversation });
      forward();
    });
    await Promise.all([widget.ask('Mnafungua saa ngapi?'), other.ask('Mnaleta nyumbani?')]);
    await widget.answer.getByText('Jumatatu').first().waitFor();
    await other.answer.getByText('tunaleta').first().waitFor();
    await Promise.all([widget.settled(), other.settled()]);
    assert.equal(await widget.log.getByText('tunaleta bila malipo').count(), 0);
    assert.equal(new Set(seen.map(({ visitor }) => visitor)).size, 1);
    assert.match(String(seen[0]?.visitor), /^[\w-]{22}$/);
    assert.equal(new Set(seen.map(({ conversation }) => conversation)).size, 2);
    // The next page of the same tab continues the conversation.
    await page.reload();
    await widget.open();
    await widget.answer.getByText('Jumatatu').first().waitFor();
    await page.getByRole('button', { name: 'Futa mazungumzo' }).click();
    await widget.answer.waitFor({ state: 'detached' });
  });

  test('the language switch changes all texts, including those around existing answers', async () => {
    const { page, widget } = await server.openPage(address);
    await widget.open();
    await widget.ask('Mnaleta nyumbani?');
    await widget.answer.getByRole('button', { name: 'Jibu limesaidia' }).waitFor();
    await widget.field.fill('rasimu');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByText('Welcome to Duka la Asha').waitFor();
    await page.getByRole('button', { name: 'This answer helped' }).waitFor();
    assert.equal(await widget.field.inputValue(), 'rasimu');
    assert.equal(await widget.field.getAttribute('placeholder'), 'Write your question…');
    assert.equal(await widget.answer.locator('.text').getAttribute('lang'), 'sw');
    await page.reload();
    await widget.open();
    await page.getByRole('button', { name: 'Kiswahili' }).waitFor();
  });

  test('a paused site says so, and still accepts contacts', async () => {
    const owner = await server.operator.siteServer.newOwner();
    const paused = await owner.newSite({ business: 'Duka', languages: ['sw'] });
    await paused.asOwner('POST', '/pause');
    const pausedAddress = server.host.put('/paused', { body: server.embedLine('', paused) });
    const { page, widget } = await server.openPage(pausedAddress);
    await widget.open();
    await page.getByText('amepumzika').waitFor();
    await page.locator(':is(.reach, .ways) > .way:last-child:visible').click();
    await page.getByRole('button', { name: 'Tuma namba yako' }).click();
    await page.getByText('Andika namba ya simu').waitFor();
    await page.getByLabel('Simu, WhatsApp au barua pepe').fill('0712 345 678');
    await page.getByRole('button', { name: 'Tuma namba yako' }).click();
    await page.getByText('Asante!').first().waitFor();
  });

  test('a page opens and closes the widget, asks and receives events through SiteAssistant', async () => {
    const { page, widget } = await server.openPage(address);
    await widget.launcher.waitFor();
    const received = await page.evaluate(async () => {
      const assistant = window.SiteAssistant;
      if (assistant === undefined) throw new Error('SiteAssistant is missing');
      document.querySelector<HTMLElement>('#own')?.focus();
      const names: string[] = [];
      for (const name of ['open', 'close', 'question'] as const)
        assistant.on(name, () => names.push(name));
      assistant.on('open', () => {
        throw new Error('an error of the page');
      });
      const answered = new Promise((resolve) => assistant.on('answer', resolve));
      await assistant.ask('Mnaleta nyumbani?');
      const answer = (await answered) as { answered: boolean; text: string };
      assistant.close();
      return { names, answer, focus: document.activeElement?.id };
    });
    assert.deepEqual(received.names, ['open', 'question', 'close']);
    assert.equal(received.answer.answered, true);
    assert.equal(received.focus, 'own');
  });
});
