import {
  type ObjectsQuery,
  objectDeletionSchema,
  objectKeyFault,
  objectListSchema,
  objectsQuerySchema,
  uploadResultSchema,
} from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { storingMsMax } from '../../blobs/blobs.ts';
import type { Answer, TextAnswer } from '../../http/answer.ts';
import { readTags } from '../../http/preconditions.ts';
import type { Call } from '../../http/route.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { absent, invalid } from '../../kernel/problem.ts';
import { decodeCursor } from '../../store/cursor.ts';
import {
  findObject,
  type ObjectRow,
  objectsQuery,
  sumObjects,
} from '../../store/platform/objects.ts';
import { changeOnce, fingerprintOf, isRepeated } from '../idempotency.response.ts';
import { snapshotResponse, writePage } from '../page.response.ts';
import type { Platform } from '../platform.ts';
import { etagOf, renderObject } from '../resources/render.ts';
import { keyPolicy, openedBy, type PlatformRoute } from '../route.ts';
import { allowedObjects, isAllowed, objectSubject } from '../rules/keyless-access.ts';
import { removeBlobs, removeRefused } from './blob-removal.ts';
import { downloadObject } from './download.response.ts';
import {
  assertRoom,
  formBytesMax,
  removeObject,
  requireBucket,
  requireUploadable,
  type Stored,
  storeObject,
} from './objects.ts';
import { receiveUpload } from './upload.request.ts';

const bucket = '/api/platform/storage/:id';
const keyQuerySchema = objectsQuerySchema.pick({ key: true });

export function objectRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'GET',
      path: bucket,
      name: 'listObjects',
      summary: 'List the objects of a bucket, or download one by its key',
      headers: ['If-None-Match', 'If-Modified-Since', 'If-Range', 'Range'],
      sends: ['ETag'],
      policy: openedBy(keyPolicy('storage', 'read'), 'list', 'view'),
      query: objectsQuerySchema,
      answers: { 200: objectListSchema, 206: 'bytes', 304: 'empty' },
      handle: async (call) => {
        const query = call.query as ObjectsQuery;
        return query.key === undefined
          ? listObjects(platform, call, query)
          : openObject(platform, call, query.key);
      },
    },
    {
      method: 'POST',
      path: bucket,
      name: 'uploadObject',
      summary: 'Upload a file',
      headers: ['If-Match', 'If-None-Match', 'Idempotency-Key'],
      sends: ['ETag'],
      policy: {
        ...openedBy(keyPolicy('storage', 'write'), 'create', 'update'),
        body: 'multipart',
        bodyBytesMax: formBytesMax,
      },
      query: keyQuerySchema,
      // A storage that hangs is given up later than an idle connection, and the client must learn of it.
      answerMs: storingMsMax,
      answers: { 200: uploadResultSchema, 201: uploadResultSchema },
      handle: (call) => upload(platform, call, call.query.key as string | undefined),
    },
    {
      method: 'DELETE',
      path: bucket,
      name: 'deleteObject',
      summary: 'Delete an object by its key',
      headers: ['If-Match'],
      policy: openedBy(keyPolicy('storage', 'write'), 'delete'),
      query: keyQuerySchema,
      answers: { 200: objectDeletionSchema },
      handle: async ({ caller, params, query, header }) => {
        const key = checkedKey(query.key as string | undefined);
        const removed = await platform.store.write((tx) =>
          removeObject(
            { platform, tx, caller },
            params.id ?? '',
            key,
            readTags(header('if-match')),
          ),
        );
        await removeBlobs(platform, [removed.blob]);
        return { status: 200, body: JSON.stringify({ deleted: true, key }) };
      },
    },
  ];
}

