import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { assemble, type Installation } from '../../src/assemble.ts';
import { demoProfile } from '../../src/cli/demo/demo-profile.ts';
import { readConfig } from '../../src/config.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { readProfileInput } from '../../src/site/profile/profile.ts';
import { hintsOf } from '../../src/site/voice/hints.ts';
import { bySentence } from '../../src/speech/by-sentence.ts';
import { openDetector } from '../../src/speech/detector/detector.ts';
import { openEspeak } from '../../src/speech/espeak/espeak.ts';
import { findSpeech } from '../../src/speech/packages.ts';
import { resample } from '../../src/speech/recordings/resample.ts';
import { speakerContract, transcriberContract } from '../../src/speech/speech.contract.ts';
import { engineSampleRate, type SpeechEngines } from '../../src/speech/speech.ts';
import { noRecordings, recordingFile, wordErrors } from '../fixtures/fixture-files.ts';

const never = new AbortController().signal;
const found = findSpeech();
const isWhole = found.whisper && found.espeak && found.detector && found.canReadRecordings;
const noSpeech = isWhole ? false : 'the packages for speech are not installed';
const noProc = existsSync('/proc/self/task') ? false : 'processes are looked up in /proc';
const jfk =
  'And so my fellow Americans ask not what your country can do for you ask what you can do for your country';
