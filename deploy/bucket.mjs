/** Creates the bucket of BLOB_URL if it is missing; waits up to a minute for an S3 server that is starting. */
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { parseS3Address } from '../packages/server/src/kernel/formats/s3-address.ts';

const triesMax = 120;
const pauseMs = 500;

const { bucket, endpoint, region, forcePathStyle } = parseS3Address(process.env.BLOB_URL ?? '');
const client = new S3Client({ endpoint, region, forcePathStyle, maxAttempts: 1 });

try {
  console.log(`The bucket ${bucket} ${await ensureBucket()}.`);
} catch (error) {
  console.error(`The bucket ${bucket} cannot be made: ${error.name}, ${error.message}.`);
  process.exitCode = 1;
}

async function ensureBucket() {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOnce();
    } catch (error) {
      // A refusal is final; an unreachable server has no status.
      const isUnavailable = (error.$metadata?.httpStatusCode ?? 503) >= 500;
      if (!isUnavailable || tries === triesMax) throw error;
      await pause(pauseMs);
    }
  }
}

async function tryOnce() {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return 'is there';
  } catch (error) {
    if (error.$metadata?.httpStatusCode !== 404) throw error;
  }
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return 'was made';
}
