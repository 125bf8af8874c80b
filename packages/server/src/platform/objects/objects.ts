import { limits } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { absent, invalid, Problem, unavailable } from '../../kernel/problem.ts';
import { isAmong, type VersionTags } from '../../kernel/version-tags.ts';
import { overBytes } from '../../limits/owner-bytes.ts';
import { bytesOf, findOwner } from '../../store/owners.ts';
import {
  deleteObject,
  findObject,
  insertObject,
  type ObjectRow,
  replaceObject,
} from '../../store/platform/objects.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { markForDeletion, publishUpload } from '../../store/platform/unreferenced-blobs.ts';
import type { Reader } from '../../store/store.ts';
import { saveResource } from '../activity.ts';
import type { Platform, Work } from '../platform.ts';
import { etagOf } from '../resources/render.ts';
import { requireHeld, requireResource } from '../resources/resources.ts';
import { assertLegal } from '../resources/transitions.ts';
import {
  assertMayCreate,
  assertMayUpdate,
  isAllowed,
  objectSubject,
} from '../rules/keyless-access.ts';
import type { ContentType } from './content-type.ts';

/** Room for the boundaries and fields around the file. */
const formExtraBytesMax = 64 * 1024;
export const formBytesMax = limits.objectBytesMax + formExtraBytesMax;

/** An uploaded file whose blob is committed, but that no row refers to yet. */
export interface Arrived {
  readonly key: string;
  readonly blob: string;
  readonly size: number;
  readonly sha256: string;
  readonly contentType: ContentType;
}

interface ObjectConditions {
  readonly ifMatch: VersionTags | undefined;
  readonly ifNoneMatch: VersionTags | undefined;
}

export interface Stored {
  readonly row: ObjectRow;
  /** The blob that this key had before. */
  readonly replacedBlob: string | undefined;
}

/** The target bucket of an upload, checked before the body is read. */
export async function requireUploadable(reader: Reader, caller: Caller, id: string) {
  const row = await requireResource(reader, caller, id, 'write', ['create', 'update']);
  assertLegal('upload', row);
  return row;
}

/** The bucket to read from; resources of other services are refused. */
export async function requireBucket(
  reader: Reader,
  caller: Caller,
  id: string,
  rule?: 'list' | 'view',
): Promise<ResourceRow> {
  const rules = rule === undefined ? [] : [rule];
  const row = await requireResource(reader, caller, id, 'read', rules);
  if (row.service !== 'storage')
    throw invalid(`Objects are in resources of service storage; this one is of ${row.service}.`);
  return row;
}

/** Stores an uploaded file under its key, replacing the previous object. */
export async function storeObject(
  work: Work,
  bucketId: string,
  arrived: Arrived,
  conditions: ObjectConditions,
): Promise<Stored> {
  const { platform, tx } = work;
  const bucket = await requireHeld(work, bucketId, undefined, ['create', 'update']);
  assertLegal('upload', bucket);
  const old = await findObject(tx, bucket.id, arrived.key);
  const nowMs = platform.clock();
  const row: ObjectRow = {
    key: arrived.key,
    blob: arrived.blob,
    size: arrived.size,
    content_type: arrived.contentType.essence,
    inline: arrived.contentType.inline ? 1 : 0,
    sha256: arrived.sha256,
    created_at: old?.created_at ?? nowMs,
    updated_at: nowMs,
    user_id: work.caller.keyless?.user?.id ?? null,
  };
  const made = objectSubject(row);
  // A new object needs the rule `create`, one that replaces another `update`.
  if (old === undefined) await assertMayCreate(tx, work.caller, bucket, made, nowMs);
  else await assertMayUpdate(tx, work.caller, bucket, objectSubject(old), made, nowMs);
  assertConditions(old, conditions);
  // A sweep has removed the bytes or is about to: it considered the upload abandoned.
  if ((await publishUpload(tx, row.blob)) === 0)
    throw unavailable('The upload took too long; send it again.');
  if (old === undefined) await insertObject(tx, bucket.id, row);
  else {
    await replaceObject(tx, bucket.id, row);
    await markForDeletion(tx, old.blob, nowMs);
  }
  const objectBytes = row.size - (old?.size ?? 0);
  const object_count = bucket.object_count + (old === undefined ? 1 : 0);
  const object_bytes = bucket.object_bytes + objectBytes;
  await saveResource(
    work,
    bucket,
    { object_count, object_bytes },
    {
      action: old === undefined ? 'object-uploaded' : 'object-replaced',
      detail: { key: row.key, size: row.size },
      objectBytes,
    },
  );
  return { row, replacedBlob: old?.blob };
}

export async function removeObject(
  work: Work,
  bucketId: string,
  key: string,
  ifMatch: VersionTags | undefined,
): Promise<ObjectRow> {
  const { platform, tx, caller } = work;
  const bucket = await requireHeld(work, bucketId, undefined, ['delete']);
  assertLegal('delete-object', bucket);
  const old = await findObject(tx, bucket.id, key);
  if (
    old === undefined ||
    !(await isAllowed(tx, caller, bucket, 'delete', objectSubject(old), platform.clock()))
  )
    throw absent('object');
  assertConditions(old, { ifMatch, ifNoneMatch: undefined });
  await deleteObject(tx, bucket.id, key);
  await markForDeletion(tx, old.blob, platform.clock());
  const sums = {
    object_count: bucket.object_count - 1,
    object_bytes: bucket.object_bytes - old.size,
  };
  const change = { action: 'object-deleted', detail: { key }, objectBytes: -old.size } as const;
  await saveResource(work, bucket, sums, change);
  return old;
}

/** Early quota check by declared length; the exact one is made when the row is written. */
export async function assertRoom(
  platform: Platform,
  bucket: ResourceRow,
  contentLength: string | undefined,
): Promise<void> {
  // A body over the size limit is refused for that, once it has arrived.
  if (Number(contentLength ?? 0) > limits.objectBytesMax) return;
  const owner = await findOwner(platform.store, bucket.owner_id);
  // The upload may replace any object of its bucket, so the bytes of the bucket are not counted.
  const used = bytesOf(owner) - bucket.object_bytes;
  // The length includes the form around the file, which is not stored.
  const arriving = Math.max(0, Number(contentLength ?? 0) - formExtraBytesMax);
  if (used + arriving > platform.ownerBytesMax) throw overBytes(platform.ownerBytesMax);
}

function assertConditions(old: ObjectRow | undefined, conditions: ObjectConditions): void {
  const etag = old === undefined ? undefined : etagOf(old.sha256);
  const { ifMatch, ifNoneMatch } = conditions;
  if (ifMatch !== undefined && (etag === undefined || !isAmong(ifMatch, etag)))
    throw new Problem(
      'version',
      etag === undefined
        ? 'If-Match does not hold: there is no such object.'
        : `If-Match does not hold: the object has ${etag}.`,
    );
  if (ifNoneMatch !== undefined && etag !== undefined && isAmong(ifNoneMatch, etag))
    throw new Problem('version', `If-None-Match does not hold: the object has ${etag}.`);
}
