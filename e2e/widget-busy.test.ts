/**
 * A busy server is waited for once, and is never shown as an unanswered question. Pictures are kept in the folder that
 * BARAZA_SCREENSHOTS names, if it names one.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, before, describe, test } from 'node:test';
import { busy } from '../packages/server/src/site/words.ts';
import { noBrowser } from './browser.ts';
import { type Play, playAnswer } from './hosts/operator.ts';
import { type Visit, widgetServerOfSuite } from './hosts/widget-server.ts';

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
  (language: Language, retryAfter = '3'): Play =>
  ({ response, open }) => {
    open();
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': retryAfter });
    const error = busy[language];
    response.end(JSON.stringify({ error, code: 'busy', request_id: 'r', handoff }));
  };

const endBusy =
  (language: Language): Play =>
  (call) => {
    const answer = playAnswer(call);
    answer.token(busy[language]);
    answer.done({
      answered: false,
      language,
      handoff,
      error: { code: 'busy', error: busy[language] },
    });
  };

describe('the widget of a busy server', { skip: noBrowser }, () => {
  const server = widgetServerOfSuite();
  let address: string;
  const asked: { question: string; request_id: string; history: unknown[] }[] = [];
  before(async () => {
    address = server.host.put('/', { body: `<h1>Duka</h1>${server.line()}` });
  });
  afterEach(() => {
    asked.length = 0;
  });

  /** Plays one after the other; the real server answers what comes after them. */
  const playInTurn = (...plays: readonly Play[]) =>
    server.operator.take('ask', (call) => {
      asked.push(JSON.parse(call.body.toString()));
      const play = plays[asked.length - 1];
      if (play === undefined) call.forward();
      else void play(call);
    });
  /** Opened, with a clock that only the test advances. */
  const openAt = async (options = {}): Promise<Visit> => {
    const visit = await server.visitAlone(address, options);
    await visit.widget.open();
    const nowMs = Date.now();
    await visit.page.clock.install({ time: nowMs });
    await visit.page.clock.pauseAt(nowMs + 3_600_000);
    return visit;
  };
  const picture = async ({ page }: Visit, name: string) => {
    const folder = process.env.BARAZA_SCREENSHOTS;
    if (folder === undefined) return;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`) });
    }
  };
  const heightOf = async ({ widget }: Visit) => (await widget.answer.boundingBox())?.height;

  for (const language of ['sw', 'en'] as const)
    for (const [form, play] of [
      ['503', refuse(language)],
      ['done', endBusy(language)],
    ] as const)
      test(`${form} in ${language}: it says that it waits, and a second refusal is the server’s sentence`, async () => {
        const text = texts[language];
        playInTurn(play, play);
        const visit = await openAt({ ...phone, locale: language });
        const { page, widget } = visit;
        await widget.ask(text.question);
        await widget.answer.getByText(text.wait).waitFor();
        assert.match((await widget.status.textContent()) ?? '', new RegExp(text.wait));
        assert.equal(await widget.answer.locator('.ways, .tools').count(), 0);
        await picture(visit, `busy-wait-${form}-${language}`);
        const before = await heightOf(visit);
        await page.clock.runFor(1_000);
        assert.equal(await heightOf(visit), before);
        await page.clock.runFor(2_600);
        await widget.settled();
        assert.equal(await widget.answer.getByText(busy[language]).count(), 1);
        assert.equal(await widget.status.textContent(), busy[language]);
        await widget.answer.getByRole('link', { name: 'WhatsApp' }).waitFor();
        await widget.answer.getByRole('button', { name: text.again }).waitFor();
        assert.equal(await widget.answer.getByRole('button', { name: text.leave }).count(), 0);
        await picture(visit, `busy-${form}-${language}`);
        assert.equal(asked.length, 2);
        assert.equal(asked[0]?.request_id, asked[1]?.request_id);
        // A busy refusal does not become history.
        await widget.answer.getByRole('button', { name: text.again }).click();
        await widget.answer.locator('.tools').waitFor();
        assert.equal(asked.length, 3);
        assert.deepEqual(asked[2]?.history, []);
      });

  test('the wait ends with the answer, and the note keeps its place while the question is asked again', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<ReturnType<typeof playAnswer>>();
    playInTurn(refuse('sw'), (call) => resolve(playAnswer(call)));
    const visit = await openAt(phone);
    const { page, widget } = visit;
    const announced = page.evaluate(
      () =>
        new Promise((resolve) => {
          window.SiteAssistant?.on('answer', (detail) => resolve(detail));
        }),
    );
    await widget.ask('Mnaleta nyumbani?');
    await widget.answer.getByText(texts.sw.wait).waitFor();
    const before = await heightOf(visit);
    await page.clock.runFor(3_600);
    await widget.answer.getByText(texts.sw.now).waitFor();
    assert.equal(await heightOf(visit), before);
    // The note may appear before the second question has arrived.
    const second = await answer;
    second.token('Ndiyo, tunaleta.');
    second.done();
    await widget.settled();
    assert.equal(await widget.answer.locator('.busy').count(), 0);
    assert.match(JSON.stringify(await announced), /Ndiyo, tunaleta/);
  });

  test('a Retry-After of minutes is not waited for longer than ten seconds', async () => {
    playInTurn(refuse('sw', '300'));
    const { page, widget } = await openAt();
    await widget.ask('Mnaleta nyumbani?');
    await widget.answer.getByText('sekunde 10…').waitFor();
    await page.clock.runFor(10_600);
    await widget.answer.locator('.tools').waitFor();
  });

  test('who asks something else does not wait, and can still try the first again', async () => {
    playInTurn(refuse('sw'));
    const { page, widget } = await openAt();
    await widget.ask('Mnaleta nyumbani?');
    await widget.answer.getByText(texts.sw.wait).waitFor();
    await widget.ask('Mnafungua saa ngapi?');
    await widget.answer.locator('.tools').waitFor();
    await page.clock.runFor(20_000);
    assert.deepEqual(
      asked.map(({ question }) => question),
      ['Mnaleta nyumbani?', 'Mnafungua saa ngapi?'],
    );
    const first = page.locator('.exchange .theirs').first();
    await first.getByRole('button', { name: 'Jaribu tena' }).click();
    await first.locator('.tools').waitFor();
  });

  test('who closes, clears or leaves the page is not asked for again', async () => {
    playInTurn(refuse('sw'), refuse('sw'), refuse('sw'));
    const { page, widget } = await openAt();
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

  test('the other language is shown while it waits, and the question is still asked again', async () => {
    playInTurn(refuse('sw'));
    const { page, widget } = await openAt();
    await widget.ask('Mnaleta nyumbani?');
    await widget.answer.getByText(texts.sw.wait).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await widget.answer.getByText(texts.en.wait).waitFor();
    await page.clock.runFor(3_600);
    await widget.answer.locator('.tools').waitFor();
  });
});