async function listObjects(
  platform: Platform,
  { caller, params }: Call<Caller>,
  query: ObjectsQuery,
): Promise<Answer> {
  const id = params.id ?? '';
  const afterKey = decodeCursor(query.cursor, (place) => objectKeyFault(place) === undefined);
  const bucketRow = await requireBucket(platform.store, caller, id, 'list');
  const isAnonymous = caller.keyless !== undefined && caller.keyless.user === undefined;
  const short = (query.limit ?? bucketRow.object_count) <= shortListMax;
  return snapshotResponse(platform, caller, short, async (sink, view) => {
    const row = await requireBucket(view, caller, id, 'list');
    const allowed = allowedObjects(caller, row, platform.clock());
    const sum = await sumObjects(view, row.id, query.prefix, allowed);
    sink.start(200, {});
    await sink.write('{"objects":[');
    const next = await writePage<ObjectRow>(sink, view, query.limit, {
      queries: (limit) => [
        objectsQuery(row.id, { prefix: query.prefix, afterKey, limit, allowed }),
      ],
      // Who uploaded it is for those with a credential.
      render: (object) => renderObject(isAnonymous ? { ...object, user_id: null } : object),
      positionOf: ({ key }) => key,
      few: short,
    });
    await sink.write(`],"total":${sum.total},"bytes":${sum.bytes},"nextCursor":${next}}`);
  });
}

const shortListMax = 500;

async function openObject(platform: Platform, call: Call<Caller>, key: string): Promise<Answer> {
  const { caller } = call;
  const row = await requireBucket(platform.store, caller, call.params.id ?? '', 'view');
  const object = await findObject(platform.store, row.id, checkedKey(key));
  if (
    object === undefined ||
    !(await isAllowed(platform.store, caller, row, 'view', objectSubject(object), platform.clock()))
  )
    throw absent('object');
  return downloadObject(platform, call, call.caller.ownerId, object);
}

// Limits concurrent uploads: each holds a temporary file that counts against no quota yet.
const uploads = createFairQueue(
  { atOnce: 512, ofOneMax: 64, waitingMax: 1_000, waitMs: 2_000 },
  { sentence: 'Too many files are being sent; try again shortly.' },
);

async function upload(platform: Platform, call: Call<Caller>, queryKey: string | undefined) {
  const id = call.params.id ?? '';
  const ifMatch = call.header('if-match');
  const ifNoneMatch = call.header('if-none-match');
  if (!(await isRepeated(platform, call))) {
    const row = await requireUploadable(platform.store, call.caller, id);
    await assertRoom(platform, row, call.header('content-length'));
  }
  const blob = platform.makeId('blob');
  const { ownerId } = call.caller;
  const arrived = await uploads.run(
    () => receiveUpload(platform, blob, call.raw, queryKey, ownerId),
    { account: ownerId },
  );
  const fingerprint = fingerprintOf(
    'upload',
    id,
    arrived.key,
    arrived.sha256,
    arrived.contentType.essence,
    ifMatch ?? '',
    ifNoneMatch ?? '',
  );
  const conditions = { ifMatch: readTags(ifMatch), ifNoneMatch: readTags(ifNoneMatch) };
  try {
    const current = { ...call, caller: await call.callerNow() };
    const { answer, result } = await changeOnce(platform, current, fingerprint, {
      change: (work) => storeObject(work, id, arrived, conditions),
      answer: uploadAnswer,
    });
    // A replayed answer stored nothing, so the uploaded blob is removed.
    await removeBlobs(platform, result === undefined ? [blob] : oldBlobs(result));
    return answer;
  } catch (error) {
    await removeRefused(platform, blob, error);
    throw error;
  }
}

function oldBlobs({ replacedBlob }: Stored): readonly string[] {
  return replacedBlob === undefined ? [] : [replacedBlob];
}

function uploadAnswer({ row, replacedBlob }: Stored): TextAnswer {
  const replaced = replacedBlob !== undefined;
  return {
    status: replaced ? 200 : 201,
    headers: { etag: etagOf(row.sha256) },
    body: JSON.stringify({
      key: row.key,
      size: row.size,
      contentType: row.content_type,
      etag: etagOf(row.sha256),
      sha256: row.sha256,
      replaced,
    }),
  };
}

function checkedKey(key: string | undefined): string {
  const fault = objectKeyFault(key ?? '');
  if (fault !== undefined) throw invalid(fault);
  return key ?? '';
}
