/** Normal use at half load for a long time: memory and descriptors must not grow. */
import assert from 'node:assert/strict';
import { form, resources, storage } from '../../../packages/server/test/fixtures/server.ts';
import { noProc, openDescriptors, residentMB } from '../descriptors.ts';
import { watchHeap } from '../heap.ts';
import type { Installation } from '../installation.ts';
import { scenario } from '../scenario.ts';

interface Size {
  /** The number of rounds; without it the soak lasts for `minutes`. */
  readonly rounds?: number;
}

const clients = 4;

export const soak = scenario<Size>({
  name: 'soak',
  what: `
    all kinds of requests, by 4 clients that pause as long as they work, for 30 minutes`,
  guarantee: `
    the memory of a server at half load does not grow`,
  provenAgainst: `
    \`http/app.ts\` keeping 24 KB of each request: 42 MB more within half a minute`,
  engines: ['sqlite', 'postgres'],
  short: { rounds: 5 },
  long: {},
  skip: noProc,
  run: async (context, { rounds = Number.POSITIVE_INFINITY }) => {
    const { figures, minutes } = context;
    const heap = watchHeap(context.folder());
    const server = await context.start({ environment: heap.environment });
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
        // Half load: a pause as long as the work.
        await new Promise((resolve) => setTimeout(resolve, performance.now() - beganMs));
      }
    };
    const phase = (endMs: number, lastRound: number) =>
      Promise.all(
        Array.from({ length: clients }, () =>
          work(() => performance.now() - startedMs > endMs || done >= lastRound),
        ),
      );
    // The first third fills caches: statements, compiled code and the like.
    await phase(lastsMs / 3, rounds);
    const warm = { heap: await heap.measureMB(server.pid), files: openDescriptors(server.pid) };
    await phase(lastsMs, rounds * 3);
    const grownMB = (await heap.measureMB(server.pid)) - warm.heap;
    figures.note('rounds', done);
    figures.note('minutes', (performance.now() - startedMs) / 60_000);
    figures.atMostWhenLong('heap growth after the first third', grownMB, 5, 'MB');
    figures.atMostWhenLong('additional descriptors', openDescriptors(server.pid) - warm.files, 8);
    figures.note('resident memory', residentMB(server.pid), 'MB');
    figures.none('log lines with a stack', server.stacks());
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

/** One round of all requests; created resources are deleted. */
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
