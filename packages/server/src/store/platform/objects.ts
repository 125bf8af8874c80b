import { type Query, type Reader, sql, type Writer } from '../store.ts';
import { type ConditionSource, timeText } from './condition-dialects.ts';

export interface ObjectRow {
  readonly key: string;
  /** Name of its blob; independent of the key, which is only data. */
  readonly blob: string;
  readonly size: number;
  readonly content_type: string;
  /** 1 when a browser may show it, 0 when it only downloads. */
  readonly inline: number;
  readonly sha256: string;
  readonly created_at: number;
  readonly updated_at: number;
  /** The user who uploaded it; null if that was a key or an anonymous caller. */
  readonly user_id: string | null;
}

const columns = sql`key, blob, size, content_type, inline, sha256, created_at, updated_at, user_id`;

export function findObject(reader: Reader, resourceId: string, key: string) {
  return reader.get<ObjectRow>(sql`SELECT ${columns} FROM objects
    WHERE resource_id = ${resourceId} AND key = ${key}`);
}

export function insertObject(tx: Writer, resourceId: string, row: ObjectRow): Promise<number> {
  return tx.run(sql`INSERT INTO objects (resource_id, ${columns})
    VALUES (${resourceId}, ${row.key}, ${row.blob}, ${row.size}, ${row.content_type}, ${row.inline},
      ${row.sha256}, ${row.created_at}, ${row.updated_at}, ${row.user_id})`);
}

export function replaceObject(tx: Writer, resourceId: string, row: ObjectRow): Promise<number> {
  return tx.run(sql`UPDATE objects SET blob = ${row.blob}, size = ${row.size},
      content_type = ${row.content_type}, inline = ${row.inline}, sha256 = ${row.sha256},
      updated_at = ${row.updated_at}, user_id = ${row.user_id}
    WHERE resource_id = ${resourceId} AND key = ${row.key}`);
}

export function deleteObject(tx: Writer, resourceId: string, key: string): Promise<number> {
  return tx.run(sql`DELETE FROM objects WHERE resource_id = ${resourceId} AND key = ${key}`);
}

interface ObjectsPage {
  readonly prefix?: string | undefined;
  readonly afterKey?: string | undefined;
  readonly limit?: number | undefined;
  /** A condition of what may be listed. */
  readonly allowed?: Query | undefined;
}

/** By key, byte by byte. */
export function objectsQuery(resourceId: string, page: ObjectsPage): Query {
  const after = page.afterKey === undefined ? sql`` : sql` AND key > ${page.afterKey}`;
  const limit = page.limit === undefined ? sql`` : sql` LIMIT ${page.limit}`;
  return sql`SELECT ${columns} FROM objects
    WHERE resource_id = ${resourceId}${within(page.prefix)}${after}${andAllowed(page.allowed)}
    ORDER BY key${limit}`;
}

export async function sumObjects(
  reader: Reader,
  resourceId: string,
  prefix: string | undefined,
  allowed?: Query,
): Promise<{ readonly total: number; readonly bytes: number }> {
  const row = await reader.get<{
    total: number;
    bytes: number | null;
  }>(sql`SELECT count(*) AS total, CAST(sum(size) AS BIGINT) AS bytes FROM objects
      WHERE resource_id = ${resourceId}${within(prefix)}${andAllowed(allowed)}`);
  return { total: row?.total ?? 0, bytes: row?.bytes ?? 0 };
}

export function blobsOf(reader: Reader, resourceId: string): Promise<{ readonly blob: string }[]> {
  return reader.all(sql`SELECT blob FROM objects WHERE resource_id = ${resourceId}`);
}

function andAllowed(allowed: Query | undefined): Query {
  return allowed === undefined ? sql`` : sql` AND (${allowed})`;
}

/** Where conditions find the properties of an object. */
export const objectSource: ConditionSource = {
  columns: {
    key: sql`key`,
    contentType: sql`content_type`,
    owner: sql`user_id`,
    createdAt: timeText(sql`created_at`),
    updatedAt: timeText(sql`updated_at`),
  },
  json: {
    sqlite: sql`json_object('size', size)`,
    postgres: sql`json_build_object('size', size)`,
  },
};

function within(prefix: string | undefined): Query {
  if (prefix === undefined || prefix === '') return sql``;
  return sql` AND substr(key, 1, ${[...prefix].length}) = ${prefix}`;
}