const shopHints = hintsOf(readProfileInput(demoProfile).profile);
const timit = 'She had your dark suit in greasy wash water all year';
// Two words; the 8-bit weights round otherwise on processors without VNNI, where it is three.
const wrongShareMax = process.arch === 'x64' ? 0.2 : 0.28;

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

  const hear = async (name: string, language: 'en' | undefined, hints = {}) => {
    const { recordings, transcriber } = engines;
    assert.ok(recordings && transcriber);
    const { samples } = await recordings.read(recordingFile(`speech/${name}`), never);
    return transcriber.transcribe(samples, { language, hints }, never);
  };

  test('a known speech is heard without an error, and known as English, in both its forms, whatever is expected', {
    skip: noRecordings,
  }, async () => {
    for (const [name, hints] of [
      ['jfk.wav', {}],
      ['jfk.mp3', shopHints],
    ] as const) {
      const heard = await hear(name, undefined, hints);
      assert.equal(wordErrors(jfk, heard.text), 0, heard.text);
      assert.equal(heard.language, 'en');
    }
  });

  test('a hard sentence is heard with few of its eleven words wrong, in all its forms, whatever is expected', {
    skip: noRecordings,
  }, async () => {
    for (const [name, hints] of [
      ['LDC93S1.wav', shopHints],
      ['LDC93S1.opus', {}],
      ['LDC93S1.ogg', {}],
      ['LDC93S1_pcms16le_2_44100.wav', {}],
    ] as const) {
      const heard = await hear(name, 'en', hints);
      assert.ok(wordErrors(timit, heard.text) <= wrongShareMax, `${name}: ${heard.text}`);
    }
  });

  test('typing is no text, found in 400 ms of processor time once the detector is awake', {
    skip: noRecordings || noProc,
  }, async () => {
    await hear('nonspeech-keyboard-typing.ogg', undefined);
    const spentMs: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const before = cpuMs();
      const heard = await hear('nonspeech-keyboard-typing.ogg', undefined);
      spentMs.push(cpuMs() - before);
      assert.equal(heard.text, '');
    }
    // What else a machine does at the same time only adds to it.
    assert.ok(Math.min(...spentMs) <= 400, `${spentMs} ms`);
    const { transcriber } = engines;
    const silence = await transcriber?.transcribe(
      new Float32Array(160_000),
      { language: 'sw' },
      never,
    );
    assert.deepEqual(silence, { text: '', language: 'sw' });
  });

  test('what it speaks in English it hears again, nine words of ten', async () => {
    const { speaker, transcriber } = engines;
    assert.ok(speaker && transcriber);
    const text =
      'Orders that reach us before noon are delivered on the same day in the whole city.';
    const voice = speaker.voices.find(({ language }) => language === 'en') ?? assert.fail();
    const speech = await speaker.speak(text, voice, never);
    const samples: number[] = [];
    for await (const chunk of speech.chunks)
      for (const sample of chunk) samples.push(sample / 32_768);
    const sound = resample(Float32Array.from(samples), speech.sampleRate, engineSampleRate);
    const heard = await transcriber.transcribe(sound, { language: undefined }, never);
    assert.ok(wordErrors(text, heard.text) <= 0.1, heard.text);
  });

  test('a process that dies is started again, and what was under way is heard after all', {
    skip: noRecordings || noProc,
  }, async () => {
    const hearing = hear('jfk.wav', 'en');
    const isRecogniser = (pid: number) => commandOf(pid).includes('speech/whisper/child');
    const tooLateMs = performance.now() + 60_000;
    while (!children().some(isRecogniser)) {
      assert.ok(performance.now() < tooLateMs, 'the recogniser never started');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    for (const pid of children().filter(isRecogniser)) process.kill(pid, 'SIGKILL');
    assert.equal(wordErrors(jfk, (await hearing).text), 0);
  });

  test('as many are heard at once as there are processors less one, eight wait, and the next is busy', {
    skip: noRecordings,
  }, async () => {
    const { transcriber, recordings } = engines;
    assert.ok(transcriber && recordings);
    const { samples } = await recordings.read(recordingFile('speech/LDC93S1.wav'), never);
    const leaving = new AbortController();
    const admitted = Math.max(1, availableParallelism() - 1) + 8;
    const outcomes = Array.from({ length: admitted + 1 }, () =>
      transcriber.transcribe(samples, { language: 'en' }, leaving.signal).then(
        () => 'heard',
        (error: { readonly code?: string }) => error.code ?? 'left',
      ),
    );
    assert.equal(await Promise.race(outcomes), 'busy');
    leaving.abort(new Error('enough'));
    const all = await Promise.all(outcomes);
    assert.equal(all.filter((outcome) => outcome === 'left').length, admitted);
  });

  test('nothing that was said lies on the disk', { skip: noRecordings }, () => {
    const files = readdirSync(folder, { recursive: true }).map(String);
    assert.deepEqual(
      files.filter((file) => /\.(?:wav|pcm|webm|ogg|mp3|mp4|tmp)$/.test(file)),
      [],
    );
  });

  transcriberContract('the built-in transcriber', {
    open: () => ({ ...(engines.transcriber ?? assert.fail()), close: async () => {} }),
    spoken: async () => {
      const file = recordingFile('speech/jfk.wav');
      const { samples } = (await engines.recordings?.read(file, never)) ?? assert.fail();
      return { samples, words: /ask not what your country can do for you/ };
    },
    skip: noRecordings,
  });
  speakerContract('the built-in speaker', {
    open: () => {
      const { module } = found.espeak ?? assert.fail();
      return bySentence(openEspeak({ module, log: silentLog }), (text) => text.split(/(?<=\.) /));
    },
  });

  test('talkers are heard apart, a voice is one and a noise is none', {
    skip: noRecordings,
  }, async (t) => {
    const { weights } = found.detector ?? assert.fail();
    const detector = openDetector({ weights, log: silentLog });
    t.after(detector.close);
    const { recordings } = engines;
    const read = async (name: string) =>
      (await recordings?.read(recordingFile(`speech/${name}`), never))?.samples ?? assert.fail();
    const voice = await read('LDC93S1.wav');
    const noise = await read('nonspeech-keyboard-typing.ogg');
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
    assert.ok(voiced.filter((likely) => likely > 0.5).length > 40, `${voiced}`);
    assert.ok(
      noisy.every((likely) => likely < 0.5),
      `${noisy}`,
    );
    const whole = await detector.windowProbabilities(voice, never);
    voiced.slice(0, 60).forEach((likely, at) => {
      assert.ok(Math.abs(likely - (whole[at] ?? 0)) < 0.02, `window ${at}`);
    });
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

/** Of this process and its children, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  const ticks = children().map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return (user + system) / 1000 + ticks.reduce((sum, count) => sum + count * 10, 0);
}
