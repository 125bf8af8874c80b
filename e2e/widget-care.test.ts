/** What a visitor sends is not lost, and what was cleared is not sent. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { noBrowser } from './browser.ts';
import { type Play, playAnswer } from './hosts/operator.ts';
import { type Visit, widgetServerOfSuite } from './hosts/widget-server.ts';

const contact = 'Simu, WhatsApp au barua pepe';

describe('the widget on a bad connection', { skip: noBrowser }, () => {
  const server = widgetServerOfSuite();
  let address: string;
  before(async () => {
    address = server.host.put('/', { body: `<h1>Duka</h1>${server.line()}` });
  });

  const fillLead = async ({ page, widget }: Visit, number: string) => {
    await widget.open();
    await page.locator('.reach button').click();
    await page.getByLabel(contact).fill(number);
  };
  const contacts = async () => {
    const { json } = await server.site.asOwner('GET', '/leads');
    return (json.leads as { contact: string }[]).map((lead) => lead.contact);
  };
  const kept = ({ page }: Visit) =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('site-assistant:demo') ?? '{}'));

  test('a contact that is given offline goes out when the connection is back', async () => {
    const visit = await server.visit(address);
    await fillLead(visit, '0700 000 001');
    await visit.page.context().setOffline(true);
    await visit.page.getByRole('button', { name: 'Tuma namba yako' }).press('Enter');
    await visit.page.getByText('Mawasiliano yako yamehifadhiwa hapa').waitFor();
    assert.equal(await visit.page.locator('.primary').evaluate((it) => it.matches(':focus')), true);
    // A visitor who returns to the conversation sees it there.
    await visit.page.keyboard.press('Escape');
    await visit.page.context().setOffline(false);
    await visit.widget.log.getByText('Asante!').waitFor();
    assert.ok((await contacts()).includes('0700 000 001'));
    assert.equal((await kept(visit)).lead, undefined);
  });

  test('a contact that no server accepted is kept by the tab and sent by the next page, once', async () => {
    server.operator.take('leads', refuse(503));
    const visit = await server.visit(address);
    await fillLead(visit, '0700 000 002');
    await visit.page.getByRole('button', { name: 'Tuma namba yako' }).click();
    await visit.page.getByText('Mawasiliano yako yamehifadhiwa hapa').waitFor();
    assert.equal((await kept(visit)).lead.contact, '0700 000 002');
    await visit.page.reload();
    // Not before: the abandoned page retries on its own.
    server.operator.giveBack();
    await visit.widget.open();
    await visit.widget.log.getByText('Asante!').waitFor();
    assert.equal((await contacts()).filter((number) => number === '0700 000 002').length, 1);
    assert.equal((await kept(visit)).lead, undefined);
  });

  test('a contact that the server refuses is said to be refused, and what was written stays', async () => {
    server.operator.take('leads', refuse(400));
    const visit = await server.visit(address);
    await fillLead(visit, '0700 000 003');
    await visit.page.getByRole('button', { name: 'Tuma namba yako' }).click();
    await visit.page.getByText('Hayakupokelewa').waitFor();
    assert.equal(await visit.page.getByLabel(contact).inputValue(), '0700 000 003');
    assert.equal((await kept(visit)).lead, undefined);
    await visit.page.locator('.lead').getByRole('link', { name: 'WhatsApp' }).waitFor();
    // The same form, in the other language.
    await visit.page.getByRole('button', { name: 'English' }).click();
    const inEnglish = visit.page.getByLabel('Phone, WhatsApp or e-mail');
    assert.equal(await inEnglish.inputValue(), '0700 000 003');
  });

  test('a question that was cleared offline never goes out', async () => {
    const { asked, play } = listening();
    server.operator.take('ask', play);
    const { page, widget } = await server.visit(address);
    await widget.open();
    await page.context().setOffline(true);
    await widget.ask('Siri?');
    await widget.answer.getByText('Hakuna mtandao').waitFor();
    await page.getByRole('button', { name: 'Futa mazungumzo' }).click();
    await page.context().setOffline(false);
    await widget.ask('Mnafungua saa ngapi?');
    await widget.answer.getByText('Jumatatu').first().waitFor();
    assert.deepEqual(asked, ['Mnafungua saa ngapi?']);
  });

  test('a question that was written offline goes out on the next page', async () => {
    const { asked, play } = listening();
    server.operator.take('ask', play);
    const { page, widget } = await server.visit(address);
    await widget.open();
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    });
    await widget.ask('Mnafungua saa ngapi?');
    await widget.answer.getByText('Hakuna mtandao').waitFor();
    assert.deepEqual(asked, []);
    await page.reload();
    await widget.open();
    await widget.answer.getByText('Jumatatu').first().waitFor();
    assert.deepEqual(asked, ['Mnafungua saa ngapi?']);
  });

  test('what must wait counts down, and can be tried again when the time has come', async () => {
    let isBusy = true;
    server.operator.take('ask', (call) => {
      if (isBusy) void refuse(429, '3600')(call);
      else call.forward();
    });
    const { page, widget } = await server.visitAlone(address);
    await page.clock.install();
    await widget.open();
    await widget.ask('Mnafungua saa ngapi?');
    const again = widget.answer.getByRole('button', { name: 'Jaribu tena' });
    const clock = again.locator('.clock');
    await clock.getByText(/^(60:00|59:\d\d)$/).waitFor();
    await page.clock.fastForward('58:00');
    await clock.getByText(/^(2:00|[01]:\d\d)$/).waitFor();
    assert.equal(await again.getAttribute('aria-disabled'), 'true');
    isBusy = false;
    await page.clock.fastForward('02:00');
    await widget.answer.locator('.chip[aria-disabled=false]').click();
    await widget.answer.getByText('Jumatatu').first().waitFor();
  });

  test('a button that could not be loaded appears when there is a connection', async () => {
    const refused = new Promise<void>((resolve) =>
      server.operator.take('config', (call) => {
        void refuse(503)(call);
        resolve();
      }),
    );
    const { page, widget } = await server.visit(address);
    await refused;
    assert.equal(await widget.launcher.count(), 0);
    server.operator.giveBack();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await widget.open();
  });

  test('a refused embed line is reported in the browser console, and not requested again', async () => {
    const wrong = server.host.put('/wrong', {
      body: server.line('', { ...server.site, key: 'pk_0000000000000000000000' }),
    });
    const visit = await server.visit('about:blank');
    const lines = visit.page.waitForEvent('console', (message) => message.type() === 'warning');
    await visit.page.goto(wrong);
    // A sentence, and no stack of a packed file under it.
    assert.match((await lines).text(), /^No assistant: [^\n]*key[^\n]*\.$/i);
  });

  test('an embed line without a site is reported in the browser console, in one sentence', async () => {
    const { url } = server.operator;
    for (const [path, attributes] of [
      ['/nameless', ''],
      ['/misnamed', 'data-site="my shop"'],
    ] as const) {
      const body = `<script src="${url}/w.js" ${attributes} defer></script>`;
      const visit = await server.visit('about:blank');
      const lines: string[] = [];
      visit.page.on('console', (message) => lines.push(message.text()));
      const first = visit.page.waitForEvent('console');
      await visit.page.goto(server.host.put(path, { body }));
      await first;
      assert.deepEqual(lines, ['No assistant: data-site names no site.']);
      assert.deepEqual(visit.faults, []);
      await visit.close();
    }
  });

  test('on a page that is written from right to left its own order stays', async () => {
    const rtl = server.host.put('/rtl', {
      body: `<div dir="rtl"><p>متجر</p></div>${server.line()}`,
    });
    const visit = await server.visit(rtl);
    await visit.page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await visit.widget.open();
    const [sign, closing] = await Promise.all([
      visit.page.locator('header .sign').boundingBox(),
      visit.page.getByRole('button', { name: 'Funga' }).boundingBox(),
    ]);
    assert.ok((sign?.x ?? 0) < (closing?.x ?? 0));
  });

  test('opened and closed a hundred times it is still one, and holds no more than before', async () => {
    const { page, widget } = await server.visit(address);
    await widget.launcher.waitFor();
    const debug = await page.context().newCDPSession(page);
    await debug.send('Performance.enable');
    const held = async () => {
      await debug.send('HeapProfiler.collectGarbage');
      const { metrics } = await debug.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
    };
    // One collection may leave what the next one takes; a hundred rounds that leak stay far above.
    const isBackTo = async ({ nodes, listeners }: Awaited<ReturnType<typeof held>>) => {
      let now = await held();
      for (
        let looks = 0;
        looks < 20 && (now.nodes > nodes || now.listeners > listeners);
        looks += 1
      )
        now = await held();
      return now.nodes <= nodes && now.listeners <= listeners ? true : now;
    };
    const times = (count: number) =>
      page.evaluate(async (rounds) => {
        for (let round = 0; round < rounds; round += 1) {
          await window.SiteAssistant?.open();
          window.SiteAssistant?.close();
        }
        const root = document.documentElement.lastElementChild?.shadowRoot;
        return [root?.adoptedStyleSheets.length, root?.querySelectorAll('.panel').length];
      }, count);
    const sheets = await times(3);
    const first = await held();
    assert.deepEqual(await times(100), sheets);
    assert.equal(await isBackTo(first), true);
  });

  test('a number on WhatsApp that is not the owner’s is not linked', async () => {
    server.operator.take('ask', (call) => {
      const answer = playAnswer(call);
      answer.token('[sisi](https://wa.me/254700000000?text=x) [wao](https://wa.me/254799999999)');
      answer.done();
    });
    const { widget } = await server.visit(address);
    await widget.open();
    await widget.ask('Namba?');
    await widget.answer.getByRole('link', { name: 'sisi' }).waitFor();
    assert.equal(await widget.answer.locator('.text a').count(), 1);
  });
});

/** The real answers, and what they were asked for. */
function listening(): { readonly asked: string[]; readonly play: Play } {
  const asked: string[] = [];
  return {
    asked,
    play: ({ body, forward }) => {
      asked.push(JSON.parse(body.toString()).question);
      forward();
    },
  };
}

function refuse(status: number, retryAfter?: string): Play {
  return ({ response, open }) => {
    open();
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    });
    const code = { 400: 'invalid', 429: 'rate' }[status] ?? 'busy';
    response.end(JSON.stringify({ error: 'No.', code, request_id: 'r' }));
  };
}
