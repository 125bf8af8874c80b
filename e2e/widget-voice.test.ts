import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { wavHeader } from '../packages/server/src/speech/wav.ts';
import { fakeMicrophone, noBrowser } from './browser.ts';
import { type Visit as Call, type Play, playAnswer } from './hosts/operator.ts';
import { assertNoFaults, type Visit, widgetServerOfSuite } from './hosts/widget-server.ts';

describe('voice in the widget', { skip: noBrowser }, () => {
  const server = widgetServerOfSuite({ browserArguments: fakeMicrophone });
  let address: string;
  before(async () => {
    const { url } = server.operator;
    const sockets = url.replace('http', 'wss');
    const policy = `default-src 'none'; script-src ${url}; connect-src ${url} ${sockets}; style-src 'none'`;
    address = server.host.put('/', { body: server.line(), policy });
  });

  const open = async (settings: object, visitBy = server.visit): Promise<Visit> => {
    server.operator.changeSettings({ voice: true, ...settings });
    const visit = await visitBy(address);
    await visit.widget.open();
    return visit;
  };
  const microphone = ({ page }: Visit) => page.locator('.round.speak');
  const picture = async ({ page }: Visit, name: string) => {
    const folder = process.env.BARAZA_SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) });
  };
  /** Stops the widget's clock, of a visit alone: a tap stays one, however long the machine takes for it. */
  const stopClock = async ({ page }: Visit) => {
    const nowMs = Date.now();
    await page.clock.install({ time: nowMs });
    await page.clock.pauseAt(nowMs + 3_600_000);
  };

  test('a held recording is transcribed, asked in voice mode, and its answer is read aloud', async () => {
    const recorded: { type: string | undefined; bytes: Buffer; key: unknown; visitor: unknown }[] =
      [];
    server.operator.take('transcribe', ({ request, response, body, open: allow }) => {
      const { 'x-site-key': key, 'x-visitor': visitor } = request.headers;
      recorded.push({ type: request.headers['content-type'], bytes: body, key, visitor });
      allow();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ text: 'Mnaleta nyumbani?', language: 'sw', duration_ms: 900 }));
    });
    const spoken: object[] = [];
    server.operator.take('speak', speakTone(spoken));
    let asked: { mode?: string; language?: string; question?: string } = {};
    server.operator.take('ask', (visit) => {
      asked = JSON.parse(visit.body.toString());
      visit.forward();
    });
    const visit = await open({ speak: true });
    assert.ok(!server.operator.asked.some((path) => path.startsWith('/w/voice-')));
    const button = await microphone(visit).boundingBox();
    assert.ok(button !== null);
    await visit.page.mouse.move(button.x + 10, button.y + 10);
    await visit.page.mouse.down();
    await visit.page.locator('.bar').getByText('Achilia au bonyeza').waitFor();
    // Held for longer than a tap, by the widget's own clock.
    await visit.page
      .locator('.clock')
      .getByText(/^0:(?!00)/)
      .waitFor();
    await visit.page.mouse.up();
    await visit.widget.answer.getByText('tunaleta bila malipo').first().waitFor();
    assert.deepEqual(
      [asked.question, asked.mode, asked.language],
      ['Mnaleta nyumbani?', 'voice', 'sw'],
    );
    const [recording] = recorded;
    assert.match(recording?.type ?? '', /^audio\/webm/);
    assert.deepEqual([...(recording?.bytes.subarray(0, 4) ?? [])], [0x1a, 0x45, 0xdf, 0xa3]);
    assert.equal(recording?.key, server.site.key);
    assert.match(String(recording?.visitor), /^[\w-]{22}$/);
    await visit.page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/speak')),
    );
    assert.equal((spoken[0] as { voice?: string }).voice, 'sw');
    assert.match((spoken[0] as { text: string }).text, /^Ndiyo/);
    assertNoFaults(visit.faults);
  });

  test('a tap begins a recording and the next one sends it, also by the keyboard', async () => {
    let heard = 0;
    server.operator.take('transcribe', ({ response, open: allow }) => {
      heard += 1;
      allow();
      response.end(JSON.stringify({ text: '', language: 'sw', duration_ms: 10 }));
    });
    const visit = await open({}, server.visitAlone);
    await stopClock(visit);
    await microphone(visit).focus();
    await visit.page.keyboard.press('Space');
    await visit.page.locator('.bar').getByText('Achilia au bonyeza').waitFor();
    assert.equal(heard, 0);
    await visit.page.keyboard.press('Space');
    await visit.page.locator('.bar').getByText('Hatukusikia maneno').waitFor();
    assert.equal(heard, 1);
    await microphone(visit).click();
    await visit.page.locator('.bar').getByText('Achilia au bonyeza').waitFor();
    await visit.page.keyboard.press('Escape');
    await visit.page.locator('.bar').getByText('Achilia au bonyeza').waitFor({ state: 'detached' });
    assert.equal(heard, 1);
    await visit.widget.dialog.waitFor();
  });

  test('the second tap on the same place sends, in both languages, and Cancel is elsewhere', async () => {
    let heard = 0;
    server.operator.take('transcribe', ({ response, open: allow }) => {
      heard += 1;
      allow();
      response.end(JSON.stringify({ text: '', language: 'sw', duration_ms: 10 }));
    });
    // With the button for free talk beside it, and on the narrowest phone.
    server.operator.changeSettings({ voice: true, live: true });
    const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
    const visit = await server.visitAlone(address, phone);
    await visit.widget.open();
    const words = {
      sw: {
        send: 'Tuma ulichosema',
        cancel: 'Ghairi',
        none: 'Hakuna kilichotumwa',
        let: 'Achilia',
      },
      en: { send: 'Send what you said', cancel: 'Cancel', none: 'Nothing was sent', let: 'Let go' },
    };
    await stopClock(visit);
    for (const [language, said] of Object.entries(words)) {
      if (language === 'en') {
        await visit.page.locator('header .language').click();
        await visit.page.locator('.frame[lang=en]').waitFor({ state: 'attached' });
      }
      const before = heard;
      const place = await microphone(visit).boundingBox();
      assert.ok(place !== null);
      const tap = () =>
        visit.page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
      await tap();
      await visit.page.locator('.bar').getByText(said.let).waitFor();
      await visit.page.getByRole('button', { name: said.send }).waitFor();
      assert.deepEqual(await microphone(visit).boundingBox(), place);
      const cancel = visit.page.locator('.bar').getByRole('button', { name: said.cancel });
      const apart = await cancel.boundingBox();
      assert.ok(apart !== null && apart.x + apart.width < place.x);
      assert.equal((await cancel.textContent())?.trim(), said.cancel);
      await picture(visit, `microphone-recording-${language}`);
      await tap();
      await visit.page.locator('.bar p').waitFor();
      assert.equal(heard, before + 1);
      await tap();
      await visit.page.locator('.bar').getByText(said.let).waitFor();
      await cancel.click();
      await visit.page.locator('.bar').getByText(said.none).waitFor();
      await picture(visit, `microphone-cancelled-${language}`);
      assert.equal(heard, before + 1);
    }
    assertNoFaults(visit.faults);
  });

  const phone = { viewport: { width: 360, height: 720 }, hasTouch: true, isMobile: true };
  for (const [screen, options] of Object.entries({ desk: {}, phone }))
    test(`on a ${screen}, a busy server gets the recording again by itself, then it can be sent again`, async () => {
      const recordings: Buffer[] = [];
      let isBusy = true;
      server.operator.take('transcribe', ({ response, body, open: allow }) => {
        recordings.push(body);
        allow();
        const head = { 'content-type': 'application/json', 'retry-after': '10' };
        if (isBusy) {
          response.writeHead(503, head);
          response.end('{"error":"x","code":"busy","request_id":"r"}');
          return;
        }
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ text: 'Mnaleta nyumbani?', language: 'sw', duration_ms: 900 }),
        );
      });
      const visit = await open({}, (place) => server.visitAlone(place, options));
      await stopClock(visit);
      await microphone(visit).click();
      await visit.page.locator('.bar').getByText('Achilia au bonyeza').waitFor();
      // The recorder of a busy machine has heard nothing yet.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await microphone(visit).click();
      await visit.page.locator('.bar').getByText('Tunaandika ulichosema').waitFor();
      await visit.page.clock.runFor(4_000);
      await visit.page.locator('.bar').getByText('Inachukua muda kidogo').waitFor();
      while (recordings.length < 2) await visit.page.clock.runFor(1_000);
      await visit.page.locator('.bar').getByText('au andika swali lako').waitFor();
      await picture(visit, 'microphone-busy');
      assert.equal(recordings.length, 2);
      isBusy = false;
      await visit.page.getByRole('button', { name: 'Tuma tena' }).click();
      await visit.widget.answer.getByText('tunaleta bila malipo').first().waitFor();
      assert.equal(recordings.length, 3);
      assert.deepEqual(recordings[1], recordings[0]);
      assert.deepEqual(recordings[2], recordings[0]);
      assert.ok((recordings[0]?.length ?? 0) > 0);
    });

  test('a microphone that is not allowed, and a server without voice, are explained in words', async () => {
    const visit = await open({});
    await visit.page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await microphone(visit).click();
    await visit.page.locator('.bar').getByText('Kipaza sauti hakijaruhusiwa').waitFor();
    await visit.close();
    // The real server of this installation has no transcriber: 403.
    const other = await open({}, server.visitAlone);
    await stopClock(other);
    await microphone(other).click();
    await other.page.locator('.bar').getByText('Achilia au bonyeza').waitFor();
    await microphone(other).click();
    await other.page.locator('.bar').getByText('Sauti haipatikani hapa').waitFor();
  });

  test('the microphone is off behind a closed conversation, another language or the form', async () => {
    const since = server.operator.asked.length;
    const visit = await open({ live: true });
    await visit.page.evaluate(() => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      const streams: MediaStream[] = [];
      let allow = () => {};
      Object.assign(document, { streams, allow: () => allow() });
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        // The browser's question stays open until the test answers it.
        await new Promise<void>((resolve) => {
          allow = resolve;
        });
        const stream = await ask(constraints);
        streams.push(stream);
        return stream;
      };
    });
    const leave = {
      closed: () => visit.page.locator('header .head').last().click(),
      switched: () => visit.page.locator('header .language').click(),
      form: () => visit.page.locator('.reach button').click(),
    };
    let streams = 0;
    for (const name of ['.speak', '.talk'])
      for (const [way, go] of Object.entries(leave)) {
        const language = await visit.page.locator('.frame').getAttribute('lang');
        await visit.page.locator(`.round${name}`).click();
        await visit.page.locator('.bar.live').waitFor();
        await go();
        await visit.page.locator('.bar.live').waitFor({ state: 'detached' });
        streams += 1;
        // Allowed too late.
        await visit.page.waitForFunction((count) => {
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
        if (way === 'closed') await visit.widget.open();
        if (way === 'switched')
          await visit.page.locator(`.frame:not([lang=${language}])`).waitFor({ state: 'attached' });
        if (way === 'form') await visit.page.keyboard.press('Escape');
      }
    const asked = server.operator.asked.slice(since);
    assert.ok(!asked.some((path) => /\/(transcribe|live)$/.test(path)));
  });

  test('a recording that began during a change of language is discarded', async () => {
    const visit = await open({}, server.visitAlone);
    await visit.page.evaluate(() => {
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
    server.operator.take('config', async ({ forward }) => {
      await isWanted;
      forward();
    });
    await visit.page.locator('header .language').click();
    await stopClock(visit);
    await microphone(visit).click();
    await visit.page.locator('.bar').getByText('Achilia au bonyeza').waitFor();
    deliver();
    await visit.page.locator('.frame[lang=en]').waitFor({ state: 'attached' });
    await visit.page.locator('.bar').waitFor({ state: 'detached' });
    await visit.page.waitForFunction(() => {
      const { streams } = document as never as { streams: MediaStream[] };
      return streams.every((stream) => stream.getTracks().every((it) => it.readyState === 'ended'));
    });
  });

  test('an answer is read aloud on request, stopped on request, and the end of the allowance is shown', async () => {
    let isPaid = true;
    const spoken: object[] = [];
    const { promise: isAsked, resolve: onAsked } = Promise.withResolvers<void>();
    server.operator.take('speak', (call) => {
      if (isPaid) {
        speakEndlessly(spoken)(call);
        onAsked();
        return;
      }
      call.open();
      call.response.writeHead(402, { 'content-type': 'application/json' });
      call.response.end('{"error":"x","code":"plan","request_id":"r"}');
    });
    server.operator.take('ask', (call) => {
      const answer = playAnswer(call);
      answer.token('**Ndiyo**, [tunaleta](https://duka.example/x).');
      answer.done();
    });
    const visit = await open({ speak: true });
    await visit.widget.ask('Mnaleta?');
    const listen = visit.widget.answer.getByRole('button', { name: 'Sikiliza jibu' });
    await listen.click();
    await isAsked;
    await visit.widget.answer.getByRole('button', { name: 'Acha kusoma' }).click();
    await listen.waitFor();
    assert.deepEqual(spoken, [{ text: 'Ndiyo, tunaleta.', voice: 'sw' }]);
    isPaid = false;
    await listen.click();
    await visit.page.locator('.bar').getByText('Majibu ya sauti ya mwezi huu yamekwisha').waitFor();
  });
});

/** Two seconds of a tone as a WAV of unknown length, as servers stream them. */
function speakTone(spoken: object[]): Play {
  return (call) => {
    speakEndlessly(spoken)(call);
    call.response.end();
  };
}

/** The same, and more of it is always to come. */
function speakEndlessly(spoken: object[]): (call: Call) => void {
  return ({ body, response, open }) => {
    spoken.push(JSON.parse(body.toString()));
    const head = wavHeader(22_050, undefined);
    const samples = Int16Array.from({ length: 44_100 }, (_, at) => Math.sin(at / 10) * 3_000);
    open();
    response.setHeader('content-type', 'audio/wav');
    response.write(head.subarray(0, 30));
    response.write(head.subarray(30));
    response.write(Buffer.from(samples.buffer));
  };
}
