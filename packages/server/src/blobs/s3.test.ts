import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { blobsContract } from '../../test/contracts/blobs-contract.ts';
import { openFakeS3, type S3Request } from '../../test/fakes/s3-server.ts';
import {
  nextName,
  openS3BlobsAt,
  patientTimes,
  putBlob,
  readBlob,
  stageS3Blobs,
} from '../../test/s3/s3-blobs.ts';
import { createBucket, noS3Server } from '../../test/s3/server.ts';
import { Problem } from '../kernel/problem.ts';
import { DamagedBlob } from './blobs.ts';
import { type S3Times, usualTimes } from './s3-calls.ts';

blobsContract('a stand-in of S3', async () => {
  const standIn = await openFakeS3();
  const { blobs, close } = openS3BlobsAt(standIn.url, usualTimes);
  return {
    blobs,
    close: async () => {
      close();
      await standIn.close();
    },
  };
});

blobsContract(
  'a real S3 server',
  async () => {
    const { blobs, close } = openS3BlobsAt(await createBucket(), usualTimes);
    return { blobs, close: async () => close() };
  },
  noS3Server,
);

type Fault = (request: S3Request, response: ServerResponse) => boolean;

const small = 1_000;
const inPieces = 1_500_000;
const inParts = 9_000_000;

/** Faults while a blob is read, and the error that its reader gets. */
const readFaults: readonly {
  readonly name: string;
  readonly fault: (bytes: Buffer) => Fault;
  readonly sees: typeof DamagedBlob | typeof Problem;
  /** What has to pass before it is noticed. */
  readonly times?: Partial<S3Times>;
}[] = [
  { name: 'an error each time', fault: () => refuseGets(500), sees: Problem },
  { name: 'a refusal', fault: () => refuseGets(403), sees: Problem },
  {
    name: 'no answer',
    fault:
      () =>
      ({ method }) =>
        method === 'GET',
    sees: Problem,
    times: { answerMs: 300 },
  },
  {
    name: 'a body that stops',
    fault: (bytes) =>
      answering(bytes.length, (response) => response.write(bytes.subarray(0, bytes.length / 2))),
    sees: Problem,
    times: { idleMs: 300 },
  },
  {
    name: 'a body that is cut off',
    fault: (bytes) =>
      answering(bytes.length, (response) =>
        response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy()),
      ),
    sees: Problem,
  },
  {
    name: 'a shorter body',
    fault: (bytes) => answering(bytes.length - 1, (response) => response.end(bytes.subarray(1))),
    sees: DamagedBlob,
  },
  {
    name: 'a body without a length that ends early',
    fault: (bytes) => answering(undefined, (response) => response.end(bytes.subarray(1))),
    sees: DamagedBlob,
  },
  {
    name: 'an altered body',
    fault: (bytes) => answering(bytes.length, (response) => response.end(flipped(bytes))),
    sees: DamagedBlob,
  },
];

for (const { name, fault, sees, times } of readFaults)
  test(`${name} is an error for the reader, and the blob is read again when the fault is over`, async (t) => {
    const { standIn, blobs: patient } = await stageS3Blobs(t);
    const { blobs, close } = openS3BlobsAt(standIn.url, { ...patientTimes, ...times });
    t.after(close);
    for (const size of [small, inPieces]) {
      const bytes = randomBytes(size);
      const blob = await putBlob(patient, bytes);
      standIn.fault = fault(bytes);
      await assert.rejects(readBlob(blobs, blob), sees);
      standIn.fault = undefined;
      assert.deepEqual(await afterPause(() => readBlob(blobs, blob)), bytes);
      // What was proven before is compared again when all of it is read.
      standIn.fault = fault(bytes);
      await assert.rejects(readBlob(blobs, blob), sees);
      standIn.fault = undefined;
      await afterPause(() => readBlob(blobs, blob));
    }
  });

