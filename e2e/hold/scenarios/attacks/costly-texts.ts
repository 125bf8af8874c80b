/** Texts of a permitted size that cost the most: in searches, in profiles, and when they are normalised. */
import assert from 'node:assert/strict';
import { resources } from '../../../../packages/server/test/fixtures/server.ts';
import { isRunning, residentMB, sampleMemory } from '../../descriptors.ts';
import type { Installation } from '../../installation.ts';
import { makeLoad } from '../../load.ts';
import { type ScenarioContext, scenario } from '../../scenario.ts';
import { otherCallers, settleWaits, watch } from '../../watcher.ts';

const waitMsMax = 300;
const memoryMBMax = 300;

// A character that becomes four characters when it is folded.
const growing = '\u2057';
const worst = `${'a'.repeat(199)}b`;

export const costlySearches = scenario({
  name: 'costly-searches',
  what: `
    searches by the worst pattern, eight at once, over long questions, records, and resources whose names grow when
    they are folded`,
  guarantee: `others wait for at most 300 ms while an owner searches in the most costly way`,
  provenAgainst: `
    not yet run against a defect; an earlier version, attacked by hand, made others wait 28 s (questions) and 11 s
    (names)`,
  engines: ['sqlite', 'postgres'],
  short: { resources: 20, records: 50, questions: 20, searches: 24 },
  long: { resources: 2_000, records: 1_000, questions: 2_000, searches: 400 },
  run: async (context, size) => {
    const server = await context.start();
    const probes = await otherCallers(server, { isAsking: false });
    const { key, credential } = await server.newOwner('searcher');
    await makeLoad({ together: 8, count: size.resources }, async () => {
      const body = { service: 'work', kind: 'Task', name: growing.repeat(200) };
      assertDone(await server.platform('POST', resources, { key, body }));
    });
    const collection = await server.newResource('data', {}, key);
    const records = `${resources}/${collection}/records`;
    await makeLoad({ together: 8, count: size.records }, async () => {
      const body = { record: { text: 'a'.repeat(15_000) } };
      assertDone(await server.platform('POST', records, { key, body }));
    });
    await server.newSite('searched', { name: 'Searched' }, credential);
    await makeLoad({ together: 4, count: size.questions }, async () => {
      const body = { question: 'a'.repeat(2_000) };
      await server.visit('POST', '/v1/sites/searched/ask', { body });
    });
    const q = encodeURIComponent(worst);
    const searches = [
      () => server.platform('GET', `${records}?q=${q}`, { key }),
      () => server.platform('GET', `${resources}?q=${growing.repeat(40)}`, { key }),
      () => server.visit('GET', `/v1/admin/sites/searched/questions?q=${q}`, { key: credential }),
    ];
    const statuses = new Map<number, number>();
    await watched(context, server, probes, async () => {
      await makeLoad({ together: 8, count: size.searches }, async (index) => {
        const { status } = (await searches[index % searches.length]?.()) ?? { status: 0 };
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
    });
    settleStatuses(context, statuses, [200, 429, 503]);
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

export const largestProfiles = scenario({
  name: 'largest-profiles',
  what: `profiles of distinct words and of the largest size, all stored at the same time by one owner`,
  guarantee: `
    others wait for at most 300 ms and the server takes at most 300 MB more while an owner stores 50 profiles of the
    largest size`,
  provenAgainst: `
    not yet run against a defect; an earlier version, attacked by hand, took 1.4 GB for 12 profiles and the
    process ended with a heap limit of 512 MB`,
  engines: ['sqlite', 'postgres'],
  short: { profiles: 3, entries: 100 },
  long: { profiles: 50, entries: 5_000 },
  run: async (context, { profiles, entries }) => {
    const server = await context.start();
    const probes = await otherCallers(server, { isAsking: false });
    const { credential: key } = await server.newOwner('large');
    const statuses = new Map<number, number>();
    for (let index = 0; index < profiles; index += 1) await server.newSite(`big-${index}`, {}, key);
    await watched(context, server, probes, () =>
      Promise.all(
        Array.from({ length: profiles }, async (_, index) => {
          const body = { name: 'Large', faqs: distinctFaqs(index, entries) };
          const target = `/v1/admin/sites/big-${index}/profile`;
          const { status } = await server
            .visit('PUT', target, { key, body })
            .catch(() => ({ status: 0 }));
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }),
      ),
    );
    settleStatuses(context, statuses, [200, 413, 429, 503]);
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

export const combiningMarks = scenario({
  name: 'combining-marks',
  what: `long runs of combining marks of different classes in names, records, searches, profiles and questions`,
  guarantee: `others wait for at most 300 ms while texts with thousands of combining marks are stored and searched`,
  provenAgainst: `
    not yet run against a defect; an earlier version, attacked by hand, made others wait 1.4 s for a search over 10
    records`,
  engines: ['sqlite', 'postgres'],
  short: { marks: 3_000, rounds: 2 },
  long: { marks: 3_000, rounds: 100 },
  run: async (context, { marks, rounds }) => {
    const server = await context.start();
    const probes = await otherCallers(server, { isAsking: false });
    const { key, credential } = await server.newOwner('marks');
    const long = marked(marks);
    const collection = await server.newResource('data', {}, key);
    const records = `${resources}/${collection}/records`;
    await server.newSite('marked', { name: 'Marked' }, credential);
    const q = encodeURIComponent(marked(90));
    const faqs = [{ question: marked(200), answer: long }];
    const profile = { name: marked(40), faqs };
    const sent = [
      () =>
        server.platform('POST', resources, {
          key,
          body: { service: 'work', kind: 'Task', name: marked(90) },
        }),
      () => server.platform('POST', records, { key, body: { record: { text: long } } }),
      () => server.platform('GET', `${records}?q=${q}`, { key }),
      () => server.platform('GET', `${resources}?q=${q}`, { key }),
      () =>
        server.visit('PUT', '/v1/admin/sites/marked/profile', { key: credential, body: profile }),
      () => server.visit('POST', '/v1/sites/marked/ask', { body: { question: marked(900) } }),
      () => server.visit('GET', `/v1/admin/sites/marked/questions?q=${q}`, { key: credential }),
    ];
    const statuses = new Map<number, number>();
    await watched(context, server, probes, async () => {
      await makeLoad({ together: 8, count: rounds * sent.length }, async (index) => {
        const { status } = (await sent[index % sent.length]?.()) ?? { status: 0 };
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
    });
    settleStatuses(context, statuses, [200, 201, 400, 422, 429, 503]);
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

/** Marks of two combining classes, which normalisation has to sort. */
function marked(count: number): string {
  return `a${'\u0301'.repeat(count)}${'\u0316'.repeat(count)}`;
}

function distinctFaqs(profile: number, entries: number) {
  const word = (seed: number) => `w${(seed * 2_654_435_761 + profile).toString(36)}`;
  return Array.from({ length: entries }, (_, entry) => ({
    question: `${word(entry * 2)} ${word(entry * 2 + 1)}?`,
    answer: Array.from({ length: 80 }, (_, at) => word(entry * 100 + at)).join(' '),
  }));
}

/** Runs the attack; others wait little, and memory stays bounded. */
export async function watched(
  context: ScenarioContext,
  server: Installation,
  probes: Awaited<ReturnType<typeof otherCallers>>,
  run: () => Promise<unknown>,
  name = '',
): Promise<void> {
  const { figures } = context;
  const beforeMB = residentMB(server.pid);
  const endSample = sampleMemory(server.pid);
  const watcher = await watch(context, probes);
  await run();
  await watcher.rounds(3);
  await settleWaits(context, name, watcher, waitMsMax);
  figures.atMostWhenLong(
    'additional memory since the start',
    endSample() - beforeMB,
    memoryMBMax,
    'MB',
  );
  figures.atMost('server processes that ended', isRunning(server.pid) ? 0 : 1, 0);
}

function settleStatuses(
  { figures }: ScenarioContext,
  statuses: ReadonlyMap<number, number>,
  expected: readonly number[],
): void {
  for (const [status, count] of statuses) figures.note(`answered ${status}`, count);
  const others = [...statuses.keys()].filter((status) => !expected.includes(status));
  figures.none(
    'responses with another status',
    others.map((status) => `answered ${status}`),
  );
}

function assertDone({ status, text }: { readonly status: number; readonly text: string }): void {
  assert.ok(status === 201 || status === 200, `${status} ${text.slice(0, 200)}`);
}
