import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createFairQueue } from '../fair-queue.ts';
import { createLog } from '../log.ts';
import { type ChildOptions, createChild } from './child-process.ts';
import { childUsage } from './child-usage.ts';
import { ChildEnded } from './running-process.ts';

/** What the program below is asked to do. */
interface Order {
  readonly say?: string;
  readonly spinMs?: number;
  readonly hang?: true;
  readonly fill?: 'heap' | 'buffers';
  readonly fail?: string;
  readonly exit?: number;
  readonly note?: string;
  readonly steps?: number;
  readonly sum?: true;
  readonly read?: string;
}

interface Reply {
  readonly pid: number;
  readonly environment: readonly string[];
  readonly said?: string;
  readonly forgotten: number;
  readonly messages: readonly object[];
  readonly sum?: number;
}

const folder = mkdtempSync(path.join(tmpdir(), 'baraza-child-'));
after(() => rmSync(folder, { recursive: true }));
const childProgram = JSON.stringify(new URL('./child-program.ts', import.meta.url).href);
const programText = `
  import { existsSync, readFileSync } from 'node:fs';
  import { childInput, serveRequests, watchMemory } from ${childProgram};
  const { broken, hasWatch } = childInput();
  if (broken !== undefined && existsSync(broken)) process.exit(3);
  if (hasWatch) await watchMemory();
  const messages = [];
  const kept = [];
  let forgotten = 0;
  const { note } = serveRequests(async (order, { signal, takeChunks, progress }) => {
    if (order.exit !== undefined) process.exit(order.exit);
    if (order.fail !== undefined) throw new Error(order.fail);
    if (order.note !== undefined) note(order.note);
    // Both end by themselves, so that a process without a limit is seen to have none.
    while (order.fill === 'heap' && kept.length < 30_000) kept.push(new Array(1000).fill({ n: kept.length }));
    while (order.fill === 'buffers' && kept.length < 60) kept.push(Buffer.alloc(16 * 1024 * 1024, 1));
    kept.length = 0;
    const untilMs = performance.now() + (order.spinMs ?? 0);
    while (performance.now() < untilMs);
    for (let step = 1; step <= (order.steps ?? 0); step += 1) progress({ step });
    if (order.hang) await new Promise((resolve) => {
      setInterval(() => {}, 60_000);
      signal.addEventListener('abort', () => resolve(forgotten += 1));
    });
    return {
      pid: process.pid,
      environment: Object.keys(process.env),
      said: order.read === undefined ? order.say : readFileSync(order.read, 'utf8'),
      forgotten,
      messages,
      sum: order.sum ? takeChunks().reduce((sum, chunk) => sum + chunk.reduce((a, b) => a + b, 0), 0) : undefined,
    };
  }, (message) => messages.push(message));`;
const program = path.join(folder, 'program.mjs');
writeFileSync(program, programText);

const patience = () => AbortSignal.timeout(90_000);

function openChild(t: TestContext, options: Partial<ChildOptions> = {}) {
  const warnings: string[] = [];
  const child = createChild<Order, Reply, { readonly step: number }>({
    name: 'the child',
    kind: 'engine',
    program: pathToFileURL(program),
    log: createLog('warn', (line) => warnings.push(line)),
    restsMs: [0],
    ...options,
  });
  t.after(child.close);
  const pid = async () => (await child.ask({}, patience())).pid;
  return { ...child, warnings, pid };
}