/** Faults while a blob is stored: it is refused, and nothing stays. */
const writeFaults: readonly {
  readonly name: string;
  readonly fault: Fault;
  readonly times?: Partial<S3Times>;
}[] = [
  { name: 'an error each time', fault: refusePuts(500) },
  { name: 'a full bucket', fault: refusePuts(507) },
  { name: 'no answer', fault: ({ method }) => method === 'PUT', times: { putMs: 300 } },
  {
    name: 'a server that keeps half of it',
    fault: (request) => {
      if (request.method === 'PUT') (request as { body: Buffer }).body = request.body.subarray(1);
      return false;
    },
  },
  {
    name: 'an error at the last part',
    fault: ({ method, query }, response) => {
      if (query.get('partNumber') !== '2' && (method !== 'PUT' || query.has('partNumber')))
        return false;
      response.writeHead(500).end();
      return true;
    },
  },
];

for (const { name, fault, times } of writeFaults)
  test(`${name} while a blob is stored is an error, and leaves nothing`, async (t) => {
    const { standIn, blobs, incoming } = await stageS3Blobs(t, { ...patientTimes, ...times });
    for (const size of [small, inParts]) {
      standIn.fault = fault;
      const blobName = nextName();
      const writer = await blobs.create(blobName);
      await writer.write(randomBytes(size));
      await assert.rejects(writer.commit(), Problem);
      standIn.fault = undefined;
      await afterPause(() => blobs.abandon(blobName));
      await writer.discard();
      assert.deepEqual([...standIn.objects.keys()], []);
      assert.equal(standIn.uploads.size, 0);
      assert.deepEqual(readdirSync(incoming), []);
    }
  });

test('an upload that fails in the middle ends its parts at once', async (t) => {
  const { standIn, blobs } = await stageS3Blobs(t);
  standIn.fault = ({ query }, response) => {
    if (query.get('partNumber') !== '2') return false;
    response.writeHead(400).end('<Error><Code>InvalidPart</Code></Error>');
    return true;
  };
  const writer = await blobs.create(nextName());
  await writer.write(randomBytes(inParts));
  await assert.rejects(writer.commit(), Problem);
  assert.equal(standIn.uploads.size, 0);
});

test('a transient error is retried and not noticed', async (t) => {
  const { standIn, blobs } = await stageS3Blobs(t);
  let failures = 0;
  standIn.fault = ({ method, query }, response) => {
    // What begins an upload in parts is not repeated.
    if (failures % 2 === 1 || query.has('uploads') || method === 'HEAD') {
      failures += failures % 2 === 1 ? 1 : 0;
      return false;
    }
    failures += 1;
    response.writeHead(503).end();
    return true;
  };
  for (const size of [small, inParts]) {
    const bytes = randomBytes(size);
    assert.deepEqual(await readBlob(blobs, await putBlob(blobs, bytes)), bytes);
  }
  assert.ok(failures >= 6, `${failures} requests failed once`);
});

test('a server that is down is left alone for a while, and used again when it is back', async (t) => {
  let nowMs = 0;
  const { standIn, blobs } = await stageS3Blobs(t, patientTimes, () => nowMs);
  const bytes = randomBytes(small);
  const blob = await putBlob(blobs, bytes);
  await standIn.shut();
  for (let n = 0; n < 5; n += 1)
    await assert.rejects(readBlob(blobs, blob), /object storage does not answer/);
  await standIn.open();
  const before = standIn.requests.length;
  await assert.rejects(readBlob(blobs, blob), /object storage does not answer/);
  assert.equal(standIn.requests.length, before);
  nowMs += patientTimes.pauseMs + 1;
  assert.deepEqual(await readBlob(blobs, blob), bytes);
});

test('bytes that replace proven ones are refused, in part and whole', async (t) => {
  const { standIn, blobs } = await stageS3Blobs(t);
  const bytes = randomBytes(inParts);
  const blob = await putBlob(blobs, bytes);
  assert.deepEqual(await readBlob(blobs, blob, 5, 10), bytes.subarray(5, 10));
  standIn.objects.set(`objects/${blob.blob}`, flipped(bytes));
  await assert.rejects(readBlob(blobs, blob, 5, 10), DamagedBlob);
  await assert.rejects(readBlob(blobs, blob), DamagedBlob);
  standIn.objects.set(`objects/${blob.blob}`, bytes);
  assert.deepEqual(await readBlob(blobs, blob, 5, 10), bytes.subarray(5, 10));
});

