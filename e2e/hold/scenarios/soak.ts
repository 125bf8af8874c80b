/** Ordinary use at half load, for the given minutes: memory and descriptors must not grow. */
import assert from 'node:assert/strict';
import { form, resources, storage } from '../../../packages/server/test/fixtures/house.ts';
import { noProc, openDescriptors, residentMB } from '../descriptors.ts';
import { watchHeap } from '../heap.ts';
import type { Installation } from '../installation.ts';
import { scenario } from '../scenario.ts';

interface Size {
  /** So many rounds of everything, where it does not last for minutes. */
  readonly rounds?: number;
}

const clients = 4;

export const soak = scenario<Size>({
  name: 'soak',
  what: 'everything that callers do, by 4 clients that rest as long as they work, for 30 minutes',
  promise: 'a server at half load does not grow',
  provenAgainst: '`http/app.ts` keeping 24 KB of each request: 42 MB more within half a minute',
  engines: ['sqlite', 'postgres'],
  short: { rounds: 5 },
  long: {},
  skip: noProc,
  play: async (stage, { rounds = Number.POSITIVE_INFINITY }) => {
    const { figures, minutes } = stage;
    const heap = watchHeap(stage.folder());
    const server = await stage.start({ environment: heap.environment });
    const day = await openDay(server);
    const startedMs = performance.now();
    const lastsMs = Number.isFinite(rounds) ? Number.POSITIVE_INFINITY : minutes * 60_000;
    let begun = 0;
    let done = 0;
    const work = async (until: () => boolean) => {
      while (!until()) {
        const beganMs = performance.now();
        begun += 1;
        await day(begun);
        done += 1;
        // Half load: as long a rest as the work took.
        await new Promise((resolve) => setTimeout(resolve, performance.now() - beganMs));
      }
    };
    const phase = (endMs: number, lastRound: number) =>
      Promise.all(
        Array.from({ length: clients }, () =>
          work(() => performance.now() - startedMs > endMs || done >= lastRound),
        ),
      );
    // The first third is for what is kept on purpose: caches, statements, compiled code.
    await phase(lastsMs / 3, rounds);
    const warm = { heap: await heap.measureMB(server.pid), files: openDescriptors(server.pid) };
    await phase(lastsMs, rounds * 3);
    const grownMB = (await heap.measureMB(server.pid)) - warm.heap;
    figures.note('rounds of everything', done);
    figures.note('minutes', (performance.now() - startedMs) / 60_000);
    figures.atMostWhenLong('heap more than after the first third', grownMB, 5, 'MB');
    figures.atMostWhenLong('descriptors more', openDescriptors(server.pid) - warm.files, 8);
    figures.note('resident memory', residentMB(server.pid), 'MB');
    figures.none('log lines with a stack', server.stacks());
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

/** One round of everything; what it makes it takes away again. */
async function openDay(server: Installation) {
  await server.newSite('shop', {
    name: 'Shop',
    faqs: [{ question: 'Do you deliver?', answer: 'We deliver in town for KES 200.' }],
  });
  const bucket = await server.newResource('storage');
  const bytes = 'z'.repeat(50_000);
  return async (round: number) => {
    const id = await server.newResource('data');
    const expect = async (wanted: number, call: ReturnType<Installation['visit']>) => {
      const { status, text } = await call;
      assert.equal(status, wanted, text.slice(0, 200));
    };
    for (let n = 0; n < 5; n += 1)
      await expect(
        200,
        server.platform('PATCH', `${resources}/${id}`, {
          body: { action: 'add-record', record: { round, n } },
        }),
      );
    await expect(200, server.platform('GET', `${resources}/${id}`));
    const object = `${storage}/${bucket}?key=${round}`;
    await expect(201, server.platform('POST', object, { body: form({ bytes }) }));
    await expect(200, server.platform('GET', object));
    await expect(200, server.platform('DELETE', object));
    await expect(200, server.platform('DELETE', `${resources}/${id}`));
    const question = `Do you deliver? ${round}`;
    await expect(200, server.visit('POST', '/v1/sites/shop/ask', { body: { question } }));
    await expect(200, server.visit('GET', '/v1/sites/shop/config'));
    const contact = `visitor-${round}@example.com`;
    await expect(201, server.visit('POST', '/v1/sites/shop/leads', { body: { contact } }));
    await expect(404, server.platform('GET', `${resources}/${id}`));
  };
}
