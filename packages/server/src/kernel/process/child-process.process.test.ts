import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { constants, getPriority } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { after, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ChildInput, ChildOrder } from '../../../test/fakes/obedient-child.ts';
import { temporaryFolder } from '../../../test/fixtures/server-process.ts';
import {
  isAlive,
  obedientProgram,
  openChild,
  patience,
  until,
} from '../../../test/process/test-child.ts';
import { ChildEnded } from './running-process.ts';

const folder = temporaryFolder({ after });
// All that a child inherits, where this process has it.
const inherited = getCompileCacheDir() === undefined ? [] : ['NODE_COMPILE_CACHE'];

describe('starts and ends', () => {
  test('the first request starts it without our environment, and the next ones use the same process', async (t) => {
    const child = openChild(t);
    assert.equal(child.state(), 'asleep');
    const { pid, environment } = await child.ask({}, patience());
    assert.equal(child.state(), 'awake');
    assert.deepEqual([await child.pid(), environment], [pid, inherited]);
    assert.ok(isAlive(pid));
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
      (await child.ask({ blockMs: 200, say: 'here' }, patience(), 'urgent')).text,
      'here',
    );
  });

  test('a process that uses more CPU time than it may is ended, and its owner hears what it used', async (t) => {
    const used: number[] = [];
    const child = openChild(t, {
      cpuMsMax: 500,
      input: { watchesMemory: true },
      isOneShot: true,
      onUsage: ({ cpuSeconds }) => used.push(cpuSeconds),
    });
    await assert.rejects(
      child.ask({ spinMs: 600_000 }, patience(), 'urgent'),
      (error) => error instanceof ChildEnded && error.reason === 'deadline',
    );
    assert.ok((used.at(-1) ?? 0) > 0.5, String(used));
  });

  test('a process that stands back has the lowest priority', async (t) => {
    const child = openChild(t, { isBackground: true });
    const pid = await child.pid();
    assert.equal(getPriority(pid), constants.priority.PRIORITY_BELOW_NORMAL);
    child.standBack();
    assert.equal(getPriority(pid), constants.priority.PRIORITY_LOW);
  });

  test('closing ends the process, even while it works, and rejects its requests', async (t) => {
    const child = openChild(t);
    const pid = await child.pid();
    const asked = assert.rejects(child.ask({ hang: true }, patience()), /stopping/);
    await child.close();
    await asked;
    assert.equal(isAlive(pid), false);
    await assert.rejects(child.ask({}, patience()), /stopping/);
  });

  test('it ends with its parent, even while it is blocked, where it is watched', {
    skip: existsSync('/proc/self/task') ? false : 'children are looked up in /proc',
  }, async (t) => {
    const cases: [ChildInput, ChildOrder][] = [
      [{}, { hang: true }],
      [{ watchesMemory: true }, { blockMs: 600_000 }],
    ];
    for (const [input, order] of cases) {
      const parent = startParent(
        input,
        `await child.ask({}, signal); void child.ask(${JSON.stringify(order)}, signal); console.log('asked');`,
      );
      t.after(() => parent.kill('SIGKILL'));
      await once(parent.stdout, 'data');
      const children = `/proc/${parent.pid}/task/${parent.pid}/children`;
      const pid = Number(readFileSync(children, 'utf8').trim());
      assert.ok(pid > 0 && isAlive(pid));
      parent.kill('SIGKILL');
      await until(() => !isAlive(pid));
    }
  });

  test('a busy process ends when its parent exits', async () => {
    const parent = startParent(
      {},
      `const { pid } = await child.ask({}, signal); void child.ask({ blockMs: 600_000 }, signal);
       console.log(pid); setTimeout(() => process.exit(), 200);`,
    );
    const [[pid]] = await Promise.all([once(parent.stdout, 'data'), once(parent, 'exit')]);
    await until(() => !isAlive(Number(pid)));
  });

  test('what it compiled is there for the next one, although it is killed', async (t) => {
    const cache = path.join(folder, 'cache');
    const work = `await child.ask({}, signal); console.log('asked'); setInterval(() => {}, 1_000);`;
    const parent = startParent({ watchesMemory: true }, work, { NODE_COMPILE_CACHE: cache });
    t.after(() => parent.kill('SIGKILL'));
    await once(parent.stdout, 'data');
    // The parent has not ended yet, so all of it is the child's.
    for (const opening of ['A child process that does', 'Watchdog thread'])
      await until(() => textIn(cache).includes(opening));
  });

  test('an idle process does not keep its parent running, and a pending request does', async () => {
    const parent = startParent(
      {},
      `console.log((await child.ask({ blockMs: 100, say: 'done' }, signal)).text);`,
    );
    const [[text], [code]] = await Promise.all([once(parent.stdout, 'data'), once(parent, 'exit')]);
    assert.deepEqual([String(text).trim(), code], ['done', 0]);
  });
});