describe('starts and ends', () => {
  test('the first request starts it, and the next ones find the same process without our environment', async (t) => {
    const child = openChild(t);
    assert.equal(child.state(), 'asleep');
    assert.equal(child.usage(), undefined);
    const { pid, environment } = await child.ask({}, patience());
    assert.equal(child.state(), 'awake');
    assert.deepEqual([await child.pid(), environment], [pid, []]);
    assert.ok(isAlive(pid));
  });

  test('its environment is what is given', async (t) => {
    const child = openChild(t, { environment: { GIVEN: '1' } });
    assert.deepEqual((await child.ask({}, patience())).environment, ['GIVEN']);
  });

  test('an idle process ends, and the next request starts another', async (t) => {
    const child = openChild(t, { idleMs: 50 });
    const first = await child.pid();
    await until(() => !isAlive(first));
    assert.equal(child.state(), 'asleep');
    assert.notEqual(await child.pid(), first);
    assert.deepEqual(child.warnings, []);
  });

  test('a process is not idle while it works', async (t) => {
    const child = openChild(t, { idleMs: 20 });
    assert.equal(
      (await child.ask({ spinMs: 200, say: 'here' }, patience(), 'urgent')).said,
      'here',
    );
  });

  test('closing ends the process, also while it works, and rejects what is under way', async (t) => {
    const child = openChild(t);
    const pid = await child.pid();
    const asked = assert.rejects(child.ask({ hang: true }, patience()), /stopping/);
    await child.close();
    await asked;
    assert.equal(isAlive(pid), false);
    await assert.rejects(child.ask({}, patience()), /stopping/);
  });

  test('it ends with its parent, also while it is blocked and watched', {
    skip: existsSync('/proc/self/task') ? false : 'children are looked up in /proc',
  }, async (t) => {
    for (const [input, order] of [
      [{}, {}],
      [{ hasWatch: true }, { spinMs: 600_000 }],
    ]) {
      const parent = `
        import { createChild } from '${new URL('./child-process.ts', import.meta.url).href}';
        const child = createChild({ name: 'a', kind: 'engine', program: new URL(${JSON.stringify(pathToFileURL(program).href)}), input: ${JSON.stringify(input)} });
        await child.ask({}, AbortSignal.timeout(90_000));
        void child.ask(${JSON.stringify(order)}, AbortSignal.timeout(90_000));
        console.log('asked');`;
      const server = spawn(process.execPath, ['--input-type=module', '-e', parent]);
      t.after(() => server.kill('SIGKILL'));
      await once(server.stdout, 'data');
      const children = `/proc/${server.pid}/task/${server.pid}/children`;
      const pid = Number(readFileSync(children, 'utf8').trim());
      assert.ok(pid > 0 && isAlive(pid));
      server.kill('SIGKILL');
      await until(() => !isAlive(pid));
    }
  });

  test('an idle process does not keep its parent running, and a pending request does', async () => {
    const parent = `
      import { createChild } from '${new URL('./child-process.ts', import.meta.url).href}';
      const child = createChild({ name: 'a', kind: 'engine', program: new URL(${JSON.stringify(pathToFileURL(program).href)}) });
      const { said } = await child.ask({ spinMs: 100, say: 'done' }, new AbortController().signal);
      console.log(said);`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', parent]);
    const [[text], [code]] = await Promise.all([once(server.stdout, 'data'), once(server, 'exit')]);
    assert.deepEqual([String(text).trim(), code], ['done', 0]);
  });
});

describe('failures', () => {
  test('what the program throws is thrown on, and the process lives', async (t) => {
    const child = openChild(t);
    const first = await child.pid();
    await assert.rejects(child.ask({ fail: 'no such thing' }, patience()), /no such thing/);
    assert.equal(await child.pid(), first);
  });

  test('a process that dies is started again, and what was under way is done after all', async (t) => {
    const child = openChild(t);
    const first = await child.pid();
    await assert.rejects(child.ask({ exit: 1 }, patience(), 'urgent'), {
      message: 'the child ended with 1',
      reason: 'crash',
      wasReady: true,
    });
    const second = await child.pid();
    assert.notEqual(second, first);
    const killed = child.ask({ spinMs: 100, say: 'after all' }, patience());
    process.kill(second, 'SIGKILL');
    assert.equal((await killed).said, 'after all');
    assert.equal(child.warnings.length, 2);
  });

  test('one that never starts is tried a few times, then rests; only patient requests wait for it', async (t) => {
    const broken = path.join(folder, 'broken');
    writeFileSync(broken, '');
    t.after(() => rmSync(broken, { force: true }));
    const child = openChild(t, { restsMs: [0, 0, 60_000], input: { broken } });
    const leaving = new AbortController();
    const asked = assert.rejects(child.ask({}, leaving.signal, 'patient'), /enough/);
    await until(() => child.state() === 'away');
    assert.equal(child.warnings.length, 3);
    await assert.rejects(child.ask({}, patience(), 'urgent'), /rests/);
    leaving.abort(new Error('enough'));
    await asked;
  });

  test('a success ends the backoff', async (t) => {
    const child = openChild(t, { restsMs: [0, 60_000] });
    for (let times = 0; times < 3; times += 1) {
      await assert.rejects(child.ask({ exit: 1 }, patience(), 'urgent'), ChildEnded);
      await child.pid();
    }
    assert.equal(child.state(), 'awake');
  });

  test('a program that does not exist is a failure, not an exception', async (t) => {
    const child = openChild(t, { program: pathToFileURL(path.join(folder, 'nowhere.mjs')) });
    await assert.rejects(child.ask({}, patience()), { reason: 'crash', wasReady: false });
  });

  test('one that is silent for too long is killed', async (t) => {
    // Its start counts too, and takes a while on a busy machine.
    const child = openChild(t, { stallMs: 4_000 });
    const first = await child.pid();
    await assert.rejects(child.ask({ hang: true }, patience(), 'urgent'), /SIGKILL after 4000 ms/);
    assert.equal(isAlive(first), false);
  });

  test('one that hangs is killed though each of its callers gives up before', async (t) => {
    const child = openChild(t, { stallMs: 1_500 });
    const first = await child.pid();
    while (isAlive(first)) {
      const asked = child.ask({ spinMs: 600_000 }, AbortSignal.timeout(100), 'urgent');
      await asked.catch(() => undefined);
    }
    assert.equal(isAlive(first), false);
  });
});

