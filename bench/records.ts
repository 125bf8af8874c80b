import { rmSync } from 'node:fs';
import { startBaraza } from './baraza.ts';
import { sample } from './contestant.ts';
import { measure, once, type Shot, type Target } from './load.ts';

/** Operations on a collection with declared indexes, at both sizes. */
export const recordOperations = [
  'get',
  'create',
  'filter',
  'range',
  'both',
  'sort',
  'patch',
] as const;
export type RecordOperation = (typeof recordOperations)[number];

export const recordTitles: { readonly [operation in RecordOperation]: string } = {
  get: 'get one record',
  create: 'create a record of 1 KB, and delete it',
  filter: 'a page of 100 by equality',
  range: 'a page of 100 by a range, sorted by it',
  both: 'a page of 100 by two fields, sorted by one of them',
  sort: 'a page of 100 sorted downwards by a field of few values',
  patch: 'merge into one record, indexed fields too',
};

/** Server CPU for each request at two sizes, every round's value. */
export interface RecordScale {
  readonly small: { readonly [operation in RecordOperation]: number[] };
  readonly large: { readonly [operation in RecordOperation]: number[] };
}

export const recordSizes = { small: 1_000, large: 100_000 } as const;

const rounds = 5;
const turns = 6;
const requestsEach: { readonly [operation in RecordOperation]: number } = {
  get: 400,
  create: 100,
  filter: 60,
  range: 60,
  both: 60,
  sort: 60,
  patch: 100,
};

/** Measures both sizes alternately in one run. */
export async function measureRecords(): Promise<RecordScale> {
  const worlds = { small: await open(4737, 'small'), large: await open(4738, 'large') };
  const scale: RecordScale = { small: empty(), large: empty() };
  for (let round = 0; round <= rounds; round += 1)
    for (const operation of recordOperations) {
      const sums = { small: 0, large: 0 };
      for (let turn = 0; turn < turns; turn += 1)
        for (const size of sizes) sums[size] += await takeTurn(worlds[size], operation);
      const figures = sizes.map((size) => `${size} ${(sums[size] / turns).toFixed(0)} µs`);
      console.log(`round ${round} ${operation.padEnd(6)} ${figures.join(', ')}`);
      // The first round warms both up and is not counted.
      if (round > 0) for (const size of sizes) scale[size][operation].push(sums[size] / turns);
    }
  for (const size of sizes) await worlds[size].stop();
  return scale;
}

const sizes = ['small', 'large'] as const;

interface World {
  readonly target: Target;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly ids: readonly string[];
  readonly stop: () => Promise<void>;
}

async function takeTurn(world: World, operation: RecordOperation): Promise<number> {
  const { target, path, headers, ids } = world;
  const count = requestsEach[operation];
  const idAt = (index: number) => ids[(index * 7_919) % ids.length] ?? '';
  if (operation === 'create') {
    const createdIds: string[] = [];
    const created = await measure(
      target,
      count,
      (index) => shot('POST', path, headers, 201, recordOf(index)),
      (body, index) => {
        createdIds[index] = (JSON.parse(body.toString()) as { recordId: string }).recordId;
      },
    );
    const deleted = await measure(target, count, (index) =>
      shot('DELETE', `${path}/${createdIds[index]}`, headers, 200),
    );
    return created.cpu + deleted.cpu;
  }
  const shotAt = (index: number): Shot => {
    if (operation === 'get') return shot('GET', `${path}/${idAt(index)}`, headers, 200);
    if (operation === 'patch')
      return shot('PATCH', `${path}/${idAt(index)}`, headers, 200, {
        rank: (index * 104_729) % 100_000,
        note: null,
      });
    return shot('GET', `${path}?limit=100&${queries[operation](index)}`, headers, 200);
  };
  return (await measure(target, count, shotAt)).cpu;
}

const queries = {
  filter: (index: number) => `where.state=${states[index % states.length]}`,
  range: (index: number) => `where.rank.gte=${(index * 613) % 50_000}&sort=rank`,
  both: (index: number) =>
    `where.state=${states[index % states.length]}&where.rank.lt=${50_000 + ((index * 613) % 50_000)}&sort=-rank`,
  sort: () => 'sort=-state',
};

const states = ['open', 'paid', 'sent', 'done'];

function recordOf(index: number): object {
  return {
    ...sample(index),
    state: states[index % states.length],
    rank: (index * 104_729) % 100_000,
  };
}

function shot(
  method: string,
  path: string,
  headers: { readonly [name: string]: string },
  status: number,
  body?: object,
): Shot {
  return { method, path, headers, status, ...(body && { body: JSON.stringify(body) }) };
}

async function open(port: number, size: keyof typeof recordSizes): Promise<World> {
  const server = await startBaraza(port, undefined, {
    BARAZA_RECORDS_MAX: String(recordSizes.large),
  });
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
  const answer = await once(port, {
    ...shot('POST', '/api/platform/resources', headers, 201, {
      service: 'data',
      kind: 'Collection',
      name: 'bench',
      config: { indexes: ['state', 'rank'] },
    }),
  });
  const { id } = JSON.parse(answer.toString()) as { id: string };
  const path = `/api/platform/resources/${id}/records`;
  // Leaves room for the records that a turn creates.
  const count = recordSizes[size] - requestsEach.create;
  for (let from = 0; from < count; from += recordsOfImport)
    await once(port, {
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      body: Array.from({ length: Math.min(recordsOfImport, count - from) }, (_, at) =>
        JSON.stringify(recordOf(from + at)),
      ).join('\n'),
      status: 201,
    });
  const page = await once(
    port,
    shot('GET', `${path}?sort=rank&limit=1000&fields=rank`, headers, 200),
  );
  const { records } = JSON.parse(page.toString()) as { records: { recordId: string }[] };
  return {
    target: { pid: server.pid, port },
    path,
    headers,
    ids: records.map(({ recordId }) => recordId),
    stop: async () => {
      await server.stop();
      rmSync(server.folder, { recursive: true, force: true });
    },
  };
}

const recordsOfImport = 10_000;

function empty(): { [operation in RecordOperation]: number[] } {
  return { get: [], create: [], filter: [], range: [], both: [], sort: [], patch: [] };
}
