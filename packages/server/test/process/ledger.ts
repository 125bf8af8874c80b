import assert from 'node:assert/strict';
import type { Random } from '../fixtures/random.ts';
import { ask, form, resources, storage } from '../sockets/requests.ts';

/** A resource as its writer knows it from the answers. */
export interface Known {
  readonly service: 'data' | 'storage';
  readonly name: string;
  readonly records: ReadonlyMap<string, string>;
  readonly objects: ReadonlyMap<string, Uint8Array>;
}

export interface Door {
  readonly url: string;
  readonly key: string;
}

/** What one write would make of a resource. A write without an answer may have happened or not. */
interface Write {
  readonly send: (door: Door) => Promise<{ readonly status: number; readonly json: unknown }>;
  readonly after: (answer: { readonly recordId?: string }) => Known;
  /** Whether a resource found later is what this write would have made. */
  readonly made: (found: Known) => boolean;
}

/** One writer with its own resources: every answer is recorded, and the write that is open. */
export function openLedger(random: Random, name: string) {
  const known = new Map<string, Known>();
  const gone = new Set<string>();
  let open: { readonly id: string | undefined; readonly write: Write } | undefined;
  let writes = 0;

  /** Sends one write and books its answer; false when no answer came. */
  const write = async (door: Door): Promise<boolean> => {
    writes += 1;
    const id = known.size < 2 ? undefined : random.pick([...known.keys()]);
    const chosen = id === undefined ? creation() : change(id, known.get(id) as Known);
    open = { id, write: chosen };
    let answer: Awaited<ReturnType<Write['send']>>;
    try {
      answer = await chosen.send(door);
    } catch {
      return false;
    }
    assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.json)}`);
    const reply = answer.json as { readonly id: string; readonly recordId?: string };
    known.set(id ?? reply.id, chosen.after(reply));
    open = undefined;
    return true;
  };

  const creation = (): Write => {
    const fresh: Known = {
      service: known.size === 0 ? 'data' : random.pick(['data', 'storage']),
      name: `${name} ${writes}`,
      records: new Map(),
      objects: new Map(),
    };
    return {
      send: (door) =>
        ask(door, 'POST', resources, {
          key: door.key,
          body: { service: fresh.service, kind: 'Kind', name: fresh.name },
        }),
      after: () => fresh,
      made: (found) => same(found, fresh),
    };
  };

  const change = (id: string, before: Known): Write => {
    const place = `${resources}/${id}`;
    const patch =
      (body: object): Write['send'] =>
      (door) =>
        ask(door, 'PATCH', place, { key: door.key, body });
    const dice = random.below(10);
    if (dice === 0) {
      const after = { ...before, name: `${name} renamed ${writes}` };
      return settled(patch({ action: 'rename', name: after.name }), after);
    }
    if (before.service === 'data') {
      const [recordId] = before.records.keys();
      if (dice < 4 && recordId !== undefined)
        return settled(patch({ action: 'delete-record', recordId }), {
          ...before,
          records: without(before.records, recordId),
        });
      const record = { n: writes, text: 'x'.repeat(random.below(2_000)), list: [1, null, 'é'] };
      const text = JSON.stringify(record);
      return {
        send: patch({ action: 'add-record', record }),
        after: ({ recordId: added = '' }) => ({
          ...before,
          records: new Map([...before.records, [added, text]]),
        }),
        made: (found) => {
          const extra = [...found.records].find(([found]) => !before.records.has(found));
          return (
            extra?.[1] === text &&
            same({ ...found, records: without(found.records, extra[0]) }, before)
          );
        },
      };
    }
    const target = (key: string) => `${storage}/${id}?key=${encodeURIComponent(key)}`;
    const [key] = before.objects.keys();
    if (dice < 4 && key !== undefined)
      return settled((door) => ask(door, 'DELETE', target(key), { key: door.key }), {
        ...before,
        objects: without(before.objects, key),
      });
    const put = random.below(4) === 0 && key !== undefined ? key : `kitu ${writes}/é.bin`;
    const bytes = random.bytes(random.below(10) === 0 ? 1_500_000 : random.below(60_000));
    return settled(
      (door) => ask(door, 'POST', target(put), { key: door.key, body: form({ bytes }) }),
      { ...before, objects: new Map([...before.objects, [put, bytes]]) },
    );
  };

  /** Compares the records with the answers of the server; an open write may have happened or not. */
  const audit = async (door: Door, listed: ReadonlySet<string>, strays: Set<string>) => {
    for (const id of gone) assert.ok(!listed.has(id), `${id} came back`);
    for (const [id, booked] of known) {
      assert.ok(listed.has(id), `${id} was acknowledged and is lost`);
      const found = await look(door, id);
      const settledOpen = open?.id === id && open.write.made(found);
      if (!settledOpen) assertSame(found, booked, id);
      known.set(id, found);
    }
    for (const id of strays) {
      if (open?.id !== undefined || !open?.write.made(await look(door, id))) continue;
      known.set(id, await look(door, id));
      strays.delete(id);
    }
    open = undefined;
  };

  /** Deletes one resource with all it holds. */
  const drop = async (door: Door): Promise<void> => {
    const id = random.pick([...known.keys()]);
    const { status } = await ask(door, 'DELETE', `${resources}/${id}`, { key: door.key });
    assert.equal(status, 200);
    known.delete(id);
    gone.add(id);
  };

  return {
    write,
    audit,
    drop,
    ids: () => [...known.keys()],
    /** One of its resources that takes uploads, if any. */
    bucket: () => [...known].find(([, { service }]) => service === 'storage')?.[0],
    bytes: () => total(known),
  };
}

export type Ledger = ReturnType<typeof openLedger>;

function settled(send: Write['send'], after: Known): Write {
  return { send, after: () => after, made: (found) => same(found, after) };
}

/** Everything a server returns about a resource; checks that its counts match its content. */
async function look(door: Door, id: string): Promise<Known> {
  const { status, json } = await ask(door, 'GET', `${resources}/${id}`, { key: door.key });
  assert.equal(status, 200);
  const records = new Map<string, string>();
  const objects = new Map<string, Uint8Array>();
  if (json.service === 'data') {
    for (const { recordId, record } of json.records) records.set(recordId, JSON.stringify(record));
    assert.equal(json.recordCount, records.size);
  } else {
    const list = (await ask(door, 'GET', `${storage}/${id}`, { key: door.key })).json;
    let bytes = 0;
    for (const { key, size } of list.objects) {
      const response = await fetch(`${door.url}${storage}/${id}?key=${encodeURIComponent(key)}`, {
        headers: { authorization: `Bearer ${door.key}` },
      });
      assert.equal(response.status, 200);
      objects.set(key, await response.bytes());
      assert.equal(objects.get(key)?.length, size);
      bytes += size;
    }
    assert.deepEqual(
      [json.objectCount, json.bytes, list.total, list.bytes],
      [objects.size, bytes, objects.size, bytes],
    );
  }
  return { service: json.service, name: json.name, records, objects };
}

function same(one: Known, other: Known): boolean {
  return (
    one.service === other.service &&
    one.name === other.name &&
    one.records.size === other.records.size &&
    one.objects.size === other.objects.size &&
    [...one.records].every(([id, text]) => other.records.get(id) === text) &&
    [...one.objects].every(([key, bytes]) => sameBytes(bytes, other.objects.get(key)))
  );
}

function assertSame(found: Known, booked: Known, id: string): void {
  assert.equal(found.name, booked.name, `${id} has another name`);
  assert.deepEqual([...found.records], [...booked.records], `${id} has other records`);
  assert.deepEqual(
    [...found.objects.keys()].sort(),
    [...booked.objects.keys()].sort(),
    `${id} has other objects`,
  );
  for (const [key, bytes] of booked.objects)
    assert.ok(sameBytes(bytes, found.objects.get(key)), `${id} ${key} has other bytes`);
}

function sameBytes(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && Buffer.compare(one, other) === 0;
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): Map<string, Value> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

function total(known: ReadonlyMap<string, Known>): number {
  return [...known.values()]
    .flatMap(({ objects }) => [...objects.values()])
    .reduce((sum, { length }) => sum + length, 0);
}
