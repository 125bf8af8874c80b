import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { liveLimits } from '@baraza/contract';
import { defaultPlans } from '../../src/limits/plans.ts';
import { findUsage } from '../../src/store/site/usage.ts';
import { type ScriptedSpeech, scriptedSpeech } from '../fakes/scripted-speech.ts';
import { startAwakeTime } from '../fixtures/awake-time.ts';
import { ask } from '../fixtures/house.ts';
import { type LiveVisit, type VisitOptions, visitLive } from '../fixtures/live-visit.ts';
import {
  asOwner,
  openSiteHouse,
  type SiteHouse,
  type SiteOwner,
  shop,
} from '../fixtures/visit-house.ts';

const free = defaultPlans.free;
if (free === undefined) throw new Error('there is no free plan');
const { rates } = free;
const open = { ask_visitor: null, ask_network: null, transcribe: null, speak: null, leads: null };
const plans = {
  crowd: { ...free, live_sessions: 2, rates: open },
  silent: { ...free, voice: 1, rates: open },
  spent: { ...free, live_seconds: 0, rates: open },
  slow: { ...free, rates: { ...rates, ask_visitor: 3, ask_network: null } },
};
let count = 0;
const newVisitor = () => {
  count += 1;
  return `visitor${String(count).padStart(15, '0')}`;
};

