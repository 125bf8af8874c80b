/** `baraza add bucket`, which compose runs once before the first process. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { s3Credentials } from '../s3/server.ts';
import { listenHttp } from '../sockets/http-server.ts';

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

test('makes a bucket that is missing, as soon as the S3 server answers', async (t) => {
  const s3 = await serve(t, [503, 404, 200]);
  const { code, output } = await run(s3.url);
  assert.equal(output, 'The bucket baraza was made.\n');
  assert.equal(code, 0);
  assert.deepEqual(s3.calls, ['HEAD /baraza', 'HEAD /baraza', 'PUT /baraza']);
});

test('leaves a bucket that is there', async (t) => {
  const s3 = await serve(t, [200]);
  assert.deepEqual(await run(s3.url), { code: 0, output: 'The bucket baraza is there already.\n' });
  assert.deepEqual(s3.calls, ['HEAD /baraza']);
});

test('gives up at once where the credentials are refused, so that no process starts', async (t) => {
  const s3 = await serve(t, [403]);
  const { code, output } = await run(s3.url);
  assert.equal(code, 1);
  assert.match(output, /^The bucket baraza cannot be made: .*\n$/);
  assert.deepEqual(s3.calls, ['HEAD /baraza']);
});

/** Answers each request with the next status, and keeps what was asked. */
async function serve(t: TestContext, statuses: readonly number[]) {
  const calls: string[] = [];
  const address = await listenHttp(t, (request, response) => {
    calls.push(
      `${request.method} ${new URL(request.url ?? '/', 'http://s3').pathname.replace(/\/$/, '')}`,
    );
    response.writeHead(statuses[calls.length - 1] ?? 500).end();
  });
  return { calls, url: `s3://baraza?endpoint=${address}&region=local` };
}

test('says what lacks where objects are files', async () => {
  const { code, output } = await run();
  assert.equal(code, 1);
  assert.match(output, /^BLOB_URL is not set: .*\n$/);
});

function run(url?: string): Promise<{ readonly code: number; readonly output: string }> {
  const env = { ...s3Credentials, ...(url === undefined ? {} : { BLOB_URL: url }) };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'add', 'bucket'], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });
}
