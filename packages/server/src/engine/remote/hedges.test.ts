import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Ask } from '../../answers/knowledge.ts';
import { silentLog } from '../../kernel/log.ts';
import { ChildEnded } from '../../kernel/process/running-process.ts';
import type { EngineSource } from '../engine.ts';
import type { EngineProcess } from '../engine-process.ts';
import type { EngineRequest, QuestionReply } from '../messages.ts';
import { createEnginePool } from '../pool.ts';
import { createHedges } from './hedges.ts';

const never = new AbortController().signal;

async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Time that passes when the test says so. */
function manualWait() {
  const waiting: { readonly untilMs: number; readonly end: () => void }[] = [];
  let nowMs = 0;
  return {
    waiting,
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const entry = { untilMs: nowMs + ms, end: resolve };
        waiting.push(entry);
        signal.addEventListener('abort', () => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(signal.reason);
        });
      }),
    pass: async (ms: number) => {
      nowMs += ms;
      for (const { untilMs, end } of [...waiting]) if (untilMs <= nowMs) end();
      await settle();
    },
  };
}

describe('a hedge', () => {
  const attempt = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const seen = { signal: never, resolve, reject, isAsked: false };
    const ask = (signal: AbortSignal) => {
      Object.assign(seen, { signal, isAsked: true });
      return promise;
    };
    return { seen, ask };
  };
  const open = () => {
    const time = manualWait();
    const [first, second] = [attempt(), attempt()];
    const free = Promise.withResolvers<void>();
    const slow: string[] = [];
    const onSlow = () => slow.push('slow');
    const hedges = createHedges({ patienceMs: () => 400, onSlow, wait: time.wait });
    const hedged = { first: first.ask, second: () => second.ask, whenFree: () => free.promise };
    const run = (signal = never) => hedges.run(3, hedged, signal);
    return { ...time, hedges, run, first: first.seen, second: second.seen, free, slow };
  };

  test('asks once where the reply comes in time, and leaves no timer', async () => {
    const { run, pass, first, second, waiting } = open();
    const reply = run();
    await pass(399);
    first.resolve('one');
    assert.equal(await reply, 'one');
    await pass(1_000);
    assert.equal(second.isAsked, false);
    assert.deepEqual(waiting, []);
  });

  test('takes the first reply, stops the other, and calls the engine slow until it is free', async () => {
    const { run, pass, first, second, hedges, free, slow } = open();
    const reply = run();
    await pass(400);
    assert.deepEqual([second.isAsked, hedges.isSlow(3), slow], [true, true, ['slow']]);
    second.resolve('two');
    assert.equal(await reply, 'two');
    assert.equal(first.signal.aborted, true);
    assert.equal(hedges.isSlow(3), true);
    free.resolve();
    await settle();
    assert.equal(hedges.isSlow(3), false);
  });

  test('takes a late reply of the first, and stops the second', async () => {
    const { run, pass, first, second } = open();
    const reply = run();
    await pass(400);
    first.resolve('one');
    assert.equal(await reply, 'one');
    assert.equal(second.signal.aborted, true);
  });

  test('waits for the other where one fails, and fails as the first does where both fail', async () => {
    const one = open();
    const reply = one.run();
    await one.pass(400);
    one.first.reject(new Error('lost'));
    await settle();
    one.second.resolve('two');
    assert.equal(await reply, 'two');
    const both = open();
    const failed = assert.rejects(both.run(), /first/);
    await both.pass(400);
    both.second.reject(new Error('second'));
    both.first.reject(new Error('first'));
    await failed;
  });

  test('stops both when the caller gives up', async () => {
    const { run, pass, first, second } = open();
    const giveUp = new AbortController();
    const reply = run(giveUp.signal);
    await pass(400);
    giveUp.abort(new Error('left'));
    for (const { signal, reject } of [first, second]) {
      assert.equal(signal.aborted, true);
      reject(signal.reason as Error);
    }
    await assert.rejects(reply, /left/);
  });
});