for (const engine of ['sqlite', 'postgres'] as const)
  describe(`a live session over a socket, on ${engine}`, () => {
    let house: SiteHouse;
    let other: SiteHouse;
    let owner: SiteOwner;
    let site: string;
    let speech: ScriptedSpeech;
    before(async () => {
      speech = scriptedSpeech({ letterMs: 10 });
      house = await openSiteHouse(engine, { plans, voice: speech });
      other =
        engine === 'postgres'
          ? await openSiteHouse(engine, { plans, voice: speech, beside: house })
          : house;
      owner = await house.newOwner();
      site = await owner.newSite(shop);
    });
    after(async () => {
      if (other !== house) await other.close();
      await house.close();
    });

    const visit = (its = site, options: VisitOptions = {}, from = house): Promise<LiveVisit> =>
      visitLive(from, its, {
        ...options,
        headers: { 'x-visitor': newVisitor(), ...options.headers },
      });
    const usage = async (its: string) => {
      const row = await findUsage(house.assistant.store, its, house.assistant.clock());
      return { voice: Number(row?.voice ?? 0), seconds: Number(row?.live_seconds ?? 0) };
    };

    test('a spoken question is heard, answered, spoken, kept and counted', async () => {
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
      const { json } = await asOwner(house, owner, 'GET', `${its}/questions`);
      assert.deepEqual(
        [json.questions[0].id, json.questions[0].mode, json.questions[0].conversation],
        [done.id, 'voice', 'c1'],
      );
      await Promise.all(house.assistant.live.leaving);
      const { voice, seconds } = await usage(its);
      assert.equal(voice, 1);
      // Every second that was begun, and not more of them than it can have been.
      const secondsMax = Math.ceil((performance.now() - beganMs) / 1_000);
      assert.ok(seconds >= 1 && seconds <= secondsMax, `${seconds} of ${secondsMax}`);
      assert.equal(json.total, 1);
    });

    const refusals: readonly [string, () => Promise<[string, VisitOptions]>, number, string][] = [
      ['an unknown site', async () => ['no-such-site', {}], 404, 'site'],
      [
        'a page that is not listed',
        async () => [
          await owner.newSite({ allowed_origins: ['https://a.example'] }),
          { headers: { origin: 'https://b.example' } },
        ],
        403,
        'origin',
      ],
      [
        'a caller that is no page',
        async () => [await owner.newSite({ allowed_origins: ['https://a.example'] }), {}],
        403,
        'origin',
      ],
      [
        'a key that is not current',
        async () => [site, { query: '?key=pk_0000000000000000000000' }],
        401,
        'site_key',
      ],
      [
        'no key where one is required',
        async () => [await owner.newSite({ require_key: true }), {}],
        401,
        'site_key',
      ],
    ];
    for (const [who, arrange, status, code] of refusals)
      test(`${who} is refused before the upgrade: ${status} ${code}`, async () => {
        const [its, options] = await arrange();
        await assert.rejects(visit(its, options), { status, code });
      });

    test('a page that is listed is let in', async () => {
      const its = await owner.newSite({ ...shop, allowed_origins: ['https://a.example'] });
      const live = await visit(its, { headers: { origin: 'https://a.example' } });
      live.say({ type: 'ask', question: 'Do you deliver?' });
      assert.equal((await live.until('done')).answered, true);
      live.close();
    });

    test('the hosted page of a site that lists other pages is let in, with its key', async () => {
      const its = await owner.newSite({ ...shop, allowed_origins: ['https://a.example'] });
      const { key } = (await asOwner(house, owner, 'GET', its)).json.site;
      const headers = { origin: new URL(house.assistant.publicUrl()).origin };
      await assert.rejects(visit(its, { headers }), { status: 403, code: 'origin' });
      const live = await visit(its, { headers, query: `?key=${key}` });
      live.say({ type: 'ask', question: 'Do you deliver?' });
      assert.equal((await live.until('done')).answered, true);
      live.close();
    });

    test('a frame that is no text where it says so ends it with 4400, and pings are answered', async () => {
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

    test('a flood of pings ends it with 4429', async () => {
      const live = await visit();
      live.say({ type: 'start' });
      await live.until('ready');
      // More than enough: a machine that stalls in the middle begins to count anew.
      for (let times = 0; times <= liveLimits.messagesMax * 4; times += 1) live.ping('x');
      assert.equal(await live.closed, 4429);
    });

    test('a flood of connections is refused before the upgrade: 429', async () => {
      const its = await owner.newSite(shop, 'slow');
      const headers = { 'x-visitor': newVisitor() };
      for (let times = 0; times < 3; times += 1) (await visit(its, { headers })).close();
      await assert.rejects(visit(its, { headers }), { status: 429, code: 'rate' });
    });

    test('a handshake that is none is 400, and what only looks like one is answered as a call', async () => {
      const path = `/v1/sites/${site}/live`;
      const upgrade = { connection: 'upgrade', upgrade: 'websocket' };
      assert.equal(await statusOf(house, path, upgrade), 400);
      const version = { 'sec-websocket-version': '13', 'sec-websocket-key': 'short' };
      assert.equal(await statusOf(house, path, { ...upgrade, ...version }), 400);
      assert.equal(await statusOf(house, path, { ...upgrade, upgrade: 'h2c' }), 426);
      assert.equal(await statusOf(house, `/v1/sites/${site}/config`, upgrade), 200);
      assert.equal(await statusOf(house, '/v1/nowhere', upgrade), 404);
      assert.equal((await ask(house, 'GET', path)).json.code, 'upgrade');
    });

    const told: readonly [string, () => Promise<string>, number, string][] = [
      ['voice is off', () => owner.newSite({ ...shop, voice: false }), 4403, 'voice'],
      ['no live seconds are left', () => owner.newSite(shop, 'spent'), 4402, 'plan'],
    ];
    for (const [why, arrange, closes, code] of told)
      test(`where ${why}, the socket opens, says so once and is closed with ${closes}`, async () => {
        const live = await visit(await arrange());
        live.say({ type: 'start' });
        assert.equal(await live.closed, closes);
        assert.deepEqual(
          live.messages.map((message) => [message.type, 'code' in message ? message.code : '']),
          [['error', code]],
        );
      });

    test('one session a visitor: the newer takes the place of the older, in whatever process', async () => {
      const headers = { 'x-visitor': newVisitor() };
      const first = await visit(site, { headers });
      first.say({ type: 'start' });
      await first.until('ready');
      const second = await visit(site, { headers }, other);
      assert.equal(await first.closed, 4409);
      assert.equal(first.messages.at(-1)?.type, 'error');
      second.say({ type: 'start' });
      await second.until('ready');
      const elsewhere = await visit(await owner.newSite(shop), { headers });
      elsewhere.say({ type: 'start' });
      await elsewhere.until('ready');
      second.say({ type: 'ping', t: 1 });
      await second.until('pong');
      second.close();
      elsewhere.close();
    });

    test('so many sessions a site as its plan has, over all processes; who leaves makes room', async () => {
      const its = await owner.newSite(shop, 'crowd');
      const all = await Promise.all(
        Array.from({ length: 6 }, (_, at) => visit(its, {}, at % 2 === 0 ? house : other)),
      );
      const codes: number[] = [];
      for (const live of all) void live.closed.then((code) => codes.push(code));
      for (const live of all) live.say({ type: 'start' });
      await Promise.allSettled(all.map((live) => live.until('ready')));
      assert.deepEqual(codes, [4503, 4503, 4503, 4503]);
      const stayed = all.filter(({ messages }) => messages[0]?.type === 'ready');
      assert.equal(stayed.length, 2);
      stayed[0]?.say({ type: 'end' });
      assert.equal(await stayed[0]?.closed, 1000);
      await Promise.all([...house.assistant.live.leaving, ...other.assistant.live.leaving]);
      const next = await visit(its);
      next.say({ type: 'start' });
      await next.until('ready');
      next.close();
      stayed[1]?.close();
    });

    test('a rotated key ends the sessions that came with it within a second, and no others', async () => {
      const its = await owner.newSite(shop);
      const details = await asOwner(house, owner, 'GET', its);
      const keyed = await visit(its, { query: `?key=${details.json.site.key}` });
      const plain = await visit(its, {}, other);
      for (const live of [keyed, plain]) live.say({ type: 'ask', question: 'Do you deliver?' });
      await keyed.until('answer');
      await plain.until('answer');
      assert.equal((await asOwner(house, owner, 'POST', `${its}/rotate-key`)).status, 200);
      const time = startAwakeTime();
      assert.equal(await keyed.closed, 4401);
      // It is looked for every 400 ms; what else the machine does is no part of the promise.
      assert.ok(time.elapsedMs() < 1_000);
      time.stop();
      await plain.until('done');
      plain.close();
    });

    test('a site that is closed to the visitor or gone ends the session', async () => {
      const its = await owner.newSite(shop);
      const live = await visit(its, {}, other);
      live.say({ type: 'start' });
      await live.until('ready');
      await asOwner(house, owner, 'PUT', `${its}/profile`, { ...shop, voice: false });
      assert.equal(await live.closed, 4403);
      const gone = await owner.newSite(shop);
      const last = await visit(gone);
      last.say({ type: 'start' });
      await last.until('ready');
      await asOwner(house, owner, 'DELETE', gone);
      assert.equal(await last.closed, 4404);
    });

    test('a paused site says that it rests, and no seconds of a question are lost', async () => {
      const its = await owner.newSite(shop);
      await asOwner(house, owner, 'POST', `${its}/pause`);
      const live = await visit(its);
      live.say({ type: 'ask', question: 'Do you deliver?' });
      const done = await live.until('done');
      assert.deepEqual([done.answered, done.error], [false, undefined]);
      live.close();
    });

    test('no spoken answers left: a warning, and text', async () => {
      const its = await owner.newSite(shop, 'silent');
      const live = await visit(its);
      live.say({ type: 'ask', question: 'Do you deliver?' });
      await live.until('done');
      const { length } = live.frames;
      assert.ok(length > 0);
      live.say({ type: 'ask', question: 'Do you deliver?' });
      assert.equal((await live.until('warning')).code, 'plan');
      await live.until('done', ({ answer }) => answer === 'a2');
      assert.equal(live.frames.length, length);
      assert.equal((await usage(its)).voice, 1);
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

    test('350 ms of a voice stop the answer, and no sound comes from there to the next one', async () => {
      const its = await owner.newSite({
        ...shop,
        faqs: [{ question: 'Do you deliver?', answer: `We deliver ${'very '.repeat(300)}fast.` }],
      });
      const live = await visit(its);
      speech.texts.push('And in Mombasa?');
      live.say({ type: 'ask', question: 'Do you deliver?' });
      await live.until('audio');
      live.speak(360, true);
      await live.until('interrupted');
      live.speak(800, false);
      await live.until('transcript');
      await live.until('audio', ({ answer }) => answer !== 'a1');
      const order = live.messages.map(({ type }) => type);
      const stopped = order.indexOf('interrupted');
      const next = order.indexOf('audio', stopped);
      assert.ok(stopped < order.indexOf('done'));
      assert.ok(live.frames.some(({ after }) => after <= stopped));
      assert.deepEqual(
        live.frames.filter(({ after }) => after > stopped && after <= next),
        [],
      );
      assert.equal((await live.until('done')).interrupted, true);
      live.close();
    });
  });

function statusOf(
  house: Pick<SiteHouse, 'url'>,
  path: string,
  headers: { readonly [name: string]: string },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${house.url}${path}`, { headers })
      .on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on('error', reject)
      .end();
  });
}
