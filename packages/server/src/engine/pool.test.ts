import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Ask } from '../answers/knowledge.ts';
import { silentLog } from '../kernel/log.ts';
import type { Problem } from '../kernel/problem.ts';
import { ChildEnded } from '../kernel/process/running-process.ts';
import type { EngineSource } from './engine.ts';
import type { EngineProcess } from './engine-process.ts';
import type { EngineReply, QuestionReply, QuestionRequest } from './messages.ts';
import { createEnginePool } from './pool.ts';

const reply: EngineReply = { answered: true, language: 'en', text: 'Yes.', sources: [], made: [] };
const certain: EngineReply = { ...reply, text: 'We open at eight.' };

/** A process that reads when a test says so. `small talk` needs no reading, `hours` can do without. */
function scriptProcess() {
  const held = new Set<string>();
  const log: string[] = [];
  const waiting: { readonly question: string; readonly end: (error?: Error) => void }[] = [];
  let runs = false;
  const read = async ({ ask, memo }: QuestionRequest): Promise<QuestionReply> => {
    const answer = { kind: 'answer', reply, writing: undefined, busyMs: 100 } as const;
    if (ask.question === 'small talk') return { ...answer, memo: undefined, isRemembered: false };
    if (memo !== undefined) return { ...answer, memo: undefined, isRemembered: true };
    log.push(`read ${ask.question}`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = (error?: Error) => (error ? reject(error) : resolve());
    waiting.push({ question: ask.question, end });
    await promise;
    return { ...answer, memo: { vectors: undefined, readings: new Map() }, isRemembered: false };
  };
  const child: EngineProcess = {
    ask: (async (request: { kind: string }) => {
      runs = true;
      if (request.kind === 'wake') return { kind: 'awake' };
      const { edition } = request as QuestionRequest;
      if (request.kind === 'open') {
        log.push(`open ${edition.id}`);
        held.add(`${edition.id} ${edition.stamp}`);
        return { kind: 'opened', passages: 3 };
      }
      if (!held.has(`${edition.id} ${edition.stamp}`)) return { kind: 'unknown' };
      if (request.kind === 'status') return { kind: 'status', passages: 3, missing: 0 };
      const question = request as QuestionRequest;
      if (question.mayRead || question.memo || question.ask.question === 'small talk')
        return read(question);
      return { kind: 'unread', certain: question.ask.question === 'hours' ? certain : undefined };
    }) as EngineProcess['ask'],
    notify: () => {},
    isRunning: () => runs,
    isPaused: () => false,
    close: async () => {},
  };
  return {
    child,
    log,
    waiting,
    /** Ends the oldest reading. */
    finish: async () => {
      waiting.shift()?.end();
      await settle();
    },
    /** The process dies with all it was doing and all it held. */
    die: async () => {
      held.clear();
      runs = false;
      for (const { end } of waiting.splice(0)) end(new ChildEnded('killed', true));
      await settle();
    },
  };
}

function source(id: string, stamp = '1'): EngineSource {
  return { id, stamp, owner: id, load: async () => ({ profile: '{}' }) };
}

function asking(question: string): Ask {
  return { question, history: [], language: undefined, mode: 'text', nowMs: 0 };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function open(count = 1) {
  const scripts = Array.from({ length: count }, scriptProcess);
  const engine = createEnginePool({
    processes: scripts.map(({ child }) => child),
    atOnce: count,
    hasEncoder: false,
    log: silentLog,
  });
  const ask = async (site: EngineSource, question: string) =>
    (await (await engine.question(site, asking(question))).answer).reply.text;
  return { engine, scripts, first: scripts[0] ?? assert.fail(), ask };
}

describe('the engine pool', () => {
  test('hands an edition over once, and a new version again', async () => {
    const { first, ask } = open();
    for (const stamp of ['1', '1', '2']) await ask(source('a', stamp), 'small talk');
    assert.deepEqual(first.log, ['open a', 'open a']);
  });

  test('reads one question from beginning to end before the next', async () => {
    const { first, ask, engine } = open();
    const answers = [ask(source('a'), 'one'), ask(source('b'), 'two')];
    await settle();
    assert.deepEqual(
      first.log.filter((line) => line.startsWith('read')),
      ['read one'],
    );
    assert.equal(engine.measures.waitingCount(), 1);
    await first.finish();
    assert.equal(first.log.at(-1), 'read two');
    await first.finish();
    await Promise.all(answers);
    assert.equal(engine.measures.results().read, 2);
  });

  test('answers what needs no reading while others wait', async () => {
    const { first, ask } = open();
    const slow = ask(source('a'), 'one');
    await settle();
    assert.equal(await ask(source('b'), 'small talk'), 'Yes.');
    await first.finish();
    await slow;
  });

  test('refuses as busy what cannot be read in time, and still answers what is certain', async () => {
    const { first, ask, engine } = open();
    const sites = Array.from({ length: 43 }, (_, at) => ask(source(`s${at}`), 'one'));
    await settle();
    await assert.rejects(
      engine.question(source('b'), asking('two')),
      (error: Problem) => error.code === 'busy' && (error.retryAfterSeconds ?? 0) >= 1,
    );
    assert.equal(await ask(source('b'), 'hours'), certain.text);
    assert.deepEqual(engine.measures.results(), { read: 0, cached: 0, busy: 1, failed: 0 });
    for (let left = sites.length; left > 0; left -= 1) await first.finish();
    await Promise.all(sites);
  });

  test('reads the same question of many visitors once, also of those who ask meanwhile', async () => {
    const { first, ask, engine } = open();
    const answers = Array.from({ length: 5 }, () => ask(source('a'), 'one'));
    await settle();
    await first.finish();
    await Promise.all([...answers, ask(source('a'), 'one')]);
    assert.deepEqual(first.log, ['open a', 'read one']);
    assert.deepEqual(engine.measures.results(), { read: 1, cached: 5, busy: 0, failed: 0 });
    const newer = ask(source('a', '2'), 'one');
    await settle();
    await first.finish();
    await newer;
    assert.equal(engine.measures.results().read, 2, 'another edition is read again');
  });

  test('asks again when a process dies, and the question is answered once', async () => {
    const { first, ask, engine } = open();
    const answer = ask(source('a'), 'one');
    await settle();
    await first.die();
    await settle();
    assert.deepEqual(first.log, ['open a', 'read one', 'open a', 'read one']);
    await first.finish();
    assert.equal(await answer, 'Yes.');
    assert.equal(engine.measures.results().read, 1);
  });

  test('asks another process when one dies, instead of waiting for its restart', async () => {
    const { scripts, ask } = open(2);
    await Promise.all(scripts.map(({ child }) => child.ask({ kind: 'wake' }, AbortSignal.any([]))));
    const answer = ask(source('a'), 'one');
    await settle();
    const dying = scripts.find(({ waiting }) => waiting.length > 0) ?? assert.fail();
    const other = scripts.find((script) => script !== dying) ?? assert.fail();
    await dying.die();
    await settle();
    assert.deepEqual(other.log, ['open a', 'read one']);
    assert.deepEqual(dying.log, ['open a', 'read one']);
    await other.finish();
    assert.equal(await answer, 'Yes.');
  });

  test('gives each site always the same two processes, and spreads the sites over all', async () => {
    const never = new AbortController().signal;
    const processesOf = async (id: string) => {
      const { scripts, ask } = open(4);
      await Promise.all(scripts.map(({ child }) => child.ask({ kind: 'wake' }, never)));
      await ask(source(id), 'small talk');
      const first = scripts.findIndex(({ log }) => log.length > 0);
      await scripts[first]?.die();
      await ask(source(id), 'small talk');
      const second = scripts.findIndex(({ log }, at) => at !== first && log.length > 0);
      assert.notEqual(second, -1);
      return [first, second];
    };
    const firsts = [0, 0, 0, 0];
    for (let site = 0; site < 24; site += 1) {
      const [first = 0, second] = await processesOf(`site ${site}`);
      assert.deepEqual(await processesOf(`site ${site}`), [first, second]);
      firsts[first] = (firsts[first] ?? 0) + 1;
    }
    for (const count of firsts) assert.ok(count >= 2, `${count} of 24`);
  });

  test('reports a process that keeps dying as busy, not as a missing answer', async () => {
    const { first, engine } = open();
    const { answer } = await engine.question(source('a'), asking('one'));
    const refused = assert.rejects(answer, (error: Problem) => error.code === 'busy');
    for (let deaths = 0; deaths < 6; deaths += 1) {
      await settle();
      await first.die();
    }
    await refused;
    assert.equal(engine.measures.results().failed, 1);
    const next = engine.question(source('b'), asking('small talk'));
    assert.equal((await (await next).answer).reply.answered, true, 'the turn was given back');
  });

  test('holds no turn while a large edition is opened', async () => {
    const { ask, first } = open();
    const { promise, resolve } = Promise.withResolvers<void>();
    const large: EngineSource = {
      ...source('large'),
      load: async () => {
        await promise;
        return { profile: '{}' };
      },
    };
    const slow = ask(large, 'one');
    await settle();
    const other = ask(source('b'), 'two');
    await settle();
    assert.deepEqual(first.log, ['open b', 'read two']);
    await first.finish();
    assert.equal(await other, 'Yes.');
    resolve();
    await settle();
    await first.finish();
    assert.equal(await slow, 'Yes.');
  });

  test('starts a second process when questions wait, and gives it some of them', async () => {
    const { scripts, ask } = open(2);
    const answers = Array.from({ length: 6 }, (_, at) => ask(source(`s${at}`), `q${at}`));
    await settle();
    const reading = scripts.map(({ waiting }) => waiting.length);
    assert.deepEqual(reading, [1, 1]);
    while (scripts.some(({ waiting }) => waiting.length > 0))
      for (const { finish } of scripts) await finish();
    await Promise.all(answers);
  });
});
