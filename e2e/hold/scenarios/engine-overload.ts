/** More questions than can be read: what is refused is refused as busy, at once, and leaves nothing behind. */
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
    six times as many questions as all processors can read, at random moments, each with an answer that was recorded
    when the server was calm`,
  promise: `
    a server that is asked more than it can read says that it is busy, and never that it does not know`,
  provenAgainst: `
    a reading that comes too late taken for one that found nothing: 55 of 81 questions were refused as unknown and
    kept as unanswered`,
  engines: ['sqlite'],
  short: { sites: 16, copies: 8, questions: 20, seconds: 1 },
  long: { sites: 200, copies: 10, questions: 400, seconds: 30 },
  skip: noEngine,
  play: async (stage, { seconds, ...size }) => {
    const { figures, random } = stage;
    const shops = await openEngineShops(stage, size);
    const perSecond = (times * availableParallelism() * 1_000) / shops.calmMs;
    const pool = createPool(shops.questions, random);
    const countedBefore = await shops.counted();
    const options = { perSecond, seconds, other: 'shop-0-0' };
    const load = await measureOverload(shops, options, pool, random);
    figures.note('questions a second', perSecond);
    figures.note('questions', load.asked.length);
    figures.note('answered a second', load.answeredPerSecond);
    figures.note('refused as busy', load.busyShare * 100, '%');
    figures.atMostWhenLong('refused as busy within', load.busyMs.max || 0, 300, 'ms');
    figures.note('busy after they were admitted', load.lateMs.length);
    figures.atMost('unknown, though answered when calm', load.wronglyUnknown, 0);
    figures.atMost('other answers than when calm', load.different.length, 0);
    figures.none('questions without one done or a 503 that says busy', load.failures);
    figures.none('kept as unanswered, though not read', load.wronglyKept);
    const counted = (await shops.counted()) - countedBefore;
    figures.atMost('counted, though refused', counted - countServed(load.asked), 0);
    figures.atMostWhenLong('other routes wait at most', load.othersMs, 100, 'ms');
    figures.atMost('other routes turned away', load.othersFailed, 0);
    figures.none('log lines with a stack', shops.server.stacks());
    assert.equal((await shops.server.end('SIGTERM')).code, 0);
  },
});
