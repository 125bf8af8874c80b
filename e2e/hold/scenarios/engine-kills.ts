/** Engines killed while they read: each question ends properly, and the next one is read by a new engine. */
import assert from 'node:assert/strict';
import { enginesOf } from '../../../bench/engine/checkout.ts';
import {
  type Asked,
  findWronglyKept,
  isDifferent,
  isWronglyUnknown,
} from '../../../bench/engine/overload.ts';
import { createPool } from '../../../bench/engine/questions.ts';
import { ask } from '../../../bench/engine/visitor.ts';
import { eventually } from '../../../packages/server/test/fixtures/server-process.ts';
import { countServed, noEngine, openEngineShops, type ShopsSize } from '../engine-shops.ts';
import { scenario } from '../scenario.ts';

interface Size extends ShopsSize {
  readonly kills: number;
}

const askers = 4;
/** Questions served between two kills, so that each kill hits a working engine. */
const servedBetween = 5;

export const engineKills = scenario<Size>({
  name: 'engine-kills',
  what: `
    kill -9 of an engine while 4 visitors ask continuously, each time after 5 more questions were served`,
  guarantee: `
    after the kill of an engine every question gets its answer or a 503, and no question that was not read is stored
    as unanswered`,
  provenAgainst: `
    a dead model process treated like a reader that found nothing: with two kills 3 of 24 questions were refused
    as unknown and stored as unanswered, without a kill none of 63`,
  engines: ['sqlite'],
  short: { sites: 12, copies: 6, questions: 20, kills: 2 },
  long: { sites: 100, copies: 10, questions: 200, kills: 50 },
  skip: noEngine,
  run: async (context, { kills, ...size }) => {
    const { figures, random } = context;
    const shops = await openEngineShops(context, size);
    const { pid } = shops.server;
    const pool = createPool(shops.questions, random);
    const countedBefore = await shops.counted();
    const asked: Asked[] = [];
    const askNext = async () => {
      const question = pool.next();
      const one = { question, reply: await ask(shops, question.site, question.text) };
      asked.push(one);
      return one;
    };
    let isOver = false;
    const load = Array.from({ length: askers }, async () => {
      while (!isOver) {
        const { reply } = await askNext();
        if (reply.result === 'busy') await pause();
      }
    });
    const servedMs: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const target = countServed(asked) + servedBetween;
      await eventually(() => countServed(asked) >= target && enginesOf(pid).length > 0);
      process.kill(random.pick(enginesOf(pid)), 'SIGKILL');
      const killedMs = performance.now();
      while (countServed([await askNext()]) === 0) await pause();
      servedMs.push(performance.now() - killedMs);
    }
    isOver = true;
    await Promise.all(load);

    figures.note('kills', kills);
    figures.note('questions', asked.length);
    const busy = asked.filter(({ reply }) => reply.result === 'busy');
    figures.note('refused as busy', busy.length);
    figures.atMostWhenLong(
      'time until the next served question',
      Math.max(...servedMs),
      2_000,
      'ms',
    );
    const failures = asked.flatMap(({ reply }) => (reply.result === 'failed' ? reply.fault : []));
    figures.none('questions that got neither exactly one `done` nor a 503 `busy`', failures);
    figures.atMost(
      'refused as unknown, but answered without load',
      asked.filter(isWronglyUnknown).length,
      0,
    );
    figures.atMost(
      'answers that differ from those without load',
      asked.filter(isDifferent).length,
      0,
    );
    figures.none('stored as unanswered, but not read', await findWronglyKept(shops, asked));
    const counted = (await shops.counted()) - countedBefore;
    figures.atMost('counted, but not served', counted - countServed(asked), 0);
    figures.none('log lines with a stack', shops.server.stacks());
    assert.equal((await shops.server.end('SIGTERM')).code, 0);
  },
});

/** The pause of a visitor after `busy`. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}
