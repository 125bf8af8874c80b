/**
 * Live conversations with the built-in engines, measured on the waveform: from the last loud sample of a visitor's
 * question to the first loud sample of the answer, sent and received in real time.
 * `node bench/turns.ts [--turns 30] [--checkout FOLDER]`: the server of another checkout.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { spokenSamples } from '../evals/speech.ts';
import { spokenQuestions } from '../evals/speech-questions.ts';
import { silentLog } from '../packages/server/src/kernel/log.ts';
import { assemble } from '../packages/server/src/server/assemble.ts';
import { readConfig } from '../packages/server/src/setup/config.ts';
import { untilServing } from './process.ts';

const { values } = parseArgs({
  options: { turns: { type: 'string', default: '30' }, checkout: { type: 'string' } },
});
const turns = Number(values.turns);
const frameMs = 40;
const samplesAMs = 16;
const loud = 0.02;
const questions = {
  en: [
    'When do you open?',
    'What time do you close on Sunday?',
    'How much is maize flour?',
    'How much is one kilo of sugar?',
    'How much is the Pishori rice?',
    'What does a litre of cooking oil cost?',
    'How much is milk?',
    'Do you deliver to my home?',
    'How much is delivery?',
    'Can I pay with my phone?',
    'Do you take bank cards?',
    'Can I return goods with a receipt?',
    'How do I place an order?',
    'Is there parking for cars?',
    'Where is your shop?',
  ],
  sw: spokenQuestions.flatMap(({ question, has }) => (has === undefined ? [] : [question])),
} as const;
type Language = keyof typeof questions;

const ownFolder = fileURLToPath(new URL('..', import.meta.url));
const module = path.join(values.checkout ?? ownFolder, 'bench/baraza.ts');
const { startBaraza } = (await import(pathToFileURL(module).href)) as typeof import('./baraza.ts');
const port = 4_744;
const environment = { BARAZA_DEMO: '1', BARAZA_SITE_PORT: String(port) };
const server = await startBaraza(4_743, undefined, environment);
await untilServing(`http://127.0.0.1:${port}/v1/sites/demo/config`, performance.now());
const spoken = await speakQuestions();

for (const language of ['en', 'sw'] as const) {
  const session = await openSession(language);
  // The first turn starts the engines.
  await takeTurn(session, spoken[language][0]);
  const waits: number[] = [];
  let unanswered = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const waitMs = await takeTurn(session, spoken[language][turn % spoken[language].length]);
    if (waitMs === undefined) unanswered += 1;
    else waits.push(waitMs);
  }
  print(`${language}: end of speech to the first sound of the answer`, waits);
  if (unanswered > 0)
    console.log(`  ${unanswered} turns were not understood: no sound within 15 s`);
  print(`${language}: barge-in, from 350 ms of speech`, await measureBargeIn(session, language));
  session.close();
}
await measureFour();
await server.stop();
process.exit();

async function measureFour(): Promise<void> {
  const sessions = await Promise.all(
    [2, 3, 4, 5].map((host) => openSession('en', `127.0.0.${host}`)),
  );
  const waits = await Promise.all(sessions.map((session, at) => takeTurn(session, spoken.en[at])));
  const times = waits.map((waitMs) => (waitMs === undefined ? '—' : Math.round(waitMs)));
  console.log(`four visitors at once: sound or busy after ${times.join(', ')} ms`);
  for (const session of sessions) session.close();
}

async function measureBargeIn(
  session: LiveSession,
  language: Language,
): Promise<readonly number[]> {
  const waits: number[] = [];
  const [question = new Float32Array()] = spoken[language];
  for (let turn = 0; turn < 10; turn += 1) {
    session.send({
      type: 'ask',
      question: language === 'en' ? 'Do you deliver?' : 'Mnaleta nyumbani?',
    });
    await session.until(() => session.soundMs !== undefined);
    session.reset();
    const startedMs = performance.now();
    const speaking = session.stream(question);
    const isInterrupted = await session.until(() => session.interruptedMs !== undefined, 3_000);
    if (isInterrupted)
      waits.push((session.interruptedMs ?? 0) - startedMs - firstLoudMs(question) - 350);
    // The interruption is a question, too.
    session.reset();
    await session.until(() => session.soundMs !== undefined, 15_000);
    await session.settle();
    await speaking;
  }
  return waits;
}

/** Milliseconds from the end of speech to the first sound of the answer, or to `busy`. */
async function takeTurn(
  session: LiveSession,
  samples: Float32Array = new Float32Array(),
): Promise<number | undefined> {
  session.reset();
  const startedMs = performance.now();
  const endMs = startedMs + lastLoudMs(samples);
  const speaking = session.stream(samples);
  const hasReply = await session.until(
    () => session.soundMs !== undefined || session.busyMs !== undefined,
    15_000 + samples.length / samplesAMs,
  );
  await session.settle();
  await speaking;
  return hasReply ? (session.soundMs ?? session.busyMs ?? 0) - endMs : undefined;
}