test('a server that returns a different mark than was written is unavailable', async (t) => {
  const { standIn, blobs } = await stageS3Blobs(t);
  await blobs.claim(randomUUID());
  assert.ok((await blobs.freeBytes()) > 0);
  standIn.fault = onGet((response) =>
    response.writeHead(200, { 'content-length': 5 }).end('hello'),
  );
  await assert.rejects(blobs.freeBytes(), /object storage does not answer/);
});

test('of two databases that claim an empty place at once one gets it', async (t) => {
  const { standIn, blobs } = await stageS3Blobs(t);
  const other = openS3BlobsAt(standIn.url);
  t.after(other.close);
  const looking: ServerResponse[] = [];
  // Neither is answered before both have looked.
  standIn.fault = ({ method }, response) => {
    if (method !== 'GET' || looking.length === 2) return false;
    looking.push(response);
    if (looking.length === 2) for (const one of looking) one.writeHead(404).end();
    return true;
  };
  const claims = await Promise.allSettled([blobs.claim('one'), other.blobs.claim('other')]);
  const names = ['one', 'other'].filter((_, at) => claims[at]?.status === 'fulfilled');
  assert.deepEqual(names, [await blobs.owner()]);
  for (const { method, headers } of standIn.requests)
    if (method === 'PUT') assert.equal(headers['if-none-match'], '*');
});

/** Servers that do not support conditional writes. */
const unconditional: { readonly [name: string]: Fault } = {
  refuses: ({ headers }, response) => {
    if (headers['if-none-match'] === undefined) return false;
    response.writeHead(501).end('<Error><Code>NotImplemented</Code></Error>');
    return true;
  },
  ignores: ({ headers }) => {
    delete headers['if-none-match'];
    return false;
  },
};

for (const [does, fault] of Object.entries(unconditional))
  test(`a server that ${does} conditional writes keeps the first claim, too`, async (t) => {
    const { standIn, blobs } = await stageS3Blobs(t);
    standIn.fault = fault;
    await blobs.claim('one');
    await blobs.claim('one');
    await assert.rejects(blobs.claim('other'), /belong to another database/);
    assert.equal(await blobs.owner(), 'one');
  });

test('a bucket that does not exist is an error, not an absent blob', {
  skip: noS3Server,
}, async (t) => {
  const url = (await createBucket()).replace('s3://test-', 's3://absent-');
  const { blobs, close } = openS3BlobsAt(url);
  t.after(close);
  await assert.rejects(readBlob(blobs, { blob: nextName(), size: 1, sha256: '' }), Problem);
  await assert.rejects(blobs.owner(), Problem);
});

/** Repeats the call until the circuit breaker admits calls again. */
async function afterPause<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1)
    try {
      return await call();
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
}

function refuseGets(status: number): Fault {
  return onGet((response) => response.writeHead(status).end());
}

function refusePuts(status: number): Fault {
  return ({ method }, response) => {
    if (method !== 'PUT') return false;
    response.writeHead(status).end();
    return true;
  };
}

function onGet(behave: (response: ServerResponse) => void): Fault {
  return ({ method }, response) => {
    if (method !== 'GET') return false;
    behave(response);
    return true;
  };
}

/** The head of a whole answer, with this length if it has one, and then what `behave` does. */
function answering(length: number | undefined, behave: (response: ServerResponse) => void): Fault {
  return onGet((response) => {
    response.writeHead(200, {
      etag: '"x"',
      ...(length === undefined ? {} : { 'content-length': length }),
    });
    behave(response);
  });
}

function flipped(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes);
  other[bytes.length - 1] = (other.at(-1) ?? 0) ^ 1;
  return other;
}
