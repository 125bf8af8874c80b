/** What is true of this store alone and travels neither with a backup nor with a copy. */
import { isoTime } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Reader, sql, type Writer } from '../store.ts';

/** Where the objects of this store are. */
export interface ObjectsPlace {
  /** Written there too, so that no other store takes them for its own. */
  readonly id: string;
  readonly place: string;
}

export async function readObjectsPlace(reader: Reader): Promise<ObjectsPlace | undefined> {
  const value = await readMark(reader, 'objects');
  return value === undefined ? undefined : (JSON.parse(value) as ObjectsPlace);
}

/** Gives what is there already, if anything; two that add at once get the same. */
export async function addObjectsPlace(tx: Writer, place: ObjectsPlace): Promise<ObjectsPlace> {
  await tx.run(sql`INSERT INTO installation (name, value)
    VALUES ('objects', ${JSON.stringify(place)}) ON CONFLICT (name) DO NOTHING`);
  return (await readObjectsPlace(tx)) ?? place;
}

export function writeObjectsPlace(tx: Writer, place: ObjectsPlace): Promise<void> {
  return writeMark(tx, 'objects', JSON.stringify(place));
}

/** Since when a copy into this store is under way; undefined when it is whole. */
export function readCopying(reader: Reader): Promise<string | undefined> {
  return readMark(reader, 'copying');
}

/** Refuses a store into which a copy has not ended. */
export async function assertWhole(reader: Reader): Promise<void> {
  const since = await readCopying(reader);
  if (since !== undefined)
    throw new Problem(
      'conflict',
      `A copy into this store has not ended since ${since}; run baraza copy again to complete it.`,
    );
}

export function beginCopying(tx: Writer, nowMs: number): Promise<void> {
  return writeMark(tx, 'copying', isoTime(nowMs));
}

/** The same for a store whose tables are made in the same step. */
export function copyingStatement(nowMs: number): string {
  return `INSERT INTO installation (name, value) VALUES ('copying', '${isoTime(nowMs)}')`;
}

export function endCopying(tx: Writer): Promise<number> {
  return tx.run(sql`DELETE FROM installation WHERE name = 'copying'`);
}

export async function hasObjects(reader: Reader): Promise<boolean> {
  return (await reader.get(sql`SELECT 1 AS found FROM objects LIMIT 1`)) !== undefined;
}

async function readMark(reader: Reader, name: string): Promise<string | undefined> {
  const row = await reader.get<{ value: string }>(
    sql`SELECT value FROM installation WHERE name = ${name}`,
  );
  return row?.value;
}

async function writeMark(tx: Writer, name: string, value: string): Promise<void> {
  await tx.run(sql`INSERT INTO installation (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}
