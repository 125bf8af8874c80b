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
  sort: 'a page of 100 in descending order of a field with few values',
  patch: 'merge into one record, indexed fields too',
};

/** Server CPU for each request at two sizes, one value per round. */
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

/** The cost of users and rules, each compared with another request in the same run. */
export const userComparisons = {
  get: { title: "get one record with a user's token, and with a key", max: 1.5 },
  list: { title: 'a page of 100 under a rule that no index covers, and without a rule', max: 1.3 },
  ruled: {
    title: 'a page of 100 by a rule on an indexed field, of 100,000 records, and of 1,000',
    max: 1.3,
  },
} as const;
type UserComparison = keyof typeof userComparisons;

/** Server CPU for each request: with users, and of the request it is compared with. */
export interface UserCosts {
  readonly compared: { readonly [name in UserComparison]: readonly [number[], number[]] };
  /** With 100,000 records: groups by an indexed field, and a search for frequent words, best match first. */
  readonly summary: number[];
  readonly search: number[];
}

/** Measures both sizes alternately in one run. */
export async function measureRecords(): Promise<{
  readonly records: RecordScale;
  readonly users: UserCosts;
}> {
  const worlds = { small: await open(4737, 'small'), large: await open(4738, 'large') };
  const users = await measureUsers(worlds);
  const records = await measureScale(worlds);
  for (const size of sizes) await worlds[size].stop();
  return { records, users };
}

type Worlds = { readonly [size in keyof typeof recordSizes]: World };

async function measureUsers(worlds: Worlds): Promise<UserCosts> {
  const costs: UserCosts = {
    compared: { get: [[], []], list: [[], []], ruled: [[], []] },
    summary: [],
    search: [],
  };
  const { large, small } = worlds;
  const page = (world: World, headers: World['headers']) => () =>
    shot('GET', `${world.path}?limit=100`, headers, 200);
  const one = (headers: World['headers']) => (index: number) =>
    shot('GET', `${large.path}/${large.ids[(index * 7_919) % large.ids.length]}`, headers, 200);
  const pairs: {
    readonly [name in UserComparison]: readonly (readonly [World, (index: number) => Shot])[];
  } = {
    get: [
      [large, one(large.ofAll)],
      [large, one(large.headers)],
    ],
    list: [
      [large, page(large, large.ofAll)],
      [large, page(large, large.headers)],
    ],
    ruled: [
      [large, page(large, large.ofState)],
      [small, page(small, small.ofState)],
    ],
  };
  const names = Object.keys(pairs) as UserComparison[];
  const wholeShot = (name: keyof typeof wholePaths) =>
    shot('GET', `${large.path}${wholePaths[name]}`, large.headers, 200);
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const sums = [0, 0];
      for (let turn = 0; turn < turns; turn += 1)
        for (const [at, [world, shotAt]] of pairs[name].entries()) {
          const count = name === 'get' ? requestsEach.get : requestsEach.filter;
          sums[at] = (sums[at] ?? 0) + (await measure(world.target, count, shotAt)).cpu / turns;
        }
      const [ours = 0, others = 0] = sums;
      console.log(`round ${round} ${name}: ${ours.toFixed(0)} and ${others.toFixed(0)} µs`);
      if (round === 0) continue;
      costs.compared[name][0].push(ours);
      costs.compared[name][1].push(others);
    }
    for (const name of ['summary', 'search'] as const) {
      // One at a time, because requests of one owner wait for each other.
      let cpu = 0;
      for (let turn = 0; turn < turns; turn += 1)
        cpu += (await measure(large.target, 1, () => wholeShot(name))).cpu / turns;
      console.log(`round ${round} ${name}: ${(cpu / 1000).toFixed(1)} ms`);
      if (round > 0) costs[name].push(cpu);
    }
  }
  return costs;
}

// Words of the titles: `order 17…` matches 1,111 of 100,000 records.
const wholePaths = {
  summary: '/summary?count=true&group=state',
  search: '?limit=100&q=order%2017',
};

async function measureScale(worlds: Worlds): Promise<RecordScale> {
  const scale: RecordScale = { small: empty(), large: empty() };
  for (let round = 0; round <= rounds; round += 1)
    for (const operation of recordOperations) {
      const sums = { small: 0, large: 0 };
      for (let turn = 0; turn < turns; turn += 1)
        for (const size of sizes) sums[size] += await takeTurn(worlds[size], operation);
      const figures = sizes.map((size) => `${size} ${(sums[size] / turns).toFixed(0)} µs`);
      console.log(`round ${round} ${operation.padEnd(6)} ${figures.join(', ')}`);
      // The first round is a warm-up and does not count.
      if (round > 0) for (const size of sizes) scale[size][operation].push(sums[size] / turns);
    }
  return scale;
}

const sizes = ['small', 'large'] as const;

interface World {
  readonly target: Target;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  /** A user for whom a rule without an index allows every record, and one with a rule on an indexed field. */
  readonly ofAll: { readonly [name: string]: string };
  readonly ofState: { readonly [name: string]: string };
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
      config: {
        indexes: ['state', 'rank'],
        search: ['title'],
        rules: {
          list: 'record.state = user.state || (user.state = "all" && record.total > 0)',
          view: 'record.total > 0 && user.id != null',
        },
      },
    }),
  });
  const { id } = JSON.parse(answer.toString()) as { id: string };
  const path = `/api/platform/resources/${id}/records`;
  // Below the limit by the number of records that a turn creates.
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
  const users = JSON.parse(
    (
      await once(
        port,
        shot('POST', '/api/platform/resources', headers, 201, {
          service: 'data',
          kind: 'Users',
          name: 'users',
          // Rules trust the field, so it has to be named.
          config: { signUp: true, fields: { writable: ['state'] } },
        }),
      )
    ).toString(),
  ) as { id: string };
  const signUp = async (state: string) => {
    const account = { email: `${state}@example.com`, password: 'long enough', state };
    const path = `/api/platform/users/${users.id}/sign-up`;
    const json = { 'content-type': 'application/json' };
    const made = await once(port, shot('POST', path, json, 201, account));
    const { token } = JSON.parse(made.toString()) as { token: string };
    return { authorization: `Bearer ${token}` };
  };
  return {
    target: { pid: server.pid, port },
    path,
    headers,
    ofAll: await signUp('all'),
    ofState: await signUp('open'),
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