describe('failures', () => {
  test('an error of the program rejects the request, and the process continues', async (t) => {
    const child = openChild(t);
    const first = await child.pid();
    await assert.rejects(child.ask({ fail: 'no such thing' }, patience()), /no such thing/);
    assert.equal(await child.pid(), first);
  });

  test('a process that dies is restarted, and its requests are retried', async (t) => {
    const child = openChild(t);
    const first = await child.pid();
    await assert.rejects(child.ask({ exit: 1 }, patience(), 'urgent'), {
      message: 'the child ended with 1',
      reason: 'crash',
      wasReady: true,
    });
    const second = await child.pid();
    assert.notEqual(second, first);
    const killed = child.ask({ blockMs: 100, say: 'after all' }, patience());
    process.kill(second, 'SIGKILL');
    assert.equal((await killed).text, 'after all');
    assert.equal(child.warnings.length, 2);
  });

  test('one that never starts is retried a few times, then pauses; only patient requests wait', async (t) => {
    const broken = path.join(folder, 'broken');
    writeFileSync(broken, '');
    t.after(() => rmSync(broken, { force: true }));
    const child = openChild(t, { restartDelaysMs: [0, 0, 60_000], input: { broken } });
    const leaving = new AbortController();
    const asked = assert.rejects(child.ask({}, leaving.signal, 'patient'), /enough/);
    await until(() => child.state() === 'paused');
    assert.equal(child.warnings.length, 3);
    await assert.rejects(child.ask({}, patience(), 'urgent'), /is paused/);
    leaving.abort(new Error('enough'));
    await asked;
  });

  test('a success ends the backoff', async (t) => {
    const child = openChild(t, { restartDelaysMs: [0, 60_000] });
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

  test('one that hangs is killed, though each of its callers gives up before', async (t) => {
    const child = openChild(t, { stallMs: 1_500 });
    const first = await child.pid();
    while (isAlive(first)) {
      const asked = child.ask({ blockMs: 600_000 }, AbortSignal.timeout(100), 'urgent');
      await asked.catch(() => undefined);
    }
    assert.equal(isAlive(first), false);
  });
});

describe('limits', () => {
  test('a request beyond its deadline ends the process and is not retried; the next finds a fresh one', async (t) => {
    const child = openChild(t, { restartDelaysMs: [60_000] });
    const first = await child.pid();
    let tries = 0;
    const late = child.ask({ steps: 1, hang: true }, patience(), 'patient', {
      deadlineMs: 500,
      onProgress: () => {
        tries += 1;
      },
    });
    await assert.rejects(late, { name: 'Error', reason: 'deadline', wasReady: true });
    assert.equal(isAlive(first), false);
    assert.ok(tries <= 1, `${tries} tries`);
    assert.notEqual(await child.pid(), first);
    assert.deepEqual(child.warnings, [], 'a slow request is not a failure of the program');
  });

  test('a deadline holds for work whose caller has left', async (t) => {
    const child = openChild(t);
    const first = await child.pid();
    const caller = new AbortController();
    const left = child.ask({ blockMs: 60_000 }, caller.signal, 'urgent', { deadlineMs: 500 });
    caller.abort(new Error('the caller left'));
    await assert.rejects(left, /the caller left/);
    assert.notEqual(await child.pid(), first);
  });

  test('where a caller who leaves ends the process, the next finds a fresh one at once', async (t) => {
    const child = openChild(t, { endsWithCaller: true });
    const first = await child.pid();
    const caller = new AbortController();
    const left = child.ask({ blockMs: 600_000 }, caller.signal, 'urgent');
    caller.abort(new Error('the caller left'));
    await assert.rejects(left, /the caller left/);
    assert.notEqual(await child.pid(), first);
    assert.deepEqual(child.warnings, [], 'that is not a failure of the program');
  });

  test('a deadline counts from the start of the work, not of the process', async (t) => {
    const child = openChild(t, { input: { startMs: 3_000 } });
    assert.ok((await child.ask({}, patience(), 'urgent', { deadlineMs: 2_500 })).pid > 0);
  });

  test('other requests of a process that is killed at a deadline are served by the next', async (t) => {
    const child = openChild(t);
    await child.pid();
    const late = child.ask({ hang: true }, patience(), 'urgent', { deadlineMs: 50 });
    const urgent = child.ask({ hang: true }, patience(), 'urgent');
    const other = child.ask({ blockMs: 150, say: 'served' }, patience());
    await assert.rejects(late, { reason: 'deadline' });
    await assert.rejects(urgent, { reason: 'crash' });
    assert.equal((await other).text, 'served');
  });

  for (const [name, options, order] of [
    ['its heap', { heapMegabytes: 32 }, { fill: 'heap' }],
    [
      'memory outside the heap, by the watchdog inside',
      { memoryMegabytes: 256, input: { watchesMemory: true } },
      { fill: 'buffers', hang: true },
    ],
    ['all its memory, by the parent', { memoryMegabytes: 10 }, { hang: true }],
  ] as const)
    test(`a process is ended above the limit of ${name}`, async (t) => {
      const child = openChild(t, options);
      const asked = child.ask(order, patience(), 'urgent');
      await assert.rejects(asked, { name: 'Error', reason: 'memory' });
    });

  test('its environment is only what is given, and its priority lower in the background', async (t) => {
    const child = openChild(t, { environment: { GIVEN: '1' }, isBackground: true });
    const { pid, environment } = await child.ask({}, patience());
    assert.deepEqual(environment.toSorted(), ['GIVEN', ...inherited]);
    assert.ok(getPriority(pid) > getPriority());
  });

  test('one with permissions reads the given files and nothing else', async (t) => {
    const allowed = path.join(folder, 'allowed');
    const secret = path.join(folder, 'secret');
    for (const file of [allowed, secret]) writeFileSync(file, 'text');
    const child = openChild(t, { readable: [fileURLToPath(obedientProgram), allowed] });
    assert.equal((await child.ask({ read: allowed }, patience())).text, 'text');
    await assert.rejects(child.ask({ read: secret }, patience()), /permissions|denied|ERR_ACCESS/i);
  });
});

function textIn(place: string): string {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'))
    .join('');
}

/** Another process with a child, which runs `work`. */
function startParent(
  input: ChildInput,
  work: string,
  environment: { readonly [name: string]: string } = {},
): ChildProcessByStdio<null, Readable, null> {
  const module = new URL('./child-process.ts', import.meta.url).href;
  const text = `
    import { createChild } from '${module}';
    const { signal } = new AbortController();
    const program = new URL('${obedientProgram.href}');
    const child = createChild({ name: 'a', kind: 'engine', program, input: ${JSON.stringify(input)} });
    ${work}`;
  return spawn(process.execPath, ['--input-type=module', '-e', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
}
