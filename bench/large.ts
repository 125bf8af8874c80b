/**
 * `node bench/large.ts [RECORDS]`: pages of a collection of 10,000 records and of a large one (1,000,000): CPU of the
 * server for each page by an index of two paths, and how long a page takes, and another caller meanwhile, where the
 * index leaves nearly everything to be looked at.
 */
import { rmSync } from 'node:fs';
import { startBaraza } from './baraza.ts';
import { measure, once } from './load.ts';
import { median } from './report.ts';

const rounds = 5;
const pagesEach = 60;
const recordsOfImport = 10_000;
const sizes = { small: 10_000, large: Number(process.argv[2] ?? 1_000_000) };
const states = ['open', 'paid', 'sent', 'done'];

const server = await startBaraza(4739, undefined, { BARAZA_RECORDS_MAX: String(sizes.large) });
const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
const paths = { small: await fill(sizes.small), large: await fill(sizes.large) };

const costs = { small: [] as number[], large: [] as number[] };
for (let round = 0; round <= rounds; round += 1)
  for (const size of ['small', 'large'] as const) {
    const { cpu } = await measure(server, pagesEach, (index) =>
      get(`${paths[size]}?where.state=${states[index % 4]}&sort=-rank&limit=100`),
    );
    // The first round is a warm-up and does not count.
    if (round > 0) costs[size].push(cpu);
  }
const [small, large] = [median(costs.small), median(costs.large)];
console.log(`a page of 100 by two paths: ${large.toFixed(0)} µs of ${sizes.large} records,`);
console.log(
  `${small.toFixed(0)} µs of ${sizes.small}: ${(large / small).toFixed(2)} (at most 1.3)`,
);

const slow = {
  'a range on another path, without a sort': 'where.rank.gte=0&where.note=none&limit=100',
  'a filter that finds nothing, sorted by an index': `sort=rank&limit=100&where.rank.gte=0&filter=${encodeURIComponent(
    'record.note = "none" || record.title ~ "nothing"',
  )}`,
};
for (const [name, query] of Object.entries(slow)) {
  const times: number[] = [];
  const others: number[] = [];
  for (let page = 0; page < 8; page += 1) {
    const startedMs = performance.now();
    let isDone = false;
    const found = once(server.port, get(`${paths.large}?${query}`)).then(() => {
      isDone = true;
    });
    while (!isDone) {
      const askedMs = performance.now();
      await once(server.port, get(`${paths.small}?limit=1`));
      others.push(performance.now() - askedMs);
    }
    await found;
    times.push(performance.now() - startedMs);
  }
  const most = (list: readonly number[]) => Math.max(...list).toFixed(0);
  console.log(`${name}: a page in ${median(times).toFixed(0)} ms, ${most(times)} at most;`);
  console.log(`another caller ${median(others).toFixed(1)} ms, ${most(others)} at most (150)`);
}
await server.stop();
rmSync(server.folder, { recursive: true, force: true });

function get(path: string) {
  return { method: 'GET', path, headers, status: 200 };
}

async function fill(count: number): Promise<string> {
  const body = JSON.stringify({
    service: 'data',
    kind: 'Collection',
    name: 'bench',
    config: { indexes: ['rank', ['state', 'rank']] },
  });
  const target = '/api/platform/resources';
  const made = await once(server.port, {
    method: 'POST',
    path: target,
    headers,
    status: 201,
    body,
  });
  const path = `${target}/${(JSON.parse(made.toString()) as { id: string }).id}/records`;
  const record = (n: number) =>
    JSON.stringify({
      state: states[n % 4],
      rank: (n * 104_729) % 1_000_003,
      title: `order ${n} of the day`,
      note: `note ${n % 97}`,
    });
  for (let from = 0; from < count; from += recordsOfImport) {
    const length = Math.min(recordsOfImport, count - from);
    const lines = Array.from({ length }, (_, at) => record(from + at)).join('\n');
    const ndjson = { ...headers, 'content-type': 'application/x-ndjson' };
    await once(server.port, { method: 'POST', path, headers: ndjson, status: 201, body: lines });
  }
  return path;
}
