import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openTelegram } from '../../src/channels/telegram.ts';
import { openWhatsapp } from '../../src/channels/whatsapp.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { assemble, type Installation } from '../../src/server/assemble.ts';
import { readConfig } from '../../src/setup/config.ts';
import { readAloud } from '../../src/speech/aloud/aloud.ts';
import { findSpeech } from '../../src/speech/packages.ts';
import { joinSamples } from '../../src/speech/samples.ts';
import type { SpeechEngines } from '../../src/speech/speech.ts';
import { speakerContract, transcriberContract } from '../contracts/speech-contract.ts';
import { createArrivalAnswers, createChannelSender } from '../delivery/senders.ts';
import { openMessaging, signatureOf, whatsappBody } from '../fakes/messaging.ts';
import { noRecordings, recordingFile } from '../fixtures/fixture-files.ts';
import { openSiteServer, shop } from '../fixtures/visit-server.ts';

const never = new AbortController().signal;
const found = findSpeech();
const isWhole = found.whisper && found.espeak && found.detector && found.recordings;
const noSpeech = isWhole ? noRecordings : 'the packages for speech are not installed';
const noProc = existsSync('/proc/self/task') ? false : 'there is no /proc to find processes in';

// A transcription takes seconds, so there are few; `npm run evals` and `npm run bench` measure errors and times.
describe('built-in speech', { skip: noSpeech }, () => {
  let installation: Installation;
  let engines: SpeechEngines;
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-speech-'));
  before(async () => {
    installation = await assemble(readConfig({ BARAZA_DATA: folder }), silentLog);
    engines = await installation.loadSpeech();
  });
  after(async () => {
    await engines.close();
    await installation.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const samplesOf = async (name: string) => {
    const file = recordingFile(`speech/${name}`);
    return ((await engines.recordings?.read(file, { site: 'a' }, never)) ?? assert.fail()).samples;
  };

  const fellowAmericans = async () => (await samplesOf('jfk.wav')).slice(0, 3.2 * 16_000);

  transcriberContract('the built-in transcriber', {
    open: () => ({ ...(engines.transcriber ?? assert.fail()), close: async () => {} }),
    spoken: async () => ({
      samples: await fellowAmericans(),
      words: /so,? my fellow Americans/,
    }),
  });
  speakerContract('the built-in speaker', {
    open: () => ({ ...(engines.speaker ?? assert.fail()), close: async () => {} }),
  });

  test('every voice speaks at the speed of a person, and a sentence begins and ends without a click', async () => {
    const { speaker = assert.fail() } = engines;
    for (const voice of speaker.voices) {
      const table = new URL(`./reading.${voice.language}.tsv`, import.meta.url);
      const rows = readFileSync(table, 'utf8').trim().split('\n');
      let [words, seconds] = [0, 0];
      for (const row of rows.filter((_, at) => at % 10 === 0)) {
        const text = readAloud(row.split('\t')[0] ?? '', voice.language);
        const { chunks, sampleRate } = await speaker.speak(text, voice, never);
        const parts: Int16Array[] = [];
        for await (const chunk of chunks) parts.push(chunk);
        const sound = joinSamples(Int16Array, parts);
        const pause = sound.subarray(Math.round(-0.19 * sampleRate));
        assert.ok(Math.abs(sound[0] ?? 1) + Math.abs(sound[1] ?? 1) < 100, text);
        assert.ok(
          pause.every((sample) => sample === 0),
          text,
        );
        words += text.split(' ').length;
        seconds += sound.length / sampleRate;
      }
      const pace = (words / seconds) * 60;
      assert.ok(pace >= 130 && pace <= 170, `${voice.name}: ${pace} words a minute`);
    }
  });

  test('a recogniser that is killed is restarted, and the transcription still succeeds', {
    skip: noProc,
  }, async () => {
    const { transcriber = assert.fail() } = engines;
    const heard = transcriber.transcribe(await fellowAmericans(), { language: 'en' }, never);
    const isRecogniser = (pid: number) => commandOf(pid).includes('speech/whisper/child');
    while (!children().some(isRecogniser)) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const pid of children().filter(isRecogniser)) process.kill(pid, 'SIGKILL');
    assert.match((await heard).text, /so,? my fellow Americans/);
  });

  // Opus in Ogg, mono at 16 kHz, as WhatsApp and Telegram record it; decoded by WebAssembly on every processor.
  test('a voice note is heard and answered, and a broken one gets one sentence', async (t) => {
    const service = await openMessaging();
    t.after(service.close);
    const channels = { whatsapp: openWhatsapp(service.url), telegram: openTelegram(service.url) };
    const server = await openSiteServer('sqlite', { channels, voice: engines });
    t.after(server.close);
    const owner = await server.newOwner();
    const site = await owner.newSite({ ...shop, voice: true, languages: ['en'] });
    const app_secret = 'app-secret';
    const settings = { phone_number_id: '1060', access_token: 'token', app_secret };
    await owner.send('PUT', `${site}/channels/whatsapp`, { ...settings, verify_token: 'check-me' });
    const answers = createArrivalAnswers(server.assistant, undefined);
    const sends = createChannelSender(server.assistant, undefined);
    const note = async (from: string, recording: Uint8Array) => {
      service.recording = recording;
      const audio = { id: '4455', mime_type: 'audio/ogg; codecs=opus', voice: true };
      const message = { id: `wamid.${from}`, from, timestamp: '1763000000', type: 'audio', audio };
      const body = whatsappBody({ messages: [message] });
      const headers = {
        'content-type': 'application/json',
        'x-hub-signature-256': signatureOf(body, app_secret),
      };
      const target = `${server.url}/v1/channels/whatsapp/${site}`;
      assert.equal((await fetch(target, { method: 'POST', body, headers })).status, 200);
      // On a busy machine it is heard by a later attempt.
      for (;;) {
        for (const worker of [answers, sends]) {
          worker.wake();
          await worker.idle();
        }
        const { conversations } = (await owner.send('GET', `${site}/conversations`)).json;
        const { id } = conversations.find(
          ({ contact }: { contact: string }) => contact === `+${from}`,
        );
        const { messages } = (await owner.send('GET', `${site}/conversations/${id}`)).json;
        const texts: readonly string[] = messages.map(({ text }: { text: string }) => text);
        if (texts.length > 0) return texts;
        server.clock.advance(600_000);
      }
    };
    const file = recordingFile('speech/LDC93S1.opus');
    assert.equal(Buffer.from(file).toString('latin1', 28, 36), 'OpusHead');
    const [heard = '', answer = ''] = await note('254755000001', file);
    const words = ['she', 'had', 'your', 'dark', 'suit', 'wash', 'water', 'all', 'year'];
    const understood = words.filter((word) => heard.toLowerCase().includes(word));
    assert.ok(understood.length >= 6, heard);
    assert.notEqual(answer, '');
    const half = await note('254755000002', file.slice(0, 60));
    assert.deepEqual(half[0], '[voice]');
    assert.match(half[1] ?? '', /text and voice messages/);
    await Promise.all([answers.stop(), sends.stop()]);
  });

  test('typing and silence give an empty text', async () => {
    const { transcriber = assert.fail() } = engines;
    const typing = await samplesOf('nonspeech-keyboard-typing.ogg');
    for (const samples of [typing, new Float32Array(160_000)])
      assert.deepEqual(await transcriber.transcribe(samples, { language: 'sw' }, never), {
        text: '',
        language: 'sw',
      });
  });

  test('the detector hears two recordings at once: speech is detected, typing is not', async () => {
    const { detector = assert.fail() } = engines;
    const voice = await samplesOf('LDC93S1.wav');
    const noise = await samplesOf('nonspeech-keyboard-typing.ogg');
    const [one, other] = [detector.listen(), detector.listen()];
    const [voiced, noisy]: [number[], number[]] = [[], []];
    for (let at = 0; at < 60; at += 1) {
      const window = (samples: Float32Array) => samples.subarray(at * 512, (at + 1) * 512);
      const [first, second] = await Promise.all([
        one.speechProbability(window(voice)),
        other.speechProbability(window(noise)),
      ]);
      voiced.push(first);
      noisy.push(second);
    }
    one.close();
    other.close();
    assert.ok(voiced.filter((probability) => probability > 0.5).length > 40, `${voiced}`);
    assert.ok(Math.max(...noisy) < 0.5, `${noisy}`);
    const whole = await detector.windowProbabilities(voice, never);
    for (const [at, probability] of voiced.entries())
      assert.ok(Math.abs(probability - (whole[at] ?? 0)) < 0.02, `window ${at}`);
    await assert.rejects(one.speechProbability(new Float32Array(512)), /the talker has left/);
  });
});

function children(): readonly number[] {
  const list = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
  return list === '' ? [] : list.split(' ').map(Number);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
