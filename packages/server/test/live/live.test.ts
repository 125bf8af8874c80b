import assert from 'node:assert/strict';
import { request } from 'node:http';
import { before, describe, test } from 'node:test';
import { liveLimits } from '@baraza/contract';
import { defaultPlans } from '../../src/limits/plans.ts';
import { findUsage } from '../../src/store/site/usage.ts';
import { scriptedSpeech } from '../fakes/scripted-speech.ts';
import { type LiveVisit, type VisitOptions, visitLive } from '../fixtures/live-visit.ts';
import { ask, defaultEngine } from '../fixtures/server.ts';
import { type SiteServer, shop, siteServerOfSuite } from '../fixtures/visit-server.ts';

const free = defaultPlans.free;
if (free === undefined) throw new Error('there is no free plan');
const { rates } = free;
const open = { ask_visitor: null, ask_network: null, transcribe: null, speak: null, leads: null };
const plans = {
  spent: { ...free, live_seconds: 0, rates: open },
  slow: { ...free, rates: { ...rates, ask_visitor: 3, ask_network: null } },
};
let count = 0;
const newVisitor = () => {
  count += 1;
  return `visitor${String(count).padStart(15, '0')}`;
};

describe('a live session over a socket', () => {
  const speech = scriptedSpeech({ letterMs: 10 });
  const { server, owner } = siteServerOfSuite(defaultEngine, { plans, voice: speech });
  let site: string;
  before(async () => {
    site = await owner.newSite(shop);
  });

  const visit = (its = site, options: VisitOptions = {}): Promise<LiveVisit> =>
    visitLive(server, its, {
      ...options,
      headers: { 'x-visitor': newVisitor(), ...options.headers },
    });
  const usage = async (its: string) => {
    const row = await findUsage(server.assistant.store, its, server.assistant.clock());
    return { voice: Number(row?.voice ?? 0), seconds: Number(row?.live_seconds ?? 0) };
  };

  test('a spoken question is transcribed, answered, spoken, stored and counted', async () => {
    const its = await owner.newSite(shop);
    const beganMs = performance.now();
    const live = await visit(its, { protocol: 'site-assistant.v1' });
    assert.equal(live.protocol, 'site-assistant.v1');
    live.say({ type: 'start', version: 1, language: 'en', conversation: 'c1' });
    const ready = await live.until('ready');
    assert.match(ready.session, /^live_/);
    assert.match(ready.greeting, /Duka la Amani/);
    live.speak(800, true);
    live.speak(800, false);
    assert.equal((await live.until('transcript')).text, 'Do you deliver?');
    const done = await live.until('done');
    assert.deepEqual([done.answered, done.language, done.turn], [true, 'en', 't1']);
    assert.equal(done.sources[0]?.id, 'delivery');
    assert.ok(live.frames.length > 2);
    const text = live.messages
      .flatMap((message) => (message.type === 'token' ? [message.text] : []))
      .join('');
    assert.match(text, /Nairobi/);
    live.say({ type: 'end' });
    assert.equal((await live.until('bye')).answers, 1);
    assert.equal(await live.closed, 1000);
    const { json } = await owner.send('GET', `${its}/questions`);
    assert.deepEqual(
      [json.questions[0].id, json.questions[0].mode, json.questions[0].conversation],
      [done.id, 'voice', 'c1'],
    );
    await Promise.all(server.assistant.live.pendingWork);
    const { voice, seconds } = await usage(its);
    assert.equal(voice, 1);
    // Every second that was begun, and no more than have passed.
    const secondsMax = Math.ceil((performance.now() - beganMs) / 1_000);
    assert.ok(seconds >= 1 && seconds <= secondsMax, `${seconds} of ${secondsMax}`);
    assert.equal(json.total, 1);
  });

  test('a caller without an origin or without a required key is refused before the upgrade', async () => {
    const closed = await owner.newSite({ allowed_origins: ['https://a.example'] });
    await assert.rejects(visit(closed), { status: 403, code: 'origin' });
    const keyed = await owner.newSite({ require_key: true });
    await assert.rejects(visit(keyed), { status: 401, code: 'site_key' });
  });

  test('the hosted page of a site that lists other origins is admitted with its key', async () => {
    const its = await owner.newSite({ ...shop, allowed_origins: ['https://a.example'] });
    const { key } = (await owner.send('GET', its)).json.site;
    const headers = { origin: new URL(server.assistant.publicUrl()).origin };
    await assert.rejects(visit(its, { headers }), { status: 403, code: 'origin' });
    const live = await visit(its, { headers, query: `?key=${key}` });
    live.say({ type: 'ask', question: 'Do you deliver?' });
    assert.equal((await live.until('done')).answered, true);
    live.close();
  });

  test('pings are answered, and a text frame that is not UTF-8 ends it with 4400', async () => {
    const live = await visit();
    live.say({ type: 'start' });
    await live.until('ready');
    live.ping('there?');
    live.say({ type: 'ping', t: 1 });
    await live.until('pong');
    assert.deepEqual(live.pongs, ['there?']);
    live.sendText(Buffer.from([0xc3, 0x28]));
    assert.equal(await live.closed, 4400);
    assert.equal((await live.until('error')).code, 'invalid');
  });

  test('a flood of connections is refused before the upgrade: 429', async () => {
    const its = await owner.newSite(shop, 'slow');
    const headers = { 'x-visitor': newVisitor() };
    for (let times = 0; times < 3; times += 1) (await visit(its, { headers })).close();
    await assert.rejects(visit(its, { headers }), { status: 429, code: 'rate' });
  });

  test('a broken handshake is 400, and other upgrades are answered as calls', async () => {
    const path = `/v1/sites/${site}/live`;
    const upgrade = { connection: 'upgrade', upgrade: 'websocket' };
    assert.equal(await statusOf(server, path, upgrade), 400);
    const version = { 'sec-websocket-version': '13', 'sec-websocket-key': 'short' };
    assert.equal(await statusOf(server, path, { ...upgrade, ...version }), 400);
    assert.equal(await statusOf(server, path, { ...upgrade, upgrade: 'h2c' }), 426);
    assert.equal(await statusOf(server, `/v1/sites/${site}/config`, upgrade), 200);
    assert.equal(await statusOf(server, '/v1/nowhere', upgrade), 404);
    assert.equal((await ask(server, 'GET', path)).json.code, 'upgrade');
  });

  test('a session that the plan does not allow gets one error on the open socket, and a close code', async () => {
    const live = await visit(await owner.newSite(shop, 'spent'));
    live.say({ type: 'start' });
    assert.equal(await live.closed, 4402);
    assert.deepEqual(
      live.messages.map((message) => [message.type, 'code' in message ? message.code : '']),
      [['error', 'plan']],
    );
  });

  test('switching voice off or deleting the site ends its sessions', async () => {
    const its = await owner.newSite(shop);
    const live = await visit(its);
    live.say({ type: 'start' });
    await live.until('ready');
    await owner.send('PUT', `${its}/profile`, { ...shop, voice: false });
    assert.equal(await live.closed, 4403);
    const gone = await owner.newSite(shop);
    const last = await visit(gone);
    last.say({ type: 'start' });
    await last.until('ready');
    await owner.send('DELETE', gone);
    assert.equal(await last.closed, 4404);
  });

  test('a paused site answers that it is paused, without an error', async () => {
    const its = await owner.newSite(shop);
    await owner.send('POST', `${its}/pause`);
    const live = await visit(its);
    live.say({ type: 'ask', question: 'Do you deliver?' });
    const done = await live.until('done');
    assert.deepEqual([done.answered, done.error], [false, undefined]);
    live.close();
  });

  test('questions faster than the plan allows end it with 4429', async () => {
    const its = await owner.newSite(shop, 'slow');
    const live = await visit(its);
    live.say({ type: 'start', speech: false });
    for (const answer of ['a1', 'a2', 'a3']) {
      live.say({ type: 'ask', question: 'Do you deliver?' });
      await live.until('done', (done) => done.answer === answer);
    }
    live.say({ type: 'ask', question: 'Do you deliver?' });
    assert.equal(await live.closed, 4429);
    const error = await live.until('error');
    assert.deepEqual([error.code, error.handoff], ['rate', 'https://wa.me/254700000001']);
  });

  test('a frame of 64 KB is taken, a larger one ends it with 4413', async () => {
    const live = await visit();
    live.sendBytes(Buffer.alloc(liveLimits.frameBytesMax));
    await live.until('ready');
    live.sendBytes(Buffer.alloc(liveLimits.frameBytesMax + 1));
    assert.equal(await live.closed, 4413);
    assert.equal((await live.until('error')).code, 'too_large');
  });
});

function statusOf(
  server: Pick<SiteServer, 'url'>,
  path: string,
  headers: { readonly [name: string]: string },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${server.url}${path}`, { headers })
      .on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on('error', reject)
      .end();
  });
}
