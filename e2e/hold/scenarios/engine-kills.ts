/** Engines killed while they read: each question still has its one end, and the next one is read by a new engine. */
import assert from 'node:assert/strict';
import { enginesOf } from '../../../bench/engine/checkout.ts';
import {
  type Asked,
  findKeptThough,
  isDifferent,
  isUnknownThough,
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
/** Served between two kills, so that each kill meets engines at work. */
const servedBetween = 5;

export const engineKills = scenario<Size>({
  name: 'engine-kills',
  what: 'kill -9 of an engine while 4 visitors ask without a pause, each time after 5 more questions were served',
  promise: `
    a killed engine costs no question its answer or its 503, and none is kept as unanswered that was not read`,
  provenAgainst: `
    a dead process of the models taken for a reader that found nothing: with two kills 3 of 24 questions were
    refused as unknown and kept as unanswered, without a kill none of 63`,
  engines: ['sqlite'],
  short: { sites: 12, copies: 6, questions: 20, kills: 2 },
  long: { sites: 100, copies: 10, questions: 200, kills: 50 },
  skip: noEngine,
  play: async (stage, { kills, ...size }) => {
    const { figures, random } = stage;
    const shops = await openEngineShops(stage, size);
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
        if (reply.result === 'busy') await moment();
      }
    });
    const servedMs: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const target = countServed(asked) + servedBetween;
      await eventually(() => countServed(asked) >= target && enginesOf(pid).length > 0);
      process.kill(random.pick(enginesOf(pid)), 'SIGKILL');
      const killedMs = performance.now();
      while (countServed([await askNext()]) === 0) await moment();
      servedMs.push(performance.now() - killedMs);
    }
    isOver = true;
    await Promise.all(load);

    figures.note('kills', kills);
    figures.note('questions', asked.length);
    const busy = asked.filter(({ reply }) => reply.result === 'busy');
    figures.note('refused as busy', busy.length);
    figures.atMostWhenLong(
      'the next question is served within',
      Math.max(...servedMs),
      2_000,
      'ms',
    );
    const failures = asked.flatMap(({ reply }) => (reply.result === 'failed' ? reply.fault : []));
    figures.none('questions without one done or a 503 that says busy', failures);
    figures.atMost('unknown, though answered when calm', asked.filter(isUnknownThough).length, 0);
    figures.atMost('other answers than when calm', asked.filter(isDifferent).length, 0);
    figures.none('kept as unanswered, though not read', await findKeptThough(shops, asked));
    const counted = (await shops.counted()) - countedBefore;
    figures.atMost('counted, though not served', counted - countServed(asked), 0);
    figures.none('log lines with a stack', shops.server.stacks());
    assert.equal((await shops.server.end('SIGTERM')).code, 0);
  },
});

/** After a busy answer, visitors do not ask again at once. */
function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}
