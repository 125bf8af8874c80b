import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createKey } from '../packages/server/src/access/keys.ts';
import { createOwner } from '../packages/server/src/access/owners.ts';
import { silentLog } from '../packages/server/src/kernel/log.ts';
import { assemble, type Installation } from '../packages/server/src/server/assemble.ts';
import { readConfig } from '../packages/server/src/setup/config.ts';
import {
  insertResource,
  type ResourceRow,
} from '../packages/server/src/store/platform/resources.ts';
import { sql } from '../packages/server/src/store/store.ts';
import { startBaraza } from './baraza.ts';
import { sample } from './contestant.ts';
import { measure, type Shot, type Target } from './load.ts';

export const scaleOperations = ['get', 'create', 'delete'] as const;
export type ScaleOperation = (typeof scaleOperations)[number];

/** Server CPU for each request at two sizes, one value per round. */
export interface Scale {
  readonly small: { readonly [operation in ScaleOperation]: number[] };
  readonly large: { readonly [operation in ScaleOperation]: number[] };
}

const rounds = 5;
// A round is many short turns, so that created resources are deleted before they accumulate, and noise affects both
// sizes alike.
const turns = 30;
const getsEach = 1_000;
const changesEach = 340;

/** Measures both sizes alternately in one run. */
export async function measureScale(): Promise<Scale> {
  const worlds = {
    small: await open(4735, { owners: 1, resourcesEach: 100 }),
    large: await open(4736, { owners: 1_000, resourcesEach: 100 }),
  };
  const scale: Scale = { small: empty(), large: empty() };
  for (let round = 0; round <= rounds; round += 1) {
    const sums = { small: zero(), large: zero() };
    for (let turn = 0; turn < turns; turn += 1)
      for (const size of sizes) {
        const found = await takeTurn(worlds[size], turn);
        for (const operation of scaleOperations) sums[size][operation] += found[operation];
      }
    for (const size of sizes) {
      const means = scaleOperations.map((operation) => sums[size][operation] / turns);
      console.log(
        `round ${round} ${size} ${means.map((mean, at) => `${scaleOperations[at]} ${mean.toFixed(1)} µs`).join(', ')}`,
      );
      // The first round is a warm-up and does not count.
      if (round === 0) continue;
      scaleOperations.forEach((operation, at) => {
        scale[size][operation].push(means[at] ?? 0);
      });
    }
  }
  for (const size of sizes) await worlds[size].stop();
  return scale;
}

const sizes = ['small', 'large'] as const;

interface World {
  readonly target: Target;
  readonly keys: readonly string[];
  readonly ids: readonly (readonly string[])[];
  readonly stop: () => Promise<void>;
}

async function takeTurn(
  { target, keys, ids }: World,
  turn: number,
): Promise<{ [operation in ScaleOperation]: number }> {
  const ownerAt = (index: number) => ((turn * changesEach + index) * 7_919) % keys.length;
  const headersAt = (index: number) => ({
    authorization: `Bearer ${keys[ownerAt(index)]}`,
    'content-type': 'application/json',
  });
  const get = await measure(target, getsEach, (index) => {
    const own = ids[ownerAt(index)] ?? [];
    return shot('GET', own[(turn + index) % own.length] ?? '', headersAt(index), 200);
  });
  const createdIds: string[] = [];
  const create = await measure(
    target,
    changesEach,
    (index) => ({
      ...shot('POST', '', headersAt(index), 201),
      body: JSON.stringify({ service: 'work', kind: 'Task', name: 'bench', config: sample(index) }),
    }),
    (body, index) => {
      createdIds[index] = (JSON.parse(body.toString()) as { id: string }).id;
    },
  );
  const removed = await measure(target, changesEach, (index) =>
    shot('DELETE', createdIds[index] ?? '', headersAt(index), 200),
  );
  return { get: get.cpu, create: create.cpu, delete: removed.cpu };
}

function shot(
  method: string,
  id: string,
  headers: { readonly [name: string]: string },
  status: number,
): Shot {
  return { method, path: `/api/platform/resources${id === '' ? '' : `/${id}`}`, headers, status };
}

async function open(
  port: number,
  size: { readonly owners: number; readonly resourcesEach: number },
): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-scale-'));
  const { keys, ids } = await fill(folder, size);
  const server = await startBaraza(port, folder);
  return {
    target: { pid: server.pid, port },
    keys,
    ids,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fill(
  folder: string,
  size: { readonly owners: number; readonly resourcesEach: number },
): Promise<{ readonly keys: string[]; readonly ids: string[][] }> {
  const installation = await assemble(readConfig({ BARAZA_DATA: folder }), silentLog);
  const keys: string[] = [];
  const ids: string[][] = [];
  for (let index = 0; index < size.owners; index += 1) {
    const owner = await createOwner(installation.keyring, `owner ${index}`);
    const wanted = { owner: owner.id, name: 'bench', scopes: ['*'], expiresInMs: null };
    keys.push((await createKey(installation.keyring, wanted)).key);
    ids.push(await fillOwner(installation, owner.id, size.resourcesEach));
  }
  await installation.close();
  return { keys, ids };
}

function fillOwner(
  { store, makeId, clock }: Installation,
  ownerId: string,
  count: number,
): Promise<string[]> {
  return store.write(async (tx) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const row = resourceRow(makeId('resource'), ownerId, index, clock());
      await insertResource(tx, row);
      ids.push(row.id);
    }
    await tx.run(sql`UPDATE owners SET resource_count = ${count} WHERE id = ${ownerId}`);
    return ids;
  });
}

function resourceRow(id: string, ownerId: string, index: number, atMs: number): ResourceRow {
  return {
    id,
    owner_id: ownerId,
    service: 'work',
    kind: 'Task',
    name: `task ${index}`,
    config: JSON.stringify(sample(index)),
    state: 'active',
    state_before: null,
    version: 1,
    created_at: atMs,
    updated_at: atMs,
    archived_at: null,
    completed_at: null,
    captured_at: null,
    validation: null,
    record_count: 0,
    record_bytes: 0,
    object_count: 0,
    object_bytes: 0,
    indexes: null,
    uniques: null,
    search: null,
    trusts: null,
    refs: null,
  };
}

function zero(): { [operation in ScaleOperation]: number } {
  return { get: 0, create: 0, delete: 0 };
}

function empty(): { [operation in ScaleOperation]: number[] } {
  return { get: [], create: [], delete: [] };
}