interface LiveSession {
  soundMs: number | undefined;
  busyMs: number | undefined;
  interruptedMs: number | undefined;
  readonly reset: () => void;
  readonly send: (message: object) => void;
  /** Sends the samples and then silence, in real time, until the answer ends. */
  readonly stream: (samples: Float32Array) => Promise<void>;
  readonly until: (isTrue: () => boolean, timeoutMs?: number) => Promise<boolean>;
  /** Stops the answer and waits for its `done`. */
  readonly settle: () => Promise<void>;
  readonly close: () => void;
}

async function openSession(language: Language, localAddress?: string): Promise<LiveSession> {
  const url = `ws://127.0.0.1:${port}/v1/sites/demo/live`;
  const socket = new WebSocket(url, { perMessageDeflate: false, localAddress });
  let open = 0;
  let isStreaming = false;
  let isReady = false;
  const session: LiveSession = {
    soundMs: undefined,
    busyMs: undefined,
    interruptedMs: undefined,
    reset: () => {
      session.soundMs = session.busyMs = session.interruptedMs = undefined;
    },
    send: (message) => socket.send(JSON.stringify(message)),
    stream: async (samples) => {
      isStreaming = true;
      const startedMs = performance.now();
      for (
        let frame = 0;
        isStreaming || frame * frameMs * samplesAMs < samples.length;
        frame += 1
      ) {
        const from = frame * frameMs * samplesAMs;
        const part = Int16Array.from({ length: frameMs * samplesAMs }, (_, at) =>
          Math.round((samples[from + at] ?? 0) * 32_767),
        );
        // A microphone delivers a frame when its last sample is recorded.
        await sleep(startedMs + (frame + 1) * frameMs - performance.now());
        socket.send(Buffer.from(part.buffer));
      }
    },
    until: async (isTrue, timeoutMs = 30_000) => {
      const lateMs = performance.now() + timeoutMs;
      while (!isTrue() && performance.now() < lateMs) await sleep(5);
      return isTrue();
    },
    settle: async () => {
      if (open > 0) session.send({ type: 'interrupt' });
      await session.until(() => open === 0);
      isStreaming = false;
    },
    close: () => socket.close(),
  };
  socket.on('message', (data: Buffer, isBinary) => {
    const nowMs = performance.now();
    if (isBinary) {
      const sound = new Int16Array(Uint8Array.from(data).buffer);
      if (sound.some((sample) => Math.abs(sample) > loud * 32_767)) session.soundMs ??= nowMs;
      return;
    }
    const message = JSON.parse(data.toString()) as {
      readonly type: string;
      readonly code?: string;
    };
    if (message.type === 'ready') isReady = true;
    if (message.type === 'answer') open += 1;
    if (message.type === 'done') open -= 1;
    if (message.type === 'interrupted') session.interruptedMs ??= nowMs;
    if (message.type === 'warning' && message.code === 'busy') session.busyMs ??= nowMs;
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  session.send({ type: 'start', version: 1, language });
  await session.until(() => isReady);
  return session;
}

async function speakQuestions(): Promise<{ readonly [language in Language]: Float32Array[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-turns-'));
  const installation = await assemble(readConfig({ BARAZA_DATA: folder }), silentLog);
  const engines = await installation.loadSpeech();
  const { speaker } = engines;
  if (speaker === undefined) throw new Error('the built-in speech is not installed');
  const speak = async (language: Language) => {
    const all: Float32Array[] = [];
    for (const question of questions[language].slice(0, turns))
      all.push(await spokenSamples(speaker, question, language));
    return all;
  };
  const all = { en: await speak('en'), sw: await speak('sw') };
  await engines.close();
  await installation.close();
  rmSync(folder, { recursive: true, force: true });
  return all;
}

function lastLoudMs(samples: Float32Array): number {
  return samples.findLastIndex((sample) => Math.abs(sample) > loud) / samplesAMs;
}

function firstLoudMs(samples: Float32Array): number {
  return samples.findIndex((sample) => Math.abs(sample) > loud) / samplesAMs;
}

function print(name: string, given: readonly number[]): void {
  const sorted = given.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(
      sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN,
    );
  console.log(`${name}: median ${at(0.5)} ms, p95 ${at(0.95)} ms (${sorted.length} turns)`);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