describe('limits', () => {
  test('a request beyond its deadline ends the process and is not retried, and the next finds a fresh one', async (t) => {
    const child = openChild(t, { restsMs: [60_000] });
    const first = await child.pid();
    const late = child.ask({ spinMs: 600_000 }, patience(), 'patient', { deadlineMs: 50 });
    await assert.rejects(late, { name: 'Error', reason: 'deadline', wasReady: true });
    assert.equal(isAlive(first), false);
    assert.notEqual(await child.pid(), first);
    assert.deepEqual(child.warnings, [], 'a slow request is not a failure of the program');
  });

  test('a deadline counts from the start of the work, not of the process', async (t) => {
    const child = openChild(t);
    const deadlines = { deadlineMs: 20 };
    // Starting takes longer than this.
    assert.ok((await child.ask({}, patience(), 'urgent', deadlines)).pid > 0);
  });

  test('who shares a process with a request beyond its deadline is served by the next', async (t) => {
    const child = openChild(t);
    await child.pid();
    const late = child.ask({ hang: true }, patience(), 'urgent', { deadlineMs: 50 });
    const urgent = child.ask({ hang: true }, patience(), 'urgent');
    const other = child.ask({ spinMs: 150, say: 'served' }, patience());
    await assert.rejects(late, { reason: 'deadline' });
    await assert.rejects(urgent, { reason: 'crash' });
    assert.equal((await other).said, 'served');
  });

  test('work that fills the heap ends its process, and not the server', async (t) => {
    const child = openChild(t, { heapMegabytes: 32 });
    await assert.rejects(child.ask({ fill: 'heap' }, patience(), 'urgent'), { reason: 'memory' });
    assert.equal((await child.ask({ say: 'here' }, patience())).said, 'here');
  });

  test('work that fills the memory outside the heap ends its process by the watchdog inside', async (t) => {
    const child = openChild(t, { memoryMegabytes: 256, input: { hasWatch: true } });
    await assert.rejects(child.ask({ fill: 'buffers', hang: true }, patience(), 'urgent'), {
      reason: 'memory',
    });
    assert.equal((await child.ask({ say: 'here' }, patience())).said, 'here');
  });

  test('a process above its memory is killed by its parent, too', async (t) => {
    const child = openChild(t, { memoryMegabytes: 10 });
    await assert.rejects(child.ask({ hang: true }, patience(), 'urgent'), {
      message: 'the child ended with SIGKILL above 10 MB',
      reason: 'memory',
    });
  });

  test('one that works in the background has a lower priority', async (t) => {
    const child = openChild(t, { isBackground: true });
    assert.ok(getPriority(await child.pid()) > getPriority());
  });

  test('one with permissions reads what it is given and nothing else', async (t) => {
    const allowed = path.join(folder, 'allowed');
    const secret = path.join(folder, 'secret');
    for (const file of [allowed, secret]) writeFileSync(file, 'text');
    const child = openChild(t, { readable: [program, allowed] });
    assert.equal((await child.ask({ read: allowed }, patience())).said, 'text');
    await assert.rejects(child.ask({ read: secret }, patience()), /permissions|denied|ERR_ACCESS/i);
  });
});

