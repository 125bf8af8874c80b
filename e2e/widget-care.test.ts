/** Questions and contacts of visitors are not lost, and cleared ones are not sent. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { noBrowser } from './browser.ts';
import type { CallHandler } from './hosts/operator.ts';
import { type WidgetSession, widgetServerForSuite } from './hosts/widget-server.ts';

const contact = 'Simu, WhatsApp au barua pepe';

describe('the widget on a bad connection', { skip: noBrowser }, () => {
  const server = widgetServerForSuite();
  let address: string;
  before(async () => {
    address = server.host.put('/', { body: `<h1>Duka</h1>${server.embedLine()}` });
  });

  const fillLead = async ({ page, widget }: WidgetSession, number: string) => {
    await widget.open();
    await page.locator(':is(.reach, .ways) > .way:last-child:visible').click();
    await page.getByLabel(contact).fill(number);
  };
  const contacts = async () => {
    const { json } = await server.site.asOwner('GET', '/leads');
    return (json.leads as { contact: string }[]).map((lead) => lead.contact);
  };
  const storedState = ({ page }: WidgetSession) =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('site-assistant:demo') ?? '{}'));

  test('a contact entered offline is sent when the connection is back', async () => {
    const session = await server.openPage(address);
    await fillLead(session, '0700 000 001');
    await session.page.context().setOffline(true);
    await session.page.getByRole('button', { name: 'Tuma namba yako' }).press('Enter');
    await session.page.getByText('Mawasiliano yako yamehifadhiwa hapa').waitFor();
    assert.equal(
      await session.page.locator('.primary').evaluate((it) => it.matches(':focus')),
      true,
    );
    // A visitor who returns to the conversation sees the confirmation there.
    await session.page.keyboard.press('Escape');
    await session.page.context().setOffline(false);
    await session.widget.log.getByText('Asante!').waitFor();
    assert.ok((await contacts()).includes('0700 000 001'));
    assert.equal((await storedState(session)).lead, undefined);
  });

  test('a contact that could not be sent is stored for the tab, and the next page sends it once', async () => {
    server.operator.intercept('leads', refuse(503));
    const session = await server.openPage(address);
    await fillLead(session, '0700 000 002');
    await session.page.getByRole('button', { name: 'Tuma namba yako' }).click();
    await session.page.getByText('Mawasiliano yako yamehifadhiwa hapa').waitFor();
    assert.equal((await storedState(session)).lead.contact, '0700 000 002');
    await session.page.reload();
    // Not earlier, because the page retries until it is unloaded.
    server.operator.stopIntercepting();
    await session.widget.open();
    await session.widget.log.getByText('Asante!').waitFor();
    assert.equal((await contacts()).filter((number) => number === '0700 000 002').length, 1);
    assert.equal((await storedState(session)).lead, undefined);
  });

  test('a refused contact is reported, and the input is kept', async () => {
    server.operator.intercept('leads', refuse(400));
    const session = await server.openPage(address);
    await fillLead(session, '0700 000 003');
    await session.page.getByRole('button', { name: 'Tuma namba yako' }).click();
    await session.page.getByText('Hayakupokelewa').waitFor();
    assert.equal(await session.page.getByLabel(contact).inputValue(), '0700 000 003');
    assert.equal((await storedState(session)).lead, undefined);
    await session.page.locator('.lead').getByRole('link', { name: 'WhatsApp' }).waitFor();
    // The form keeps its input in the other language.
    await session.page.getByRole('button', { name: 'English' }).click();
    const inEnglish = session.page.getByLabel('Phone, WhatsApp or e-mail');
    assert.equal(await inEnglish.inputValue(), '0700 000 003');
  });

  test('a question asked offline is sent when the connection is back, unless it was cleared', async () => {
    const { asked, handler } = recordQuestions();
    server.operator.intercept('ask', handler);
    const { page, widget } = await server.openPage(address);
    await widget.open();
    await page.context().setOffline(true);
    await widget.ask('Siri?');
    await widget.answer.getByText('Hakuna mtandao').waitFor();
    await page.getByRole('button', { name: 'Futa mazungumzo' }).click();
    await widget.ask('Mnafungua saa ngapi?');
    await widget.answer.getByText('Hakuna mtandao').waitFor();
    await page.context().setOffline(false);
    await widget.answer.getByText('Jumatatu').first().waitFor();
    assert.deepEqual(asked, ['Mnafungua saa ngapi?']);
  });

  test('a question asked offline is sent by the next page', async () => {
    const { asked, handler } = recordQuestions();
    server.operator.intercept('ask', handler);
    const { page, widget } = await server.openPage(address);
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

  test('a rate-limited question shows a countdown, and can be retried at its end', async () => {
    let isBusy = true;
    server.operator.intercept('ask', (call) => {
      if (isBusy) void refuse(429, '3600')(call);
      else call.forward();
    });
    const { page, widget } = await server.openIsolatedPage(address);
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

  test('a launcher that could not be loaded appears when the connection is back', async () => {
    const refused = new Promise<void>((resolve) =>
      server.operator.intercept('config', (call) => {
        void refuse(503)(call);
        resolve();
      }),
    );
    const { page, widget } = await server.openPage(address);
    await refused;
    assert.equal(await widget.launcher.count(), 0);
    server.operator.stopIntercepting();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await widget.open();
  });

  test('an embed line with a wrong key or without a site is reported once, in one sentence', async () => {
    const script = `script src="${server.operator.url}/w.js" defer`;
    const { page, faults } = await server.openPage(server.host.put('/empty', { body: '' }));
    for (const [body, sentence] of [
      [
        server.embedLine('', { ...server.site, key: 'pk_0000000000000000000000' }),
        /^No assistant: [^\n]*key[^\n]*\.$/i,
      ],
      [`<${script}></script>`, /^No assistant: data-site names no site\.$/],
      [`<${script} data-site="my shop"></script>`, /^No assistant: data-site names no site\.$/],
    ] as const) {
      const lines: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'warning') lines.push(message.text());
      });
      const warned = page.waitForEvent('console', (message) => message.type() === 'warning');
      await page.goto(server.host.put('/wrong', { body }));
      await warned;
      // Without the stack of a minified file.
      assert.match(lines.join('\n'), sentence);
    }
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('401')),
      [],
    );
  });

  test('on a right-to-left page the widget keeps its own direction', async () => {
    const rtl = server.host.put('/rtl', {
      body: `<div dir="rtl"><p>متجر</p></div>${server.embedLine()}`,
    });
    const session = await server.openPage(rtl);
    await session.page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await session.widget.open();
    const [sign, closing] = await Promise.all([
      session.page.locator('header .sign').boundingBox(),
      session.page.getByRole('button', { name: 'Funga' }).boundingBox(),
    ]);
    assert.ok((sign?.x ?? 0) < (closing?.x ?? 0));
  });

  test('opening and closing it a hundred times leaks no nodes and no listeners', async () => {
    const { page, widget } = await server.openPage(address);
    await widget.launcher.waitFor();
    const debug = await page.context().newCDPSession(page);
    await debug.send('Performance.enable');
    const measure = async () => {
      await debug.send('HeapProfiler.collectGarbage');
      const { metrics } = await debug.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
    };
    // One garbage collection may not free everything; a leak in a hundred rounds would stay far above.
    const isBackTo = async ({ nodes, listeners }: Awaited<ReturnType<typeof measure>>) => {
      let now = await measure();
      for (
        let tries = 0;
        tries < 20 && (now.nodes > nodes || now.listeners > listeners);
        tries += 1
      )
        now = await measure();
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
    await times(3);
    // The part for the messages of people comes after the panel, with a sheet of its own.
    await page.waitForFunction(() =>
      document.documentElement.lastElementChild?.shadowRoot?.adoptedStyleSheets.some((sheet) =>
        [...sheet.cssRules].some(({ cssText }) => cssText.includes('.person')),
      ),
    );
    const sheets = await times(3);
    const first = await measure();
    assert.deepEqual(await times(100), sheets);
    assert.equal(await isBackTo(first), true);
  });
});

/** Records the questions and forwards them to the real server. */
function recordQuestions(): { readonly asked: string[]; readonly handler: CallHandler } {
  const asked: string[] = [];
  return {
    asked,
    handler: ({ body, forward }) => {
      asked.push(JSON.parse(body.toString()).question);
      forward();
    },
  };
}

function refuse(status: number, retryAfter?: string): CallHandler {
  return ({ response, allowOrigin }) => {
    allowOrigin();
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    });
    const code = { 400: 'invalid', 429: 'rate' }[status] ?? 'busy';
    response.end(JSON.stringify({ error: 'No.', code, request_id: 'r' }));
  };
}
