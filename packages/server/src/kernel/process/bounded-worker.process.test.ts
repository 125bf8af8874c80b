import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createBoundedWorker } from './bounded-worker.ts';

/** What the program below is asked to do. */
type Order = {
  readonly spin?: true;
  readonly fill?: true;
  readonly fail?: true;
  readonly say?: string;
};

const folder = mkdtempSync(path.join(tmpdir(), 'baraza-worker-'));
const program = path.join(folder, 'program.mjs');
writeFileSync(
  program,
  `import { serveRequests } from ${JSON.stringify(new URL('./worker-program.ts', import.meta.url).href)};
  serveRequests(({ spin, fill, fail, say }) => {
    while (spin) {}
    const kept = [];
    while (fill && kept.length < 30_000) kept.push(new Array(1000).fill({ n: kept.length }));
    if (fail) throw new Error('no such thing');
    return say;
  });`,
);

describe('a bounded worker', () => {
  const worker = createBoundedWorker<Order, string>({
    program: pathToFileURL(program),
    heapMegabytes: 32,
    waitingMax: 3,
    waitingOfOneMax: 2,
    waitMs: 60_000,
    crowded: 'no room',
  });
  after(async () => {
    await worker.close();
    rmSync(folder, { recursive: true });
  });
  const ask = (order: Order, party = 'a', timeLimitMs = 60_000) =>
    worker.ask(order, { timeLimitMs, party });

  test('work without an end is ended after its time, and the next finds a fresh one', async () => {
    assert.equal((await ask({ spin: true }, 'a', 50)).kind, 'cut-off');
    assert.deepEqual(replyOf(await ask({ say: 'here' })), 'here');
  });

  test('work that fills the memory ends it, and not the server', async () => {
    // It ends by itself at 240 MB, so that a worker without a limit is seen to have none.
    assert.equal((await ask({ fill: true })).kind, 'cut-off');
    assert.deepEqual(replyOf(await ask({ say: 'here' })), 'here');
  });

  test('what the program throws is thrown on, and the worker lives', async () => {
    await assert.rejects(ask({ fail: true }), /no such thing/);
    assert.deepEqual(replyOf(await ask({ say: 'here' })), 'here');
  });

  test('so many may wait, of all and of one party', async () => {
    const first = ask({ spin: true }, 'a', 300);
    const second = [ask({ say: '1' }), ask({ say: '2' })];
    await assert.rejects(ask({ say: '3' }), { code: 'busy', message: 'no room' });
    const other = ask({ say: '4' }, 'b');
    await assert.rejects(ask({ say: '5' }, 'c'), { code: 'busy' });
    assert.equal((await first).kind, 'cut-off');
    assert.deepEqual((await Promise.all([...second, other])).map(replyOf), ['1', '2', '4']);
  });
});

function replyOf(outcome: Awaited<ReturnType<ReturnType<typeof createBoundedWorker>['ask']>>) {
  return outcome.kind === 'done' ? outcome.reply : undefined;
}
