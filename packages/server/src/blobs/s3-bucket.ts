import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, HeadBucketCommand } from '@aws-sdk/client-s3';
import type { Clock } from '../kernel/clock.ts';
import type { S3Address } from '../kernel/formats/s3-address.ts';
import { answeredStatus, createS3Calls, type S3Calls, usualTimes } from './s3-calls.ts';

const triesMax = 120;
const pauseMs = 500;

/** Makes the bucket if it is missing; waits about a minute for an S3 server that is starting. */
export async function makeBucket(address: S3Address, clock: Clock): Promise<'made' | 'present'> {
  const calls = createS3Calls(address, clock, usualTimes);
  for (let tries = 1; ; tries += 1)
    try {
      return await tryOnce(calls, address.bucket);
    } catch (error) {
      // A refusal is final; an unreachable server has no status.
      const isAway = (answeredStatus(error) ?? 503) >= 500;
      if (!isAway || tries === triesMax) throw error;
      await pause(pauseMs);
    }
}

async function tryOnce({ askOnce }: S3Calls, Bucket: string): Promise<'made' | 'present'> {
  if ((await askOnce(new HeadBucketCommand({ Bucket }))) !== undefined) return 'present';
  await askOnce(new CreateBucketCommand({ Bucket }));
  return 'made';
}
