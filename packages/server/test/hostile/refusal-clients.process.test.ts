import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { newResource, openServer, storage, type TestServer } from '../fixtures/server.ts';
import { objectFiles } from '../objects/object-files.ts';
import { assertRefusal } from './lawful.ts';

const bytes = Buffer.alloc(25 * 1024 * 1024, 'x');
const boundary = 'b0undary';

/** Sends the form with one program, and gives the status and the body that the program saw. */
type Client = (
  url: string,
  file: string,
  key: string | undefined,
) => Promise<{ readonly status: number; readonly text: string }>;

const python = `
import sys, urllib.request, urllib.error
url, file, key = sys.argv[1:4]
head = b'--${boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="a"\\r\\n\\r\\n'
tail = b'\\r\\n--${boundary}--\\r\\n'
body = head + open(file, 'rb').read() + tail
headers = {'Content-Type': 'multipart/form-data; boundary=${boundary}'}
if key: headers['Authorization'] = 'Bearer ' + key
try:
    answer = urllib.request.urlopen(urllib.request.Request(url, body, headers, method='POST'))
except urllib.error.HTTPError as error:
    answer = error
sys.stdout.write(answer.read().decode() + '\\n' + str(answer.status))
`;

const clients: { readonly [name: string]: { readonly program: string; readonly send: Client } } = {
  'curl, which expects 100-continue': {
    program: 'curl',
    send: (url, file, key) => curl(url, file, key, []),
  },
  'curl in chunks without an expectation': {
    program: 'curl',
    send: (url, file, key) =>
      curl(url, file, key, ['-H', 'Transfer-Encoding: chunked', '-H', 'Expect:']),
  },
  'urllib of Python': {
    program: 'python3',
    send: (url, file, key) => run('python3', ['-c', python, url, file, key ?? '']),
  },
  fetch: { program: process.execPath, send: fetched },
};

describe('25 MB to an endpoint that refuses them', () => {
  let server: TestServer;
  let key: string;
  let url: string;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'baraza-refusal-'));
    writeFileSync(path.join(folder, 'file'), bytes);
    server = await openServer('sqlite');
    key = (await server.newOwner()).key;
    url = `${server.url}${storage}/${(await newResource(server, key, 'storage')).id}`;
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  for (const [name, { program, send }] of Object.entries(clients)) {
    const skip = isMissing(program) && `${program} is not installed`;
    test(`${name} reads the 401 and the 413, and nothing is left behind`, { skip }, async () => {
      for (const [given, status] of [
        [undefined, 401],
        [key, 413],
      ] as const) {
        const answer = await send(url, path.join(folder, 'file'), given);
        assertRefusal({ ...answer, json: JSON.parse(answer.text) }, name, status);
        assert.deepEqual(objectFiles(server), []);
      }
    });
  }
});

function curl(url: string, file: string, key: string | undefined, more: readonly string[]) {
  const authorization = key === undefined ? [] : ['-H', `Authorization: Bearer ${key}`];
  const write = ['-w', '\n%{http_code}'];
  return run('curl', ['-sS', ...write, ...authorization, ...more, '-F', `file=@${file}`, url]);
}

/** The last line that a program writes is the status. */
function run(
  program: string,
  args: readonly string[],
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: 100_000 }, (error, stdout, stderr) => {
      if (error !== null) reject(new Error(`${program}: ${stderr}`, { cause: error }));
      const end = stdout.lastIndexOf('\n');
      resolve({ status: Number(stdout.slice(end + 1)), text: stdout.slice(0, end) });
    });
  });
}

async function fetched(url: string, _file: string, key: string | undefined) {
  const body = new FormData();
  body.append('file', new Blob([bytes]), 'a');
  const headers: HeadersInit = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const response = await fetch(url, { method: 'POST', body, headers });
  return { status: response.status, text: await response.text() };
}

function isMissing(program: string): boolean {
  return spawnSync(program, ['--version']).error !== undefined;
}
