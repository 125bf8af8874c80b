/**
 * The widget retries once when the server is busy, and never shows that as an unanswered question. With
 * BARAZA_SCREENSHOTS, screenshots are saved in that folder.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { busy } from '../packages/server/src/site/words.ts';
import { noBrowser } from './browser.ts';
import { type CallHandler, streamAnswer } from './hosts/operator.ts';
import { type WidgetSession, widgetServerForSuite } from './hosts/widget-server.ts';

const handoff = 'https://wa.me/254700000000';
const phone = { viewport: { width: 360, height: 720 }, hasTouch: true, isMobile: true };
const texts = {
  sw: {
    question: 'Mnaleta nyumbani?',
    wait: 'tunajaribu tena baada ya sekunde 3…',
    now: 'tunajaribu tena…',
    again: 'Jaribu tena',
    leave: 'Tuachie namba yako',
  },
  en: {
    question: 'Do you deliver?',
    wait: 'trying again in 3 s…',
    now: 'trying again…',
    again: 'Try again',
    leave: 'Leave your number',
  },
} as const;
type Language = keyof typeof texts;

const refuse =
  (language: Language, retryAfter = '3'): CallHandler =>
  ({ response, allowOrigin }) => {
    allowOrigin();
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': retryAfter });
    const error = busy[language];
    response.end(JSON.stringify({ error, code: 'busy', request_id: 'r', handoff }));
  };

const endBusy =
  (language: Language): CallHandler =>
  (call) => {
    const answer = streamAnswer(call);
    answer.token(busy[language]);
    answer.done({
      answered: false,
      language,
      handoff,
      error: { code: 'busy', error: busy[language] },
    });
  };

describe('the widget of a busy server', { skip: noBrowser }, () => {
  const server = widgetServerForSuite();
  let address: string;
  const asked: { question: string; request_id: string; history: unknown[] }[] = [];
  before(async () => {
    address = server.host.put('/', { body: `<h1>Duka</h1>${server.embedLine()}` });
  });

  /** Handles the first calls with these handlers, in order; later calls go to the real server. */
  const respondInOrder = (...handlers: readonly CallHandler[]) => {
    asked.length = 0;
    server.operator.intercept('ask', (call) => {
      asked.push(JSON.parse(call.body.toString()));
      const handler = handlers[asked.length - 1];
      if (handler === undefined) call.forward();
      else void handler(call);
    });
  };
  /** Opens the widget, with a clock that only the test advances. */
  const openWithStoppedClock = async (options = {}): Promise<WidgetSession> => {
    const session = await server.openIsolatedPage(address, options);
    await session.widget.open();
    const nowMs = Date.now();
    await session.page.clock.install({ time: nowMs });
    await session.page.clock.pauseAt(nowMs + 3_600_000);
    return session;
  };
  const screenshot = async ({ page }: WidgetSession, name: string) => {
    const folder = process.env.BARAZA_SCREENSHOTS;
    if (folder === undefined) return;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`) });
    }
  };
  const heightOf = async ({ widget }: WidgetSession) => (await widget.answer.boundingBox())?.height;

  for (const [language, form, handler] of [
    ['sw', '503', refuse('sw')],
    ['en', 'done', endBusy('en')],
  ] as const)
    test(`in ${language}, the wait is shown, and a second refusal (${form}) shows the server’s message`, async () => {
      const text = texts[language];
      const session = await openWithStoppedClock({ ...phone, locale: language });
      const { page, widget } = session;
      respondInOrder(handler, handler);
      await widget.ask(text.question);
      await widget.answer.getByText(text.wait).waitFor();
      assert.match((await widget.status.textContent()) ?? '', new RegExp(text.wait));
      assert.equal(await widget.answer.locator('.ways, .tools').count(), 0);
      await screenshot(session, `busy-wait-${form}-${language}`);
      const before = await heightOf(session);
      await page.clock.runFor(1_000);
      assert.equal(await heightOf(session), before);
      await page.clock.runFor(2_600);
      await widget.settled();
      assert.equal(await widget.answer.getByText(busy[language]).count(), 1);
      assert.equal(await widget.status.textContent(), busy[language]);
      await widget.answer.getByRole('link', { name: 'WhatsApp' }).waitFor();
      await widget.answer.getByRole('button', { name: text.again }).waitFor();
      assert.equal(await widget.answer.getByRole('button', { name: text.leave }).count(), 0);
      await screenshot(session, `busy-${form}-${language}`);
      assert.equal(asked.length, 2);
      assert.equal(asked[0]?.request_id, asked[1]?.request_id);
      // A busy refusal is not part of the history.
      await widget.answer.getByRole('button', { name: text.again }).click();
      await widget.answer.locator('.tools').waitFor();
      assert.equal(asked.length, 3);
      assert.deepEqual(asked[2]?.history, []);
    });

  test('the answer ends the wait, and the note does not move while the question is asked again', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<ReturnType<typeof streamAnswer>>();
    respondInOrder(refuse('sw'), (call) => resolve(streamAnswer(call)));
    const session = await openWithStoppedClock(phone);
    const { page, widget } = session;
    const announced = page.evaluate(
      () =>
        new Promise((resolve) => {
          window.SiteAssistant?.on('answer', (detail) => resolve(detail));
        }),
    );
    await widget.ask('Mnaleta nyumbani?');
    await widget.answer.getByText(texts.sw.wait).waitFor();
    const before = await heightOf(session);
    await page.clock.runFor(3_600);
    await widget.answer.getByText(texts.sw.now).waitFor();
    assert.equal(await heightOf(session), before);
    // The note may appear before the second question has arrived.
    const second = await answer;
    second.token('Ndiyo, tunaleta.');
    second.done();
    await widget.settled();
    assert.equal(await widget.answer.locator('.busy').count(), 0);
    assert.match(JSON.stringify(await announced), /Ndiyo, tunaleta/);
  });

  test('the wait is at most ten seconds, another question ends it, a change of language does not', async () => {
    const { page, widget } = await openWithStoppedClock();
    respondInOrder(refuse('sw', '300'));
    await widget.ask('Mnaleta nyumbani?');
    await widget.answer.getByText('sekunde 10…').waitFor();
    await page.clock.runFor(10_600);
    await widget.answer.locator('.tools').waitFor();

    respondInOrder(refuse('sw'));
    await widget.ask('Mnaleta nyumbani?');
    await widget.answer.getByText(texts.sw.wait).waitFor();
    await widget.ask('Mnafungua saa ngapi?');
    await widget.answer.locator('.tools').waitFor();
    await page.clock.runFor(20_000);
    assert.deepEqual(
      asked.map(({ question }) => question),
      ['Mnaleta nyumbani?', 'Mnafungua saa ngapi?'],
    );
    // The first of the two can still be retried.
    const waited = page.locator('.exchange .theirs').nth(1);
    await waited.getByRole('button', { name: 'Jaribu tena' }).click();
    await waited.locator('.tools').waitFor();

    respondInOrder(refuse('sw'));
    await widget.ask('Mnaleta nyumbani?');
    await widget.answer.getByText(texts.sw.wait).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await widget.answer.getByText(texts.en.wait).waitFor();
    await page.clock.runFor(3_600);
    await widget.answer.locator('.tools').waitFor();
  });

  test('a question is not retried after the widget is closed or cleared, or the page is left', async () => {
    respondInOrder(refuse('sw'), refuse('sw'), refuse('sw'));
    const { page, widget } = await openWithStoppedClock();
    const wait = async () => {
      await widget.ask('Mnaleta nyumbani?');
      await widget.answer.getByText(texts.sw.wait).waitFor();
    };
    await wait();
    await page.getByRole('button', { name: 'Funga' }).click();
    await page.clock.runFor(20_000);
    await widget.open();
    await widget.answer.getByText(busy.sw).waitFor();
    await wait();
    await page.getByRole('button', { name: 'Futa mazungumzo' }).click();
    await page.clock.runFor(20_000);
    await wait();
    await page.reload();
    await widget.open();
    await widget.answer.getByText('Watu wengi').waitFor();
    await widget.answer.getByRole('button', { name: 'Jaribu tena' }).waitFor();
    await page.clock.runFor(20_000);
    assert.equal(asked.length, 3);
  });
});
