import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';

/** False where a real S3 server can be started here; else why not, which is the name of the skip. */
export const noS3Server: string | false =
  existsSync('/usr/bin/python3') &&
  existsSync('/usr/lib/python3/dist-packages/swift/common/middleware/s3api')
    ? false
    : 'needs OpenStack Swift (apt-get install -y python3-swift)';

/** What both the real server and the stand-in take. */
export const s3Credentials = {
  AWS_ACCESS_KEY_ID: 'test:tester',
  AWS_SECRET_ACCESS_KEY: 'testing',
} as const;

/** For clients in this process: they read the environment themselves, as in operation. */
export function useS3Credentials(): void {
  Object.assign(process.env, s3Credentials);
}

/** The address of an empty bucket on the real S3 server of this run of the tests. */
export async function createBucket(): Promise<string> {
  useS3Credentials();
  shared ??= sharedServer();
  const endpoint = await shared;
  buckets += 1;
  const bucket = `test-${process.pid}-${buckets}`;
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return `s3://${bucket}/objects?endpoint=${encodeURIComponent(endpoint)}`;
}

const startMaxMs = 120_000;
let shared: Promise<string> | undefined;
let buckets = 0;

// A run of the suite has one server for all its processes; a file that runs alone starts its own.
async function sharedServer(): Promise<string> {
  const services = process.env.BARAZA_TEST_SERVICES;
  if (services === undefined) return startServer(process.pid);
  const folder = path.join(services, 's3');
  const address = path.join(folder, 'url');
  let isFirst = true;
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    isFirst = false;
  }
  if (isFirst) {
    const url = await startServer(Number(process.env.BARAZA_TEST_RUNNER));
    writeFileSync(`${address}.new`, url);
    renameSync(`${address}.new`, address);
  }
  await until(async () => existsSync(address));
  return readFileSync(address, 'utf8');
}

async function startServer(runner: number): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-s3-'));
  const port = await freePort();
  const program = fileURLToPath(new URL('./swift-server.py', import.meta.url));
  spawn('/usr/bin/python3', [program, folder, String(port), String(runner)], {
    detached: true,
    stdio: 'ignore',
  }).unref();
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(url).catch(() => undefined)) !== undefined);
  return url;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const tooLateMs = performance.now() + startMaxMs;
  while (!(await isSo())) {
    if (performance.now() > tooLateMs) throw new Error('the S3 server of this run did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { readonly port: number };
      probe.close(() => resolve(port));
    });
  });
}
