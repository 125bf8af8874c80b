/** How the launcher restarts a server that crashes, with waits and a clock that the test sets. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';

interface End {
  readonly code: number;
  readonly isCrash: boolean;
}

interface Restart {
  readonly runAgainAfterCrash: (
    run: () => Promise<End>,
    given: { readonly now: () => number; readonly wait: (ms: number) => Promise<boolean> },
  ) => Promise<End>;
}

const file = new URL('../packages/server/bin/restart.mjs', import.meta.url);
const { runAgainAfterCrash }: Restart = await import(file.href);
const crash = { code: 70, isCrash: true };
const stopped = { code: 0, isCrash: false };

test('a server that keeps crashing is restarted for ever, after waits that grow to a minute', async (t) => {
  const { waits, end } = await launch(t, [...Array(100).fill([crash, 0]), [stopped, 0]]);
  assert.deepEqual(end, stopped);
  assert.equal(waits.length, 100);
  assert.deepEqual(
    waits,
    waits.toSorted((one, other) => one - other),
  );
  assert.deepEqual([waits[0], waits[4], ...new Set(waits.slice(8))], [200, 5_000, 60_000]);
});

test('a crash after a minute of work is restarted as soon as the first', async (t) => {
  const runs = [0, 0, 59_999, 60_000, 0].map((ms) => [crash, ms] as const);
  const { waits } = await launch(t, [...runs, [stopped, 0]]);
  assert.deepEqual(waits, [200, 500, 1_000, 200, 500]);
});

test('a start that is refused, or a server that was stopped, is not repeated', async (t) => {
  const refused = { code: 1, isCrash: false };
  const { waits, end } = await launch(t, [[refused, 0]]);
  assert.deepEqual([waits, end], [[], refused]);
});

test('a signal in a wait ends it with the code of the crash', async (t) => {
  const { waits, end } = await launch(
    t,
    [
      [crash, 0],
      [crash, 0],
    ],
    2,
  );
  assert.deepEqual([waits, end], [[200, 500], crash]);
});

/** Runs servers that end like this after so many milliseconds; a signal comes in the wait with this number. */
async function launch(
  t: TestContext,
  runs: readonly (readonly [End, number])[],
  signalled = Number.POSITIVE_INFINITY,
) {
  t.mock.method(console, 'error', () => {});
  const left = [...runs];
  const waits: number[] = [];
  let nowMs = 0;
  const end = await runAgainAfterCrash(
    async () => {
      const [ended, tookMs] = left.shift() ?? assert.fail('it was started once too often');
      nowMs += tookMs;
      return ended;
    },
    {
      now: () => nowMs,
      wait: async (ms) => {
        nowMs += ms;
        return waits.push(ms) >= signalled;
      },
    },
  );
  return { waits, end };
}
