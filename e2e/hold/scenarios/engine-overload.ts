/** More questions than can be read: the excess is refused as busy, at once and without a trace. */
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { measureOverload } from '../../../bench/engine/overload.ts';
import { createPool } from '../../../bench/engine/questions.ts';
import { countServed, noEngine, openEngineShops, type ShopsSize } from '../engine-shops.ts';
import { scenario } from '../scenario.ts';

interface Size extends ShopsSize {
  readonly seconds: number;
}

const times = 6;

export const engineOverload = scenario<Size>({
  name: 'engine-overload',
  what: `
    six times as many questions as all cores can read (a model compares the question with passages), at random times,
    each compared with an answer that was recorded without load`,
  guarantee: `
    a server that gets more questions than it can read replies that it is busy, and never that it does not know`,
  provenAgainst: `
    a late reading treated like one that found nothing: 55 of 81 questions were refused as unknown and stored as
    unanswered`,
  engines: ['sqlite'],
  short: { sites: 16, copies: 8, questions: 20, seconds: 1 },
  long: { sites: 200, copies: 10, questions: 400, seconds: 30 },
  skip: noEngine,
  run: async (context, { seconds, ...size }) => {
    const { figures, random } = context;
    const shops = await openEngineShops(context, size);
    const perSecond = (times * availableParallelism() * 1_000) / shops.calmMs;
    const pool = createPool(shops.questions, random);
    const countedBefore = await shops.counted();
    const options = { perSecond, seconds, other: 'shop-0-0' };
    const load = await measureOverload(shops, options, pool, random);
    figures.note('questions a second', perSecond);
    figures.note('questions', load.asked.length);
    figures.note('answered a second', load.answeredPerSecond);
    figures.note('refused as busy', load.busyShare * 100, '%');
    figures.atMostWhenLong('longest time until a refusal as busy', load.busyMs.max || 0, 300, 'ms');
    figures.note('refused as busy after they were accepted', load.lateMs.length);
    figures.atMost('refused as unknown, but answered without load', load.wronglyUnknown, 0);
    figures.atMost('answers that differ from those without load', load.different.length, 0);
    figures.none('questions that got neither exactly one `done` nor a 503 `busy`', load.failures);
    figures.none('stored as unanswered, but not read', load.wronglyKept);
    const counted = (await shops.counted()) - countedBefore;
    figures.atMost('counted, but refused', counted - countServed(load.asked), 0);
    figures.atMostWhenLong('longest wait of other routes', load.othersMs, 100, 'ms');
    figures.atMost('other routes refused', load.othersFailed, 0);
    figures.none('log lines with a stack', shops.server.stacks());
    assert.equal((await shops.server.end('SIGTERM')).code, 0);
  },
});
