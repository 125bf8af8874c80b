/** Marks of this store alone, which are part of neither a backup nor a copy. */
import { isoTime } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/problem.ts';
import { hasRows, readValue } from '../rows.ts';
import { type Reader, sql, type Writer } from '../store.ts';

export interface ObjectsLocation {
  /** Also written to the object store, so that no other store uses them. */
  readonly id: string;
  readonly place: string;
}

export function readObjectsLocation(reader: Reader): Promise<ObjectsLocation | undefined> {
  return readJsonMark(reader, 'objects');
}

/** Returns the existing one, if any; concurrent callers get the same. */
export async function addObjectsLocation(tx: Writer, place: ObjectsLocation) {
  await tx.run(sql`INSERT INTO installation (name, value)
    VALUES ('objects', ${JSON.stringify(place)}) ON CONFLICT (name) DO NOTHING`);
  return (await readObjectsLocation(tx)) ?? place;
}

export function writeObjectsLocation(tx: Writer, place: ObjectsLocation): Promise<void> {
  return writeMark(tx, 'objects', JSON.stringify(place));
}

/** When the copy into this store began; undefined if no copy is under way. */
export function readCopying(reader: Reader): Promise<string | undefined> {
  return readMark(reader, 'copying');
}

/** When a restore began, until it ends: the store has people again who were erased after the backup. */
function readRestoring(reader: Reader): Promise<string | undefined> {
  return readMark(reader, 'restoring');
}

/** Refuses a store whose copy or restore has not ended. */
export async function assertWhole(reader: Reader): Promise<void> {
  const copying = await readCopying(reader);
  if (copying !== undefined)
    throw conflict(
      `A copy into this store has not ended (begun ${copying}); run baraza copy again to complete it.`,
    );
  const restoring = await readRestoring(reader);
  if (restoring !== undefined)
    throw conflict(
      `A restore into this database has not ended (begun ${restoring}); make an empty one with createdb, set ` +
        'DATABASE_URL to it and run baraza restore again.',
    );
}

export function beginRestoring(tx: Writer, time: string): Promise<void> {
  return writeMark(tx, 'restoring', time);
}

export function endRestoring(tx: Writer): Promise<number> {
  return tx.run(sql`DELETE FROM installation WHERE name = 'restoring'`);
}

export function beginCopying(tx: Writer, nowMs: number): Promise<void> {
  return writeMark(tx, 'copying', isoTime(nowMs));
}

/** `beginCopying` as a statement, for a store whose tables are made in the same transaction. */
export function copyingStatement(nowMs: number): string {
  return `INSERT INTO installation (name, value) VALUES ('copying', '${isoTime(nowMs)}')`;
}

export function endCopying(tx: Writer): Promise<number> {
  return tx.run(sql`DELETE FROM installation WHERE name = 'copying'`);
}

/**
 * The fingerprint of the pepper with which everything here is hashed and sealed. Empty when the operator has given up
 * a lost one: the next pepper is accepted.
 */
export function readPepperMark(reader: Reader): Promise<string | undefined> {
  return readMark(reader, 'pepper');
}

/** Returns the existing one, if any; concurrent callers get the same. */
export async function addPepperMark(tx: Writer, fingerprint: string): Promise<string> {
  await tx.run(sql`INSERT INTO installation (name, value) VALUES ('pepper', ${fingerprint})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE installation.value = ''`);
  return (await readPepperMark(tx)) ?? fingerprint;
}

export function writePepperMark(tx: Writer, fingerprint: string): Promise<void> {
  return writeMark(tx, 'pepper', fingerprint);
}

/** Samples of what is sealed with the pepper, by kind; the most reliable kinds first. */
export async function someSealed(reader: Reader): Promise<readonly (readonly string[])[]> {
  const queries = [
    sql`SELECT private AS sealed FROM signing_keys WHERE current = 1`,
    sql`SELECT secret AS sealed FROM webhooks LIMIT 100`,
    sql`SELECT notify_secret AS sealed FROM sites WHERE notify_secret IS NOT NULL LIMIT 100`,
  ];
  const found: string[][] = [];
  for (const query of queries) {
    const rows = await reader.all<{ sealed: string | null }>(query);
    found.push(rows.flatMap(({ sealed }) => sealed ?? []));
  }
  return found;
}

/** Drops the signing secrets of notices that cannot be opened; they are made again when needed. */
export async function dropNotifySecrets(tx: Writer, isLost: (sealed: string) => boolean) {
  const rows = await tx.all<{ id: string; sealed: string }>(sql`SELECT id, notify_secret AS sealed
    FROM sites
    WHERE notify_secret IS NOT NULL`);
  for (const { id } of rows.filter(({ sealed }) => isLost(sealed)))
    await tx.run(sql`UPDATE sites SET notify_secret = NULL WHERE id = ${id}`);
}

/** The last backup of this store, whichever process or command has taken it. */
export interface LastBackup {
  readonly at: string;
  readonly file: string;
  readonly bytes: number;
  /** The name of the machine that has the file. */
  readonly machine: string;
}

export function readLastBackup(reader: Reader): Promise<LastBackup | undefined> {
  return readJsonMark(reader, 'backup');
}

export function writeLastBackup(tx: Writer, last: LastBackup): Promise<void> {
  return writeMark(tx, 'backup', JSON.stringify(last));
}

/** The last time that the schedule took a backup, or tried to. */
export interface BackupAttempt {
  readonly at: string;
  /** The name of the machine that did. */
  readonly machine: string;
  /** Null if it was taken. */
  readonly error: string | null;
}

export function readBackupAttempt(reader: Reader): Promise<BackupAttempt | undefined> {
  return readJsonMark(reader, 'backup attempt');
}

export function writeBackupAttempt(tx: Writer, attempt: BackupAttempt): Promise<void> {
  return writeMark(tx, 'backup attempt', JSON.stringify(attempt));
}

/** Shows that the store takes writes. */
export function writeProbe(tx: Writer, nowMs: number): Promise<void> {
  return writeMark(tx, 'write probe', isoTime(nowMs));
}

/** The backup catalog of each data folder, as its process has written it. */
export async function readBackupCatalogs(reader: Reader) {
  return reader.all<{ id: string; value: string }>(sql`SELECT
      substr(name, ${catalogPrefix.length + 1}) AS id, value FROM installation
    WHERE name LIKE ${`${catalogPrefix}%`} ORDER BY name`);
}

export function writeBackupCatalog(tx: Writer, id: string, value: string): Promise<void> {
  return writeMark(tx, `${catalogPrefix}${id}`, value);
}

export function deleteBackupCatalog(tx: Writer, id: string): Promise<number> {
  return tx.run(sql`DELETE FROM installation WHERE name = ${`${catalogPrefix}${id}`}`);
}

const catalogPrefix = 'backups of ';

export function hasObjects(reader: Reader): Promise<boolean> {
  return hasRows(reader, sql`SELECT 1 FROM objects LIMIT 1`);
}

function readMark(reader: Reader, name: string): Promise<string | undefined> {
  return readValue(reader, sql`SELECT value FROM installation WHERE name = ${name}`);
}

async function readJsonMark<Mark>(reader: Reader, name: string): Promise<Mark | undefined> {
  const value = await readMark(reader, name);
  return value === undefined ? undefined : (JSON.parse(value) as Mark);
}

async function writeMark(tx: Writer, name: string, value: string): Promise<void> {
  await tx.run(sql`INSERT INTO installation (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}