describe('requests', () => {
  test('who gives up is released at once, the program is notified, and the process serves the next', async (t) => {
    const child = openChild(t);
    const first = await child.pid();
    const leaving = new AbortController();
    const asked = child.ask({ hang: true }, leaving.signal);
    leaving.abort(new Error('enough'));
    await assert.rejects(asked, /enough/);
    const { pid, forgotten } = await child.ask({}, patience());
    assert.deepEqual([pid, forgotten], [first, 1]);
  });

  test('one-way messages arrive in order, before the requests that follow them', async (t) => {
    const child = openChild(t);
    child.tell({ n: 0 });
    await child.pid();
    child.tell({ n: 1 });
    child.tell({ n: 2 });
    assert.deepEqual((await child.ask({}, patience())).messages, [{ n: 1 }, { n: 2 }]);
  });

  test('a note is known as long as the process that sent it', async (t) => {
    const child = openChild(t);
    assert.equal(child.hasNoted('loaded'), false);
    await child.ask({ note: 'loaded' }, patience());
    assert.equal(child.hasNoted('loaded'), true);
    await assert.rejects(child.ask({ exit: 1 }, patience(), 'urgent'));
    await child.pid();
    assert.equal(child.hasNoted('loaded'), false);
  });

  test('progress reaches the caller of its request, in order and before the reply', async (t) => {
    const child = openChild(t);
    const ask = async (steps: number) => {
      const seen: number[] = [];
      const onProgress = ({ step }: { readonly step: number }) => seen.push(step);
      await child.ask({ steps }, patience(), 'urgent', { onProgress });
      return seen;
    };
    assert.deepEqual(await Promise.all([ask(3), ask(1)]), [[1, 2, 3], [1]]);
  });

  test('chunks arrive whole with their request, in a process that is just starting, too', async (t) => {
    const child = openChild(t);
    const chunks = [new Uint8Array(1_000_000).fill(1), new Uint8Array(0), Uint8Array.of(2, 3)];
    const ask = () =>
      child.ask({ sum: true }, patience(), 'urgent', { chunks, deadlineMs: 60_000 });
    const replies = await Promise.all([ask(), ask()]);
    assert.deepEqual(
      replies.map(({ sum }) => sum),
      [1_000_005, 1_000_005],
    );
    const leaving = new AbortController();
    const left = child.ask({ sum: true }, leaving.signal, 'urgent', { chunks });
    leaving.abort(new Error('enough'));
    await assert.rejects(left, /enough/);
    assert.equal((await ask()).sum, 1_000_005);
  });

  test('a one-shot process is neither ended when idle nor started again', async (t) => {
    const child = openChild(t, { isOneShot: true, idleMs: 1 });
    const first = await child.pid();
    await new Promise((resolve) => setTimeout(resolve, 20));
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

  test('so many may wait, of all and of one account', async (t) => {
    const child = openTurns(t);
    const ask = (order: Order, account = 'a', deadlineMs = 60_000) =>
      child.ask(order, patience(), 'urgent', { account, deadlineMs });
    const first = assert.rejects(ask({ spinMs: 600_000 }, 'a', 300), { reason: 'deadline' });
    const second = [ask({ say: '1' }), ask({ say: '2' })];
    await assert.rejects(ask({ say: '3' }), { code: 'busy', message: 'no room' });
    const other = ask({ say: '4' }, 'b');
    await assert.rejects(ask({ say: '5' }, 'c'), { code: 'busy' });
    await first;
    const replies = await Promise.all([...second, other]);
    assert.deepEqual(
      replies.map(({ said }) => said),
      ['1', '2', '4'],
    );
  });

  test('what is no longer wanted when its turn comes is not sent', async (t) => {
    const child = openTurns(t);
    const onTurn = () => {
      throw new Error('too late');
    };
    await assert.rejects(child.ask({}, patience(), 'urgent', { onTurn }), /too late/);
    assert.equal(child.usage(), undefined, 'no process was started');
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
    const before = usageOf('schemas');
    assert.equal(before.memoryBytes, 0);
    const [one, other] = [openChild(t, { kind: 'schemas' }), openChild(t, { kind: 'schemas' })];
    await Promise.all([one, other].map((child) => child.ask({ spinMs: 150 }, patience())));
    const single = one.usage();
    assert.ok(single !== undefined && isAlive(single.pid));
    assert.ok(single.memoryBytes > 10 * 1024 * 1024 && single.cpuSeconds > 0.05);
    const both = usageOf('schemas');
    assert.ok(both.memoryBytes > single.memoryBytes && both.cpuSeconds > single.cpuSeconds);
    await Promise.all([one.close(), other.close()]);
    const ended = usageOf('schemas');
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // One whose parent has gone may still be listed until it is reaped.
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}

async function until(isSo: () => boolean): Promise<void> {
  const tooLateMs = performance.now() + 60_000;
  while (!isSo()) {
    assert.ok(performance.now() < tooLateMs, 'it never came to be');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
