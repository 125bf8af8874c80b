import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createLog } from '../../../src/kernel/log.ts';
import type { LanguageModel } from '../../../src/models/models.ts';
import { openLanguageModel } from '../../../src/models/openai-compatible.ts';
import { startAwakeTime } from '../../houses/awake-time.ts';
import { askSite, openSiteHouse, type SiteHouse, shop } from '../../houses/visit-house.ts';
import {
  type Behaviour,
  beginsOnly,
  fails,
  hangs,
  type ModelServerStandIn,
  oneHugeEvent,
  onlyComments,
  sends,
  startModelServer,
  stops,
  streams,
  tears,
  tearsAtOnce,
  textEvent,
  writesForEver,
} from '../../stand-ins/model-server.ts';

const key = 'sk-nobody-may-read-this';
const ours = 'Yes, we deliver in Nairobi for 200 shillings.';
const theirs = 'We deliver in Nairobi for KES 200.';

describe('an ask with a model server behind it', () => {
  const lines: string[] = [];
  let server: ModelServerStandIn;
  let model: LanguageModel;
  let house: SiteHouse;
  let site: string;
  before(async () => {
    server = await startModelServer({ key });
    const log = createLog('debug', (line) => lines.push(line));
    const limits = { pausesMs: [1, 1], failuresMax: 1_000 };
    const { url } = server;
    model = openLanguageModel({ url, model: 'small', key, log, clock: Date.now, limits });
    house = await openSiteHouse('sqlite', {
      model,
      log,
      writingTimes: { firstMs: 300, wholeMs: 900 },
    });
    site = await (await house.newOwner()).newSite(shop);
  });
  after(async () => {
    await house.close();
    await model.close();
    await server.close();
  });

  test('is told in the words of the server, sentence by sentence', async () => {
    server.behaves(streams('Yes, we deliver', ' in Nairobi for', ' 200 shillings.'));
    const told = await askSite(house, site, 'Do you deliver?');
    assert.equal(told.text, ours);
    assert.equal(told.done.answered, true);
  });

  const failures: { readonly [how: string]: Behaviour } = {
    'says nothing': hangs,
    'begins and says nothing': beginsOnly,
    'sends signs of life only': onlyComments(20),
    'writes one letter now and then': drips,
    'is torn at once': tearsAtOnce,
    'is torn in the middle of a sentence': tears('We del', 'iver'),
    'stops in the middle of a sentence': stops('We deliver in Nai'),
    'sends broken JSON': sends('data: {"choices":[{"delta":{"content":"We\n\ndata: {\n\n'),
    'never ends': writesForEver,
    'sends one event without an end': oneHugeEvent,
    'wants us to wait': fails(429, { 'retry-after': '60' }),
    fails: fails(500),
    'refuses the key': fails(401),
    'sends a page': sends('<html>Welcome</html>', 'text/html'),
    'sends nothing': streams(),
    'sends a huge chunk': streams('We deliver free of charge '.repeat(20_000)),
    'wants us elsewhere': fails(302, { location: 'http://127.0.0.1:1/' }),
  };
  for (const [how, behaviour] of Object.entries(failures))
    test(`a server that ${how} costs the visitor nothing but a moment`, async () => {
      server.behaves(behaviour);
      const told = await askSite(house, site, 'Do you deliver?');
      assert.equal(told.text, ours);
      assert.equal(told.done.answered, true);
      assert.equal(told.done.error, undefined);
      assert.equal(told.events.filter(({ type }) => type === 'done').length, 1);
      assert.equal(told.events.at(-1)?.type, 'done');
    });

  test('a server that is torn after a sentence leaves a whole answer', async () => {
    server.behaves(tears('We deliver in Nairobi. ', 'For 200'));
    const told = await askSite(house, site, 'Do you deliver?');
    assert.match(told.text, /200 shillings\.$/);
    assert.equal(told.done.answered, true);
  });

  test('whoever leaves cuts the call within 200 ms', async () => {
    const tookMs: number[] = [];
    // What happens once in a process, such as a collection of garbage, is no part of the promise.
    while (tookMs.length < 5 && tookMs.every((ms) => ms >= 200)) tookMs.push(await leave());
    assert.ok(Math.min(...tookMs) < 200, `${tookMs.join(', ')} ms`);
  });

  const leave = async (): Promise<number> => {
    const number = server.received.length;
    server.behaves(stops('We deliver in Nairobi. And'));
    const leaving = new AbortController();
    const response = await fetch(`${house.url}/v1/sites/${site}/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'Do you deliver?' }),
      signal: leaving.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    const { left } = server.received[number] ?? assert.fail('it was not asked');
    const time = startAwakeTime();
    leaving.abort();
    await reader?.read().catch(() => {});
    await left;
    const tookMs = time.elapsedMs();
    time.stop();
    return tookMs;
  };

  test('a server that fails five times is left alone, and tried again by itself', async (t) => {
    let nowMs = 1_000_000;
    const { url } = server;
    const own = openLanguageModel({
      url,
      model: 'small',
      key,
      log: createLog('silent', () => {}),
      clock: () => nowMs,
      limits: { pausesMs: [], restMs: 15_000 },
    });
    const other = await openSiteHouse('sqlite', { model: own });
    t.after(async () => {
      await other.close();
      await own.close();
    });
    const place = await (await other.newOwner()).newSite(shop);
    server.behaves(fails(500));
    for (let count = 0; count < 5; count += 1) await askSite(other, place, 'Do you deliver?');
    const before = server.received.length;
    assert.equal((await askSite(other, place, 'Do you deliver?')).text, ours);
    assert.equal(server.received.length, before);
    nowMs += 15_001;
    server.behaves(streams(theirs.replace('KES 200', '200 shillings')));
    assert.equal(
      (await askSite(other, place, 'Do you deliver?')).text,
      'We deliver in Nairobi for 200 shillings.',
    );
  });

  test('nothing that visitors read names the model; no log has the key, the order or the visitor’s words', async () => {
    server.behaves(streams(ours));
    const told = await askSite(house, site, 'Do you deliver?');
    const read = `${told.response.text}${JSON.stringify([...told.response.headers])}`;
    assert.doesNotMatch(read, /small|openai|model|prompt|127\.0\.0\.1/i);
    assert.doesNotMatch(lines.join(''), /sk-nobody|deliver|approved information|Nairobi/i);
  });
});

/** One letter after the other, for as long as somebody listens. */
function drips(...[response]: Parameters<Behaviour>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const letters = [...'We deliver in Nairobi for 200 shillings.'];
  const timer = setInterval(() => response.write(textEvent(letters.shift() ?? ' ')), 100);
  response.on('close', () => clearInterval(timer));
}