/** A remote engine that may freeze: then it replies to nothing, and stops nothing. */
function scriptRemote(machine: string, number = 0) {
  const held = new Set<string>();
  const reads: string[] = [];
  /** For each question that it was sent: whether the models may be used. */
  const mayRead: boolean[] = [];
  let frozen = Promise.withResolvers<void>();
  let isFrozen = false;
  let isUp = true;
  let lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  let abandoned = 0;
  let freed = Promise.withResolvers<void>();
  const reply = async (request: EngineRequest): Promise<object> => {
    if (isFrozen) await frozen.promise;
    if (request.kind === 'wake') return { kind: 'awake' };
    if (!('edition' in request)) return { kind: 'unknown' };
    const { id } = request.edition;
    if (request.kind === 'open') {
      held.add(id);
      return { kind: 'opened', passages: 1 };
    }
    if (!held.has(id)) return { kind: 'unknown' };
    if (request.kind !== 'question') return { kind: 'status', passages: 1, missing: 0 };
    if (!request.mayRead) return { kind: 'unread', certain: undefined };
    reads.push(request.ask.question);
    const memo = { vectors: undefined, readings: new Map() };
    const answer = {
      answered: true,
      language: 'en',
      text: machine,
      sources: [],
      made: [],
    } as const;
    return { kind: 'answer', reply: answer, memo, busyMs: 50 } satisfies QuestionReply;
  };
  const process: EngineProcess = {
    ask: ((request: EngineRequest, signal: AbortSignal) => {
      if (request.kind === 'question') mayRead.push(request.mayRead);
      if (!isUp) return Promise.reject(new ChildEnded('away', true));
      const { promise, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => {
        if (isFrozen) abandoned += 1;
        reject(signal.reason);
      });
      return Promise.race([reply(request), promise, lost.promise]);
    }) as EngineProcess['ask'],
    notify: () => {},
    isRunning: () => isUp,
    isPaused: () => false,
    close: async () => {},
    remote: {
      machine,
      name: `${machine}/${number}`,
      whenFree: () => (abandoned > 0 ? freed.promise : undefined),
    },
  };
  const free = () => {
    abandoned = 0;
    freed.resolve();
    freed = Promise.withResolvers();
  };
  return {
    process,
    held,
    reads,
    mayRead,
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      frozen.resolve();
      frozen = Promise.withResolvers();
      free();
    },
    die: () => {
      isUp = false;
      lost.reject(new ChildEnded('silent for 5 seconds', true));
      lost = Promise.withResolvers();
      lost.promise.catch(() => {});
      held.clear();
      free();
    },
  };
}

