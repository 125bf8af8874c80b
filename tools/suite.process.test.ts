/** Tests the test runner with suites that pass, fail, skip, crash and hang. */
import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { scopeOfSuite } from '../packages/server/test/fixtures/server-process.ts';
import { installed, launch, makeClone } from './fresh-clone.ts';

const header = "import { after, before, describe, it, test } from 'node:test';\n";

const scenarios: readonly {
  readonly name: string;
  readonly suite: string;
  /** What the line of its file says. */
  readonly counts: string;
  readonly has?: string;
}[] = [
  {
    name: 'only leaf tests are counted, not the tests and suites around them',
    suite: `test('a', async (t) => { await t.test('b', () => {});
        await t.test('c', async (t) => { await t.test('d', () => {}); }); });
      describe('e', () => { it('f', () => {}); describe('g', () => { it('h', () => {}); }); });`,
    counts: '4 passed',
  },
  {
    name: 'a failure is printed with its path and its difference',
    suite: `import assert from 'node:assert/strict';
      describe('outer', () => { it('inner', () => assert.deepEqual({ a: 1 }, { a: 2 })); it('fine', () => {}); });`,
    counts: '1 passed, 1 failed',
    has: 'FAILED: outer › inner',
  },
  {
    name: 'a failure is repeated in one line below its file',
    suite: `test('a', () => { throw new Error('one\\ntwo'); });`,
    counts: '0 passed, 1 failed',
    has: '       failed: a: Error: one two at ',
  },
  {
    name: 'a test that fails after its subtests have passed counts as a failure',
    suite: `test('a', async (t) => { await t.test('b', () => {}); throw new Error('own'); });`,
    counts: '1 passed, 1 failed',
  },
  {
    name: 'a skipped test is listed with its reason',
    suite:
      `test('a', () => {}); test('b', { skip: 'no engine' }, () => {}); test('c', { todo: 'soon' }, () => { ` +
      'throw new Error(); });',
    counts: '1 passed, 2 skipped',
    has: 'skipped: b (packages/4.process.test.ts): no engine',
  },
  {
    name: 'a file that does not load is a failure',
    suite: `import './absent.ts';`,
    counts: '0 passed, 1 failed',
    has: "Cannot find module 'packages/absent.ts'",
  },
  {
    name: 'a file without tests is a failure',
    suite: '',
    counts: '0 passed, 1 failed',
  },
  {
    name: 'a hook that fails is a failure',
    suite: `describe('a', () => { after(() => { throw new Error('hook'); }); it('b', () => {}); });`,
    counts: '1 passed, 1 failed',
    has: 'Error: hook',
  },
  {
    name: 'an error after the end of its test is a failure',
    suite: `test('a', () => { setTimeout(() => { void Promise.reject(new Error('late')); }, 20); });
      test('b', () => new Promise((resolve) => setTimeout(resolve, 60)));`,
    counts: '2 passed, 1 failed',
    has: 'Error: late',
  },
  {
    name: 'an uncaught error fails the test that caused it',
    suite: `describe('a', () => {
        it('b', async () => { await null;
          return new Promise(() => setTimeout(() => { throw new Error('own'); }, 20)); });
        it('c', () => {}); });`,
    counts: '1 passed, 1 failed',
    has: 'FAILED: a › b',
  },
  {
    name: 'an exit before the last test is a failure',
    suite: `test('a', () => {}); test('b', () => process.exit(0)); test('c', () => {});`,
    counts: '1 passed, 1 failed',
    has: 'while running “b”',
  },
];

describe('each file is judged by itself', () => {
  const scope = scopeOfSuite();
  let run: Awaited<ReturnType<typeof runSuite>>;
  before(async () => {
    // Each of these files runs in a process of its own.
    const files = scenarios.map(({ suite }, at) => [fileOf(at), header + suite]);
    run = await runSuite(scope, Object.fromEntries(files));
  });

  for (const [at, { name, counts, has }] of scenarios.entries())
    test(name, () => {
      const { output } = run;
      const mark = counts.includes('failed') ? 'FAIL' : 'ok  ';
      assert.ok(output.includes(`  ${mark} ${fileOf(at)} (${counts}, `), output);
      if (has !== undefined) assert.ok(output.includes(has), output);
    });

  test('they are counted together', () => {
    assert.equal(run.output.trimEnd().split('\n').at(-1), '12 passed, 9 failed, 2 skipped');
    assert.equal(run.code, 1);
  });
});

function fileOf(at: number): string {
  return `packages/${at}.process.test.ts`;
}

test('a run in which nothing happens is ended', async (t) => {
  // Blocks without using the processor.
  const suite = `test('a', () => {}); test('b', () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); });`;
  const files = { 'packages/a.test.ts': header + suite };
  // The start counts as silence too, and takes a while on a busy machine.
  const { code, output } = await runSuite(t, files, [], { BARAZA_TEST_SILENCE_MS: '6000' });
  assert.match(output, /^1 passed, 1 failed, 0 skipped\n$/m);
  assert.ok(output.includes('nothing happened for 6 s while running “b”'), output);
  assert.equal(code, 1);
});

test('both phases run and are counted together, even when the first fails', async (t) => {
  const { code, output } = await runSuite(t, {
    'packages/a.test.ts': `${header}test('a', () => { throw new Error(); });`,
    'tools/b.process.test.ts': `${header}test('b', () => {});`,
    'e2e/deep/c.test.ts': `${header}test('c', () => {});`,
  });
  assert.match(output, /^2 passed, 1 failed, 0 skipped\n$/m);
  assert.equal(output.match(/passed, \d+ failed, \d+ skipped$/gm)?.length, 1);
  assert.equal(code, 1);
});

test('a text selects the files whose path contains it, and an empty selection is a failure', async (t) => {
  const files = {
    'packages/a.test.ts': `${header}test('a', () => { throw new Error(); });`,
    'packages/b.test.ts': `${header}test('b', () => {});`,
  };
  const some = await runSuite(t, files, ['ges/b']);
  assert.match(some.output, /^1 passed, 0 failed, 0 skipped$/m);
  assert.equal(some.code, 0);
  const none = await runSuite(t, files, ['absent']);
  assert.match(none.output, /^0 passed, 0 failed, 0 skipped$/m);
  assert.equal(none.code, 1);
});

test('--failed runs only the files that failed in the last run', async (t) => {
  const clone = makeClone(t, {
    'package.json': '{"type":"module"}',
    ...installed,
    'packages/a.test.ts': `${header}test('a', () => { if (process.env.BROKEN) throw new Error(); });`,
    'packages/b.test.ts': `${header}test('b', () => {});`,
    'e2e/c.test.ts': `${header}test('c', () => { if (process.env.BROKEN) process.exit(3); });`,
  });
  const run = (words: readonly string[], environment = {}) =>
    launch(t, clone, ['test', ...words], environment).ended;
  assert.equal((await run([], { BROKEN: '1' })).code, 1);
  const still = await run(['--failed'], { BROKEN: '1' });
  assert.match(still.output, /^0 passed, 2 failed, 0 skipped$/m);
  assert.equal(still.code, 1);
  const fixed = await run(['--failed']);
  assert.match(fixed.output, /^2 passed, 0 failed, 0 skipped$/m);
  assert.equal(fixed.code, 0);
});

function runSuite(
  t: Pick<TestContext, 'after'>,
  files: { readonly [file: string]: string },
  words: readonly string[] = [],
  environment: { readonly [name: string]: string } = {},
) {
  const clone = makeClone(t, { 'package.json': '{"type":"module"}', ...installed, ...files });
  return launch(t, clone, ['test', ...words], environment).ended;
}
