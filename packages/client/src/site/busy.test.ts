import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  events,
  eventText,
  json,
  loseAnswer,
  type ScriptedServer,
  startServer,
} from '../../test/scripted-server.ts';
import { createSiteClient, isBarazaError, type SiteClientOptions } from '../index.ts';

const handoff = 'https://wa.me/254700000000';
const sentence = 'Watu wengi wanauliza kwa sasa.';
const done = { type: 'done', answered: true, language: 'sw', sources: [], handoff, id: 'q_1' };
const busyDone = { ...done, answered: false, error: { code: 'busy', error: sentence } };
const answer = stream('Ndiyo.', done);
const busyInStream = stream(sentence, busyDone);
const refusal = { error: sentence, code: 'busy', request_id: 'req_1', handoff };
const refused = (retryAfter = '3') => json(503, refusal, { 'retry-after': retryAfter });

function stream(text: string, end: object) {
  return events([eventText({ type: 'token', text }), eventText(end)]);
}

function siteOf(server: ScriptedServer, options: Partial<SiteClientOptions> = {}) {
  const waits: number[] = [];
  const timing = { sleep: async (ms: number) => void waits.push(ms), random: () => 0.5 };
  const { baseUrl } = server;
  return { waits, site: createSiteClient({ baseUrl, site: 'duka', timing, ...options }) };
}

async function textOf(events: AsyncIterable<{ readonly type: string; readonly text?: string }>) {
  let text = '';
  for await (const event of events) text += event.text ?? '';
  return text;
}

test('a question that a busy server refused is retried once, after Retry-After, with the same id', async (t) => {
  const server = await startServer(t, refused(), answer);
  const { site, waits } = siteOf(server);
  assert.equal(await textOf(site.ask('Mko wazi?', { requestId: 'r1' })), 'Ndiyo.');
  const [first, second] = server.received.map(({ body }) => String(body));
  assert.equal(first, second);
  assert.equal(waits.length, 1);
  assert.ok((waits[0] ?? 0) > 3_000 && (waits[0] ?? 0) < 3_500, String(waits));
});

test('a second refusal is an error with the code busy, the wait and a link to a person', async (t) => {
  const server = await startServer(t, refused(), refused('4'), answer);
  const { site } = siteOf(server);
  await assert.rejects(site.answer('Mko wazi?'), (error) => {
    assert.ok(isBarazaError(error, 'busy'));
    assert.equal(error.message, sentence);
    assert.equal(error.retryAfterSeconds, 4);
    assert.equal(error.handoff, handoff);
    return true;
  });
  assert.equal(server.received.length, 2);
});

test('`answer` retries once if `done` has the error busy, and drops the first text', async (t) => {
  const server = await startServer(t, busyInStream, answer);
  assert.equal((await siteOf(server).site.answer('Mko wazi?')).text, 'Ndiyo.');
  const again = await startServer(t, refused(), busyInStream, answer);
  const { text, error } = await siteOf(again).site.answer('Mko wazi?');
  assert.deepEqual([text, error?.code, again.received.length], [sentence, 'busy', 2]);
});

test('`ask` does not retry a stream that ends with busy, since its text was already yielded', async (t) => {
  const server = await startServer(t, busyInStream, answer);
  assert.equal(await textOf(siteOf(server).site.ask('Mko wazi?')), sentence);
  assert.equal(server.received.length, 1);
});

for (const [name, step, options, client] of [
  ['with busyRetries 0', refused(), { busyRetries: 0 }, {}],
  ['by a client that never retries', refused(), {}, { retries: 0 }],
  ['after a wait of minutes', refused('120'), {}, {}],
  ['after another failure', json(503, { ...refusal, code: 'upstream' }), {}, {}],
  ['after a lost response', loseAnswer(), {}, {}],
] as const)
  test(`a question is not retried ${name}`, async (t) => {
    const server = await startServer(t, step, answer);
    const { site } = siteOf(server, client);
    await assert.rejects(site.answer('Mko wazi?', options));
    assert.equal(server.received.length, 1);
  });

test('an abort ends the wait with its reason', async (t) => {
  const server = await startServer(t, refused(), answer);
  const stop = new AbortController();
  const timing = {
    sleep: async (_: number, signal: AbortSignal) => {
      stop.abort(new Error('enough'));
      signal.throwIfAborted();
    },
  };
  const { site } = siteOf(server, { timing });
  await assert.rejects(site.answer('Mko wazi?', { signal: stop.signal }), { message: 'enough' });
  assert.equal(server.received.length, 1);
});
