import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { ChildOrder, ChildStep } from '../../../test/fakes/obedient-child.ts';
import { fieldsOf } from '../../../test/fixtures/fields-of.ts';
import { isAlive, openChild, patience, until } from '../../../test/process/test-child.ts';
import { createFairQueue } from '../fair-queue.ts';
import { childUsage } from './child-usage.ts';
import { ChildEnded } from './running-process.ts';

describe('requests', () => {
  test('a caller who gives up is released at once, the program is notified, and the process continues', async (t) => {
    const child = openChild(t);
    const first = await child.pid();
    const leaving = new AbortController();
    const asked = child.ask({ hang: true }, leaving.signal);
    leaving.abort(new Error('enough'));
    await assert.rejects(asked, /enough/);
    // The program notices the abort between two messages.
    let reply = await child.ask({}, patience());
    while (reply.forgotten === 0) reply = await child.ask({}, patience());
    assert.deepEqual([reply.pid, reply.forgotten], [first, 1]);
  });

  test('one-way messages arrive in order, before the requests that follow them', async (t) => {
    const child = openChild(t);
    child.post({ n: 0 });
    await child.pid();
    child.post({ n: 1 });
    child.post({ n: 2 });
    assert.deepEqual((await child.ask({}, patience())).messages, [{ n: 1 }, { n: 2 }]);
  });

  test('progress reaches the caller of its request, in order and before the reply', async (t) => {
    const child = openChild(t);
    const ask = async (steps: number) => {
      const seen: number[] = [];
      const onProgress = ({ step }: ChildStep) => seen.push(step);
      await child.ask({ steps }, patience(), 'urgent', { onProgress });
      return seen;
    };
    assert.deepEqual(await Promise.all([ask(3), ask(1)]), [[1, 2, 3], [1]]);
  });

  test('chunks arrive whole with their request, in a process that is just starting, too', async (t) => {
    const child = openChild(t);
    const chunks = [new Uint8Array(1_000_000).fill(1), new Uint8Array(0), Uint8Array.of(2, 3)];
    const ask = () => child.ask({}, patience(), 'urgent', { chunks, deadlineMs: 60_000 });
    const replies = await Promise.all([ask(), ask()]);
    assert.deepEqual(fieldsOf(replies, 'sum'), [1_000_005, 1_000_005]);
    const leaving = new AbortController();
    const left = child.ask({ hang: true }, leaving.signal, 'urgent', { chunks });
    leaving.abort(new Error('enough'));
    await assert.rejects(left, /enough/);
    const { sum, forgotten } = await ask();
    assert.equal(sum, 1_000_005);
    assert.equal(forgotten, 0, 'what was given up before is not sent');
  });

  test('a one-shot process is neither ended when idle nor started again', async (t) => {
    const child = openChild(t, { isOneShot: true, idleMs: 1 });
    const first = await child.pid();
    const other = await openChild(t, { idleMs: 1 }).pid();
    await until(() => !isAlive(other));
    assert.equal(await child.pid(), first);
    await assert.rejects(child.ask({ exit: 1 }, patience()), ChildEnded);
    await assert.rejects(child.ask({}, patience()), ChildEnded);
  });
});

describe('turns', () => {
  const openTurns = (t: TestContext) =>
    openChild(t, {
      turns: createFairQueue(
        { atOnce: 1, waitingMax: 3, waitingOfOneMax: 2, waitMs: 60_000 },
        { sentence: 'no room' },
      ),
    });

  test('the number of waiting requests is bounded, in total and by account', async (t) => {
    const child = openTurns(t);
    const ask = (order: ChildOrder, account = 'a', deadlineMs = 60_000) =>
      child.ask(order, patience(), 'urgent', { account, deadlineMs });
    const first = assert.rejects(ask({ spinMs: 600_000 }, 'a', 300), { reason: 'deadline' });
    const second = [ask({ say: '1' }), ask({ say: '2' })];
    await assert.rejects(ask({ say: '3' }), { code: 'busy', message: 'no room' });
    const other = ask({ say: '4' }, 'b');
    await assert.rejects(ask({ say: '5' }, 'c'), { code: 'busy' });
    await first;
    const replies = await Promise.all([...second, other]);
    assert.deepEqual(fieldsOf(replies, 'text'), ['1', '2', '4']);
  });

  test('closing ends the wait', async (t) => {
    const child = openTurns(t);
    const asked = [{ hang: true } as const, {}].map((order) =>
      assert.rejects(child.ask(order, patience()), /stopping/),
    );
    await child.close();
    await Promise.all(asked);
  });
});

describe('usage', () => {
  const usageOf = (kind: string) => {
    const found = childUsage().find(({ child }) => child === kind);
    assert.ok(found);
    return found;
  };

  test('CPU time and memory are summed by kind, and the CPU time of ended processes stays', async (t) => {
    const before = usageOf('documents');
    assert.equal(before.memoryBytes, 0);
    const [one, other] = [openChild(t, { kind: 'documents' }), openChild(t, { kind: 'documents' })];
    await Promise.all([one, other].map((child) => child.ask({ spinMs: 150 }, patience())));
    const both = usageOf('documents');
    assert.ok(both.memoryBytes > 20 * 1024 * 1024 && both.cpuSeconds > 0.1);
    await one.close();
    const single = usageOf('documents');
    assert.ok(single.memoryBytes > 0 && single.memoryBytes < both.memoryBytes);
    await other.close();
    const ended = usageOf('documents');
    assert.equal(ended.memoryBytes, 0);
    assert.ok(ended.cpuSeconds >= both.cpuSeconds);
    assert.equal(usageOf('whisper').cpuSeconds, 0);
  });

  test('CPU time of a process that crashed is counted as far as it was known', async (t) => {
    const before = usageOf('documents').cpuSeconds;
    const child = openChild(t, { kind: 'documents' });
    await child.ask({ spinMs: 100 }, patience());
    await assert.rejects(child.ask({ exit: 1 }, patience(), 'urgent'), ChildEnded);
    assert.ok(usageOf('documents').cpuSeconds - before > 0.05);
  });
});
