/** What hostile servers send, and the calls of ours that reach them. */
import { gzipSync } from 'node:zlib';
import { safeOutboundGet } from '../../src/http/outbound/safe-outbound.ts';
import { createLog } from '../../src/kernel/log.ts';
import { openLanguageModel, type WritingLimits } from '../../src/models/openai-compatible.ts';
import { fetchKeys } from '../../src/nodes/fetch-keys.ts';
import { openServerSpeaker } from '../../src/speech/server/speaker.ts';
import { openServerTranscriber } from '../../src/speech/server/transcriber.ts';
import type { Attack, HostileServer } from './hostile-server.ts';
import { keepVariants } from './kept-variants.ts';

const head = (type: string, more = '') => `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n${more}\r\n`;
const events = head('text/event-stream');
const json = head('application/json');
const sound = head('audio/pcm');
const inChunks = 'transfer-encoding: chunked\r\n';
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const delta = (content: unknown) => event({ choices: [{ delta: { content } }] });
const many = (count: number, value: unknown) => Array.from({ length: count }, () => value);
const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' ')).toString('latin1');
const gzip = `content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n`;
const nested = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;

const chatAttacks: { readonly [name: string]: Attack } = {
  'empty-deltas': { start: events, again: event({ choices: [{ delta: {} }] }) },
  'no-choices': { start: events, again: 'data: {"choices":[]}\n\n' },
  comments: { start: events, again: ':\n' },
  'empty-lines': { start: events, again: '\n' },
  'data-lines': { start: events, again: 'data:\n' },
  'endless-line': { start: `${events}data: `, again: 'x'.repeat(1_000) },
  'endless-tokens': { start: events, again: delta('a') },
  'endless-thought': { start: `${events}${delta('<think>')}`, again: delta('a') },
  'tool-calls': {
    start: events,
    again: event({ choices: [{ delta: { tool_calls: many(20_000, { index: 1 }) } }] }),
  },
  choices: { start: events, again: event({ choices: many(20_000, { delta: {} }) }) },
  parts: { start: events, again: delta(many(20_000, { type: 'x' })) },
  'nested-json': { start: events, again: `data: ${nested}\n\n` },
  'many-values': { start: events, again: `data: [${many(8_000, '[[[[]]]]').join()}]\n\n` },
  'tiny-chunks': {
    start: head('text/event-stream', inChunks),
    again: '1\r\n:\r\n1\r\n\n\r\n',
  },
  'compressed-events': { start: `${head('text/event-stream', gzip)}${bomb}` },
  'early-hints': { start: '', again: 'HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n' },
  'endless-refusal': { start: 'HTTP/1.1 400 Bad\r\n\r\n', again: 'max_tokens unsupported ' },
};

const jsonAttacks: { readonly [name: string]: Attack } = {
  'endless-json': { start: json, again: '[0],' },
  'nested-answer': { start: `${json}${nested}` },
  'many-vectors': {
    start: `${json}{"data":[${many(60_000, '{"embedding":[1]}').join()}]}`,
  },
  'compressed-answer': { start: `${head('application/json', gzip)}${bomb}` },
  'short-answer': { start: `${head('application/json', 'content-length: 900\r\n')}{"text":` },
  'tiny-answer': { start: head('application/json', inChunks), again: '1\r\n \r\n' },
};

const soundAttacks: { readonly [name: string]: Attack } = {
  'endless-sound': { start: sound, again: '\x01\x02'.repeat(500) },
  'tiny-sound': { start: head('audio/pcm', inChunks), again: '1\r\na\r\n' },
  'compressed-sound': { start: `${head('audio/pcm', gzip)}${bomb}` },
  'cut-sound': { start: `${head('audio/pcm', 'content-length: 96000\r\n')}abcd` },
  'endless-header': { start: `${sound}RIFF`, again: '\0'.repeat(100) },
};

const drips: { readonly [name: string]: Attack } = {
  'dripping-json': { start: json, again: ' ', pauseMs: 5 },
  'dripping-sound': { start: sound, again: 'a', pauseMs: 5 },
};

export const attacks = { ...chatAttacks, ...jsonAttacks, ...soundAttacks, ...drips };

/** Each sends what it should not, and the call must reject. */
interface HostileCall {
  readonly whose: string;
  readonly name: string;
  readonly call: () => Promise<void>;
}

interface HostileCalls {
  readonly write: (name: string) => Promise<void>;
  readonly transcribe: (name: string) => Promise<void>;
  readonly speak: (name: string) => Promise<void>;
  readonly get: (name: string) => Promise<void>;
  /** Every server with every attack that fits it. */
  readonly table: readonly HostileCall[];
}

interface HostileLimits {
  readonly writing: Partial<WritingLimits>;
  readonly pageBytesMax: number;
  /** All waiting for a speech server or a website. */
  readonly waitMs: number;
}

export function hostileCalls(server: HostileServer, limits: HostileLimits): HostileCalls {
  const never = new AbortController().signal;
  const parts = {
    model: 'small',
    key: undefined,
    log: createLog('error', () => {}),
    clock: Date.now,
    variants: keepVariants(Date.now),
  };
  const write = async (name: string) => {
    const own = { ...limits.writing, retryDelaysMs: [] };
    const model = openLanguageModel({ ...parts, limits: own, url: server.urlOf(name) });
    const messages = [{ role: 'user', content: 'Bei?' }] as const;
    try {
      for await (const _ of model.write({ instructions: '', messages }, never));
    } finally {
      await model.close();
    }
  };
  const speechParts = (name: string) => ({
    url: server.urlOf(name),
    model: 'small',
    key: undefined,
    waitMs: limits.waitMs,
  });
  const transcribe = async (name: string) => {
    const options = { ...speechParts(name), languageOf: async () => 'en' as const };
    const second = new Float32Array(16_000).fill(0.1);
    await openServerTranscriber(options).transcribe(second, { language: 'en' }, never);
  };
  const speak = async (name: string) => {
    const speaker = openServerSpeaker({ ...speechParts(name), voice: 'v' });
    const voice = { name: 'natural-en', language: 'en' } as const;
    for await (const _ of (await speaker.speak('Hello.', voice, never)).chunks);
  };
  const get = async (name: string) => {
    const bounds = { timeoutMs: limits.waitMs, bytesMax: limits.pageBytesMax };
    const target = { url: server.urlOf(name), headers: {}, allowPrivate: true, signal: never };
    const result = await safeOutboundGet({ ...target, ...bounds });
    if ('fault' in result) throw new Error(result.fault);
    if (result.isTooLarge) throw new Error('too large');
  };
  const keys = async (name: string) => {
    await fetchKeys(server.urlOf(name));
  };
  const calls = [
    ['a model server', write, chatAttacks],
    ['a transcription server', transcribe, jsonAttacks],
    ['a speech server', speak, soundAttacks],
    ['an operator', keys, jsonAttacks],
    ['a website', get, { ...jsonAttacks, ...soundAttacks }],
  ] as const;
  // Pages of a permitted size.
  const wellFormed = [
    'a website nested-answer',
    'a website many-vectors',
    'a website endless-header',
  ];
  const table = calls
    .flatMap(([whose, call, given]) =>
      Object.keys(given).map((name) => ({ whose, name, call: () => call(name) })),
    )
    .filter(({ whose, name }) => !wellFormed.includes(`${whose} ${name}`));
  return { write, transcribe, speak, get, table };
}