describe('a pool of remote engines', () => {
  type Remotes = readonly ReturnType<typeof scriptRemote>[];
  const open = (remotes: Remotes, time: ReturnType<typeof manualWait>) => {
    const engine = createEnginePool({
      processes: remotes.map(({ process }) => process),
      atOnce: () => remotes.length,
      hasEncoder: false,
      log: silentLog,
      wait: time.wait,
    });
    const ask = async (id: string, question: string, signal?: AbortSignal) => {
      const source: EngineSource = {
        id,
        stamp: '1',
        owner: id,
        load: async () => ({ profile: '{}' }),
      };
      const asked: Ask = { question, history: [], language: undefined, mode: 'text', nowMs: 0 };
      return (await (await engine.question(source, asked, { signal })).answer).reply.text;
    };
    return { engine, ask };
  };
  const openTwo = () => {
    const time = manualWait();
    const remotes = [scriptRemote('one'), scriptRemote('two')] as const;
    const { engine, ask } = open(remotes, time);
    /** The engine that a site uses, and the other one. */
    const enginesOf = async (id: string) => {
      const name = await ask(id, 'which');
      return name === 'one' ? remotes : ([remotes[1], remotes[0]] as const);
    };
    return { ...time, engine, ask, enginesOf };
  };

  test('asks the second engine of a site where the first is frozen, and counts one answer', async () => {
    const { engine, ask, enginesOf, pass } = openTwo();
    const [first, second] = await enginesOf('a');
    first.freeze();
    const answer = ask('a', 'new');
    await pass(399);
    assert.deepEqual(second.reads, []);
    await pass(1);
    assert.equal(await answer, second.process.remote?.machine);
    assert.deepEqual(second.reads, ['new']);
    assert.deepEqual(engine.measures.results(), { read: 2, cached: 0, busy: 0, failed: 0 });
    // The next one does not wait for the frozen engine at all.
    assert.equal(await ask('a', 'next'), second.process.remote?.machine);
    first.thaw();
    await settle();
    assert.equal(await ask('a', 'last'), first.process.remote?.machine);
    assert.equal(engine.measures.results().read, 4);
  });

  test('opens a site on its second machine too, before the first one fails', async () => {
    const { enginesOf } = openTwo();
    const [first, second] = await enginesOf('a');
    await settle();
    assert.deepEqual([[...first.held], [...second.held]], [['a'], ['a']]);
  });

  test('answers those who asked while it froze, even after its death', async () => {
    const { ask, enginesOf, pass, engine } = openTwo();
    const [first, second] = await enginesOf('a');
    first.freeze();
    const answers = [ask('a', 'one'), ask('a', 'two'), ask('b', 'three'), ask('c', 'four')];
    await pass(400);
    await pass(400);
    first.die();
    await settle();
    for (const text of await Promise.all(answers))
      assert.equal(text, second.process.remote?.machine);
    assert.equal(engine.measures.results().read, 5);
    assert.deepEqual(engine.measures.remotes(), {
      'one/0': first.process.remote?.machine === 'one' ? 0 : 1,
      'two/0': first.process.remote?.machine === 'one' ? 1 : 0,
    });
  });

  test('asks the second engine also where that one was slow before', async () => {
    const { ask, enginesOf, pass } = openTwo();
    const [first, second] = await enginesOf('a');
    first.freeze();
    second.freeze();
    const answer = ask('a', 'new');
    // No reply from either.
    await pass(400);
    await pass(400);
    second.thaw();
    assert.equal(await answer, second.process.remote?.machine);
  });

  test('asks another where an engine dies in the middle of a question, and answers once', async () => {
    const { ask, enginesOf, engine } = openTwo();
    const [first, second] = await enginesOf('a');
    first.freeze();
    const answer = ask('a', 'new');
    await settle();
    first.die();
    assert.equal(await answer, second.process.remote?.machine);
    assert.deepEqual(second.reads, ['new']);
    assert.equal(engine.measures.results().read, 2);
  });

  test('spreads sites over all engines, and each has its second one on another machine', async () => {
    const counts = new Map<string, number>();
    for (let site = 0; site < 24; site += 1) {
      const time = manualWait();
      const remotes = ['one', 'two'].flatMap((name) => [0, 1].map((at) => scriptRemote(name, at)));
      const { ask } = open(remotes, time);
      const machine = await ask(`site ${site}`, 'new');
      const name = remotes.find(({ reads }) => reads.length > 0)?.process.remote?.name ?? '';
      counts.set(name, (counts.get(name) ?? 0) + 1);
      for (const { process, freeze } of remotes) if (process.remote?.machine === machine) freeze();
      let text = '';
      void ask(`site ${site}`, 'while it is frozen').then((answer) => {
        text = answer;
      });
      await time.pass(400);
      assert.equal(text, machine === 'one' ? 'two' : 'one');
    }
    assert.equal(counts.size, 4);
    for (const count of counts.values()) assert.ok(count >= 2, `${count} of 24`);
  });

  test('gives no other question to an engine that has not stopped one that was given up', async () => {
    const remote = scriptRemote('one');
    const { ask } = open([remote], manualWait());
    await ask('a', 'which');
    remote.freeze();
    const leave = new AbortController();
    const left = assert.rejects(ask('a', 'new', leave.signal), /left/);
    await settle();
    leave.abort(new Error('left'));
    await left;
    const next = ask('a', 'next');
    await settle();
    assert.deepEqual(remote.mayRead.slice(-2), [true, false]);
    remote.thaw();
    assert.equal(await next, 'one');
  });
});
