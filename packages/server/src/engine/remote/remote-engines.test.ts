import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLog, silentLog } from '../../kernel/log.ts';
import type { EngineProcess } from '../engine-process.ts';
import { type EngineServerOptions, serveEngines } from './engine-server.ts';
import type { Greeting } from './protocol.ts';
import { examineRemoteEngine } from './remote-engines.ts';

const token = 'a-token-of-at-least-32-characters-x';
const never = new AbortController().signal;
const awake = {
  ask: async () => ({ kind: 'awake' }),
  notify: () => {},
  isRunning: () => true,
  isPaused: () => false,
  close: async () => {},
} as unknown as EngineProcess;

async function listen(t: TestContext, options: Partial<EngineServerOptions> = {}): Promise<string> {
  const server = await serveEngines({
    processes: [awake],
    greeting: { version: '1', encoder: 'e', reader: 'r' },
    token,
    host: '127.0.0.1',
    port: 0,
    log: silentLog,
    ...options,
  });
  t.after(server.stop);
  return `http://127.0.0.1:${server.port}`;
}

test('an engine with another version, encoder or reader is refused with one sentence', async (t) => {
  const models = { encoder: 'e', reader: 'r' };
  const examine = async (greeting: Partial<Greeting>, own: Partial<typeof models> = {}) => {
    const url = await listen(t, { greeting: { version: '1', ...models, ...greeting } });
    const expected = { version: '1', models: async () => ({ ...models, ...own }) };
    return examineRemoteEngine(url, { token, expected, log: silentLog }, never);
  };
  assert.equal((await examine({})).engines, 1);
  assert.equal((await examine({ reader: null }, { reader: null as never })).engines, 1);
  for (const [greeting, has] of [
    [{ version: '2', reader: 'other' }, /it runs version 2, and this server 1/],
    [
      { encoder: 'other' },
      /its encoder \(other\) is not that of this server \(e\); BARAZA_ENCODER/,
    ],
    [{ reader: 'other' }, /its reader \(other\) is not that of this server \(r\); BARAZA_READER/],
    [{ reader: null }, /its reader \(none\) is not that of this server \(r\)/],
    // Of an earlier program.
    [{ reader: undefined as never }, /its reader \(none\) is not that of this server \(r\)/],
  ] as const)
    await assert.rejects(examine(greeting), has);
  await assert.rejects(
    examine({}, { reader: null as never }),
    /its reader \(r\) is not that of this server \(none\)/,
  );
});

test('callers with a wrong token are logged once in ten seconds, with their number', async (t) => {
  const lines: string[] = [];
  let nowMs = 0;
  const log = createLog(
    'warn',
    (line) => lines.push(line),
    () => nowMs,
  );
  const url = await listen(t, { log });
  const callers = (count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await fetch(url)).status));
  assert.deepEqual(new Set(await callers(50)), new Set([401]));
  assert.equal(lines.length, 1);
  nowMs = 10_000;
  await callers(1);
  assert.equal(lines.length, 2);
  assert.match(
    lines[1] ?? '',
    /"a caller with a wrong BARAZA_ENGINE_TOKEN was refused","leftOut":49/,
  );
});
