import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  events,
  eventText,
  fallSilent,
  json,
  loseAnswer,
  type ScriptedServer,
  startServer,
} from '../../test/scripted-server.ts';
import {
  createSiteClient,
  isBarazaError,
  isConnectionError,
  type SiteClientOptions,
} from '../index.ts';

const done = {
  type: 'done',
  answered: true,
  language: 'sw',
  sources: [],
  handoff: 'https://wa.me/254700000000',
  id: 'q_1',
};
const token = (text: string) => eventText({ type: 'token', text });

function siteOf(server: ScriptedServer, options: Partial<SiteClientOptions> = {}) {
  const timing = { sleep: async () => {}, random: () => 0 };
  return createSiteClient({ baseUrl: server.baseUrl, site: 'duka', timing, ...options });
}

test('an answer is streamed and ends with `done`', async (t) => {
  const text = 'Ndiyo, tuko wazi.\r\nKaribu\u2028sana — 🌍';
  const server = await startServer(
    t,
    events([': hello\n\n', token(text.slice(0, 9)), token(text.slice(9)), eventText(done)], 'stay'),
  );
  const seen = [];
  for await (const event of siteOf(server).ask('Mko wazi?')) seen.push(event);
  assert.equal(seen.map((event) => (event.type === 'token' ? event.text : '')).join(''), text);
  assert.deepEqual(seen.at(-1), done);
});

test('a question sends its options and no credential', async (t) => {
  const server = await startServer(t, events([eventText(done)]));
  const history = [{ role: 'user', content: 'Habari' }] as const;
  const site = siteOf(server, { siteKey: 'pk_x', visitor: 'v'.repeat(22) });
  await site.answer('Mko wazi?', {
    history,
    language: 'sw',
    mode: 'voice',
    requestId: 'r1',
    conversation: 'c1',
    page: 'https://duka.example/',
  });
  const [sent] = server.received;
  assert.equal(`${sent?.method} ${sent?.url}`, 'POST /v1/sites/duka/ask');
  assert.deepEqual(JSON.parse(String(sent?.body)), {
    question: 'Mko wazi?',
    history,
    mode: 'voice',
    language: 'sw',
    request_id: 'r1',
    conversation: 'c1',
    page: 'https://duka.example/',
  });
  assert.equal(sent?.headers['x-site-key'], 'pk_x');
  assert.equal(sent?.headers['x-visitor'], 'v'.repeat(22));
  assert.equal(sent?.headers.authorization, undefined);
  // A page may send only headers that the server's preflight response allows.
  assert.equal(sent?.headers['idempotency-key'], undefined);
});

test('a refusal has its suggested questions', async (t) => {
  const offer = { ...done, answered: false, suggestions: ['Mnaleta nyumbani?'] };
  const server = await startServer(t, events([token('Samahani.'), eventText(offer)]));
  const { suggestions } = await siteOf(server).answer('Mzigo utafikaje?');
  assert.deepEqual(suggestions, ['Mnaleta nyumbani?']);
});

test('`answer` returns the text with the data of `done`', async (t) => {
  const server = await startServer(t, events([token('Ndi'), token('yo.'), eventText(done)]));
  const { type: _, ...rest } = done;
  assert.deepEqual(await siteOf(server).answer('Mko wazi?'), { text: 'Ndiyo.', ...rest });
});

test('events of a newer server are ignored', async (t) => {
  const newer = [eventText({ type: 'thought', text: 'x' }), eventText(7), eventText(null)];
  const server = await startServer(t, events([...newer, token('Ndiyo.'), eventText(done)]));
  assert.equal((await siteOf(server).answer('Mko wazi?')).text, 'Ndiyo.');
});

for (const [name, step] of [
  ['ends without `done`', events([token('Ndi')])],
  ['breaks off', events([token('Ndi')], 'cut')],
  ['contains invalid JSON', events([token('Ndi'), 'data: {"type"\n\n'])],
  ['is lost', loseAnswer()],
] as const)
  test(`an answer that ${name} is an error and is not retried`, async (t) => {
    const server = await startServer(t, step, events([eventText(done)]));
    await assert.rejects(siteOf(server).answer('Mko wazi?'), (error) => isConnectionError(error));
    assert.equal(server.received.length, 1);
  });

test('a refused question rejects with the reason and the contact, and is not retried', async (t) => {
  const refusal = { error: 'Pole, jaribu tena baadaye.', code: 'rate', request_id: 'req_9' };
  const body = { ...refusal, handoff: 'tel:+254700000000' };
  const server = await startServer(t, json(429, body, { 'retry-after': '20' }));
  await assert.rejects(siteOf(server).answer('Mko wazi?'), (error) => {
    assert.ok(isBarazaError(error, 'rate'));
    assert.equal(error.status, 429);
    assert.equal(error.requestId, 'req_9');
    assert.equal(error.retryAfterMs, 20_000);
    assert.deepEqual(error.body, body);
    assert.equal(error.handoff, body.handoff);
    return true;
  });
  assert.equal(server.received.length, 1);
});

test('leaving the loop closes the connection', async (t) => {
  let closed: () => void = () => {};
  const gone = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const server = await startServer(t, (response, request) => {
    response.on('close', closed);
    events([token('Ndi'), token('yo')], 'stay')(response, request);
  });
  for await (const event of siteOf(server).ask('Mko wazi?')) {
    assert.equal(event.type, 'token');
    break;
  }
  await gone;
});

test('an abort ends an answer with its reason', async (t) => {
  const stop = new AbortController();
  const server = await startServer(
    t,
    fallSilent(() => stop.abort(new Error('enough'))),
  );
  await assert.rejects(siteOf(server).answer('Mko wazi?', { signal: stop.signal }), {
    message: 'enough',
  });
});

test('a lead without a response is retried, since duplicates count once', async (t) => {
  const receipt = { ok: true, id: 'lead_1', received_at: '2026-11-15T08:00:00.000Z', message: '' };
  const server = await startServer(t, loseAnswer(), json(200, receipt));
  const lead = { contact: '0712 345 678', name: 'Asha', questionId: 'q_1' };
  assert.deepEqual(await siteOf(server).leaveContact(lead), receipt);
  assert.deepEqual(JSON.parse(String(server.received[1]?.body)), {
    contact: '0712 345 678',
    name: 'Asha',
    question_id: 'q_1',
  });
});

test('config and feedback use their own paths', async (t) => {
  const server = await startServer(t, json(200, { name: 'Asha' }), json(200, { ok: true }));
  const site = siteOf(server);
  assert.equal((await site.config({ language: 'sw' })).name, 'Asha');
  await site.rate('q_1', 'up');
  assert.deepEqual(
    server.received.map(({ method, url }) => `${method} ${url}`),
    ['GET /v1/sites/duka/config?language=sw', 'POST /v1/sites/duka/feedback'],
  );
});
