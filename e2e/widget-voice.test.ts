import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { wavHeader } from '../packages/server/src/speech/wav.ts';
import { eventually } from '../packages/server/test/fixtures/server-process.ts';
import { noBrowser } from './browser.ts';
import { type CallHandler, type InterceptedCall, streamAnswer } from './hosts/operator.ts';
import { assertNoFaults, type WidgetSession, widgetServerForSuite } from './hosts/widget-server.ts';

describe('voice in the widget', { skip: noBrowser }, () => {
  const server = widgetServerForSuite();
  let address: string;
  before(async () => {
    const { url } = server.operator;
    const sockets = url.replace('http', 'wss');
    const policy = `default-src 'none'; script-src ${url}; connect-src ${url} ${sockets}; style-src 'none'`;
    address = server.host.put('/', { body: server.embedLine(), policy });
  });

  const open = async (settings: object, openWith = server.openPage): Promise<WidgetSession> => {
    server.operator.changeSettings({ voice: true, ...settings });
    const session = await openWith(address);
    await session.widget.open();
    return session;
  };
  const microphone = ({ page }: WidgetSession) => page.locator('.round.speak');
  const screenshot = async ({ page }: WidgetSession, name: string) => {
    const folder = process.env.BARAZA_SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
  };
  /** Stops the clock of an isolated page, so that a tap on a slow machine is not taken for a long press. */
  const stopClock = async ({ page }: WidgetSession) => {
    const nowMs = Date.now();
    await page.clock.install({ time: nowMs });
    await page.clock.pauseAt(nowMs + 3_600_000);
  };

  /** A recording is resent once to a busy server, then the visitor can resend it. */
  const assertResends = async (session: WidgetSession) => {
    const recordings: Buffer[] = [];
    let isBusy = true;
    server.operator.intercept('transcribe', ({ response, body, allowOrigin }) => {
      recordings.push(body);
      allowOrigin();
      const head = { 'content-type': 'application/json', 'retry-after': '10' };
      if (isBusy) {
        response.writeHead(503, head);
        response.end('{"error":"x","code":"busy","request_id":"r"}');
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ text: 'Mnaleta nyumbani?', language: 'sw', duration_ms: 900 }));
    });
    await microphone(session).click();
    await session.page.locator('.bar').getByText('Achilia au bonyeza').waitFor();
    // On a busy machine, the recorder needs time to receive the first samples.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await microphone(session).click();
    await session.page.locator('.bar').getByText('Tunaandika ulichosema').waitFor();
    await eventually(() => recordings.length === 1);
    await session.page.clock.runFor(4_000);
    await session.page.locator('.bar').getByText('Inachukua muda kidogo').waitFor();
    while (recordings.length < 2) await session.page.clock.runFor(1_000);
    await session.page.locator('.bar').getByText('au andika swali lako').waitFor();
    await screenshot(session, 'microphone-busy');
    assert.equal(recordings.length, 2);
    isBusy = false;
    await session.page.getByRole('button', { name: 'Tuma tena' }).click();
    await session.widget.answer.getByText('tunaleta bila malipo').first().waitFor();
    assert.equal(recordings.length, 3);
    assert.deepEqual(recordings[1], recordings[0]);
    assert.deepEqual(recordings[2], recordings[0]);
    assert.ok((recordings[0]?.length ?? 0) > 0);
    // The browser has logged the two refusals.
    assert.equal(session.faults.splice(0).length, 2);
  };

  test('a press-and-hold recording is transcribed and asked in voice mode, and the answer is read aloud', async () => {
    const recorded: { type: string | undefined; bytes: Buffer; key: unknown; visitor: unknown }[] =
      [];
    server.operator.intercept('transcribe', ({ request, response, body, allowOrigin }) => {
      const { 'x-site-key': key, 'x-visitor': visitor } = request.headers;
      recorded.push({ type: request.headers['content-type'], bytes: body, key, visitor });
      allowOrigin();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ text: 'Mnaleta nyumbani?', language: 'sw', duration_ms: 900 }));
    });
    const spoken: object[] = [];
    server.operator.intercept('speak', speakTone(spoken));
    let asked: { mode?: string; language?: string; question?: string } = {};
    server.operator.intercept('ask', (call) => {
      asked = JSON.parse(call.body.toString());
      call.forward();
    });
    const session = await open({ speak: true });
    assert.ok(!server.operator.requestedPaths.some((path) => path.startsWith('/w/voice-')));
    const button = await microphone(session).boundingBox();
    assert.ok(button !== null);
    await session.page.mouse.move(button.x + 10, button.y + 10);
    await session.page.mouse.down();
    await session.page.locator('.bar').getByText('Achilia au bonyeza').waitFor();
    // Longer than a tap, by the clock of the widget.
    await session.page
      .locator('.clock')
      .getByText(/^0:(?!00)/)
      .waitFor();
    await session.page.mouse.up();
    await session.widget.answer.getByText('tunaleta bila malipo').first().waitFor();
    assert.deepEqual(
      [asked.question, asked.mode, asked.language],
      ['Mnaleta nyumbani?', 'voice', 'sw'],
    );
    const [recording] = recorded;
    assert.match(recording?.type ?? '', /^audio\/webm/);
    assert.deepEqual([...(recording?.bytes.subarray(0, 4) ?? [])], [0x1a, 0x45, 0xdf, 0xa3]);
    assert.equal(recording?.key, server.site.key);
    assert.match(String(recording?.visitor), /^[\w-]{22}$/);
    await session.page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/speak')),
    );
    assert.equal((spoken[0] as { voice?: string }).voice, 'sw');
    assert.match((spoken[0] as { text: string }).text, /^Ndiyo/);
    assertNoFaults(session.faults);
  });

  test('a tap starts a recording and the next one sends it, also with the keyboard and to a busy server', async () => {
    let recordings = 0;
    server.operator.intercept('transcribe', ({ response, allowOrigin }) => {
      recordings += 1;
      allowOrigin();
      response.end(JSON.stringify({ text: '', language: 'sw', duration_ms: 10 }));
    });
    const session = await open({}, server.openIsolatedPage);
    await stopClock(session);
    await microphone(session).focus();
    await session.page.keyboard.press('Space');
    await session.page.locator('.bar').getByText('Achilia au bonyeza').waitFor();
    assert.equal(recordings, 0);
    await session.page.keyboard.press('Space');
    await session.page.locator('.bar').getByText('Hatukusikia maneno').waitFor();
    assert.equal(recordings, 1);
    await microphone(session).click();
    await session.page.locator('.bar').getByText('Achilia au bonyeza').waitFor();
    await session.page.keyboard.press('Escape');
    await session.page
      .locator('.bar')
      .getByText('Achilia au bonyeza')
      .waitFor({ state: 'detached' });
    assert.equal(recordings, 1);
    await session.widget.dialog.waitFor();
    await assertResends(session);
  });

  test('a second tap at the same position sends, in both languages, and Cancel is not nearby', async () => {
    // With the button of the live session next to it, and on the narrowest phone.
    server.operator.changeSettings({ voice: true, live: true });
    const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
    const session = await server.openIsolatedPage(address, phone);
    await session.widget.open();
    const texts = {
      sw: {
        send: 'Tuma ulichosema',
        cancel: 'Ghairi',
        none: 'Hakuna kilichotumwa',
        let: 'Achilia',
      },
      en: { send: 'Send what you said', cancel: 'Cancel', none: 'Nothing was sent', let: 'Let go' },
    };
    await stopClock(session);
    await assertResends(session);
    let recordings = 0;
    server.operator.intercept('transcribe', ({ response, allowOrigin }) => {
      recordings += 1;
      allowOrigin();
      response.end(JSON.stringify({ text: '', language: 'sw', duration_ms: 10 }));
    });
    for (const [language, text] of Object.entries(texts)) {
      if (language === 'en') {
        await session.page.locator('header .language').click();
        await session.page.locator('.frame[lang=en]').waitFor({ state: 'attached' });
      }
      const before = recordings;
      const place = await microphone(session).boundingBox();
      assert.ok(place !== null);
      const tap = () =>
        session.page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
      await tap();
      await session.page.locator('.bar').getByText(text.let).waitFor();
      await session.page.getByRole('button', { name: text.send }).waitFor();
      assert.deepEqual(await microphone(session).boundingBox(), place);
      const cancel = session.page.locator('.bar').getByRole('button', { name: text.cancel });
      const apart = await cancel.boundingBox();
      assert.ok(apart !== null && apart.x + apart.width < place.x);
      assert.equal((await cancel.textContent())?.trim(), text.cancel);
      await screenshot(session, `microphone-recording-${language}`);
      await tap();
      await session.page.locator('.bar p').waitFor();
      assert.equal(recordings, before + 1);
      await tap();
      await session.page.locator('.bar').getByText(text.let).waitFor();
      await cancel.click();
      await session.page.locator('.bar').getByText(text.none).waitFor();
      await screenshot(session, `microphone-cancelled-${language}`);
      assert.equal(recordings, before + 1);
    }
    assertNoFaults(session.faults);
  });

  test('a blocked microphone and a server without voice are explained to the visitor', async () => {
    const session = await open({}, server.openIsolatedPage);
    const { page } = session;
    await stopClock(session);
    // The real server has no transcriber and responds with 403.
    await microphone(session).click();
    await page.locator('.bar').getByText('Achilia au bonyeza').waitFor();
    await microphone(session).click();
    await page.locator('.bar').getByText('Sauti haipatikani hapa').waitFor();
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await microphone(session).click();
    await page.locator('.bar').getByText('Kipaza sauti hakijaruhusiwa').waitFor();
  });

  test('closing the widget, switching the language or opening the form turns the microphone off', async () => {
    const since = server.operator.requestedPaths.length;
    const session = await open({ live: true });
    await session.page.evaluate(() => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      const streams: MediaStream[] = [];
      let allow = () => {};
      Object.assign(document, { streams, allow: () => allow() });
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        // The permission prompt stays open until the test answers it.
        await new Promise<void>((resolve) => {
          allow = resolve;
        });
        const stream = await ask(constraints);
        streams.push(stream);
        return stream;
      };
    });
    const leave = {
      closed: () => session.page.locator('header .head').last().click(),
      switched: () => session.page.locator('header .language').click(),
      form: () => session.page.locator(':is(.reach, .ways) > .way:last-child:visible').click(),
    };
    let streams = 0;
    for (const name of ['.speak', '.talk'])
      for (const [way, go] of Object.entries(leave)) {
        const language = await session.page.locator('.frame').getAttribute('lang');
        await session.page.locator(`.round${name}`).click();
        await session.page.locator('.bar.live').waitFor();
        await go();
        await session.page.locator('.bar.live').waitFor({ state: 'detached' });
        streams += 1;
        // The permission arrives too late.
        await session.page.waitForFunction((count) => {
          const { streams: opened, allow } = document as never as {
            streams: MediaStream[];
            allow: () => void;
          };
          allow();
          return (
            opened.length === count &&
            opened.every((stream) => stream.getTracks().every((it) => it.readyState === 'ended'))
          );
        }, streams);
        if (way === 'closed') await session.widget.open();
        if (way === 'switched')
          await session.page
            .locator(`.frame:not([lang=${language}])`)
            .waitFor({ state: 'attached' });
        if (way === 'form') await session.page.keyboard.press('Escape');
      }
    const asked = server.operator.requestedPaths.slice(since);
    assert.ok(!asked.some((path) => /\/(transcribe|live)$/.test(path)));
  });

  test('a recording that begins during a language switch is discarded', async () => {
    const session = await open({}, server.openIsolatedPage);
    await session.page.evaluate(() => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      const streams: MediaStream[] = [];
      Object.assign(document, { streams });
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await ask(constraints);
        streams.push(stream);
        return stream;
      };
    });
    const { promise: isWanted, resolve: deliver } = Promise.withResolvers<void>();
    server.operator.intercept('config', async ({ forward }) => {
      await isWanted;
      forward();
    });
    await session.page.locator('header .language').click();
    await stopClock(session);
    await microphone(session).click();
    await session.page.locator('.bar').getByText('Achilia au bonyeza').waitFor();
    deliver();
    await session.page.locator('.frame[lang=en]').waitFor({ state: 'attached' });
    await session.page.locator('.bar').waitFor({ state: 'detached' });
    await session.page.waitForFunction(() => {
      const { streams } = document as never as { streams: MediaStream[] };
      return streams.every((stream) => stream.getTracks().every((it) => it.readyState === 'ended'));
    });
  });

  test('an answer is read aloud and stopped on request, and a used-up allowance is reported', async () => {
    let isPaid = true;
    const spoken: object[] = [];
    const { promise: isAsked, resolve: onAsked } = Promise.withResolvers<void>();
    server.operator.intercept('speak', (call) => {
      if (isPaid) {
        speakEndlessly(spoken)(call);
        onAsked();
        return;
      }
      call.allowOrigin();
      call.response.writeHead(402, { 'content-type': 'application/json' });
      call.response.end('{"error":"x","code":"plan","request_id":"r"}');
    });
    server.operator.intercept('ask', (call) => {
      const answer = streamAnswer(call);
      answer.token('**Ndiyo**, [tunaleta](https://duka.example/x).');
      answer.done();
    });
    const session = await open({ speak: true });
    await session.widget.ask('Mnaleta?');
    const listen = session.widget.answer.getByRole('button', { name: 'Sikiliza jibu' });
    await listen.click();
    await isAsked;
    await session.widget.answer.getByRole('button', { name: 'Acha kusoma' }).click();
    await listen.waitFor();
    assert.deepEqual(spoken, [{ text: 'Ndiyo, tunaleta.', voice: 'sw' }]);
    isPaid = false;
    await listen.click();
    await session.page
      .locator('.bar')
      .getByText('Majibu ya sauti ya mwezi huu yamekwisha')
      .waitFor();
  });
});

/** Streams two seconds of a tone as a WAV of unknown length, as servers do. */
function speakTone(spoken: object[]): CallHandler {
  return (call) => {
    speakEndlessly(spoken)(call);
    call.response.end();
  };
}

/** The same, without ending the response. */
function speakEndlessly(spoken: object[]): (call: InterceptedCall) => void {
  return ({ body, response, allowOrigin }) => {
    spoken.push(JSON.parse(body.toString()));
    const head = wavHeader(22_050, undefined);
    const samples = Int16Array.from({ length: 44_100 }, (_, at) => Math.sin(at / 10) * 3_000);
    allowOrigin();
    response.setHeader('content-type', 'audio/wav');
    response.write(head.subarray(0, 30));
    response.write(head.subarray(30));
    response.write(Buffer.from(samples.buffer));
  };
}
