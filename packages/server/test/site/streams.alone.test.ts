import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../fixtures/waiting-site.ts', import.meta.url));
const runtime = new URL('../../bin/runtime.mjs', import.meta.url).href;
const { serverFlags } = (await import(runtime)) as { readonly serverFlags: readonly string[] };

const streams = 1_000;
const bytesMax = 60 * 1024 * 1024;

test('a thousand open streams take at most 60 MB, and each ends in one done event', {
  timeout: 120_000,
}, async (t) => {
  const child = fork(program, { execArgv: [...serverFlags], stdio: 'inherit' });
  t.after(() => child.kill('SIGKILL'));
  const received = async (): Promise<{ port: number; site: string; rss: number }> =>
    (await once(child, 'message'))[0];
  const weigh = async () => {
    child.send({ order: 'weigh' });
    return (await received()).rss;
  };
  const { port, site } = await received();
  const readers: Reader[] = [];
  const open = (question: string) => readers.push(read(port, site, question));
  for (let at = 0; at < 200; at += 1) open('warm');
  await Promise.all(readers.map(({ done }) => done));
  const before = await weigh();
  const reached = once(child, 'message');
  child.send({ wait: streams });
  for (let at = 0; at < streams; at += 1) open(`Do you deliver? ${at}`);
  await reached;
  const raised = (await weigh()) - before;
  child.send({ order: 'answer' });
  const texts = await Promise.all(readers.map(({ done }) => done));
  for (const text of texts) assert.equal(text.split('"type":"done"').length, 2);
  for (const { socket } of readers) socket.destroy();
  t.diagnostic(`${streams} streams: ${(raised / 1024 / 1024).toFixed(1)} MB`);
  assert.ok(raised <= bytesMax, `${raised} bytes`);
  child.send({ order: 'end' });
  await once(child, 'exit');
});

interface Reader {
  readonly socket: Socket;
  /** The whole response. */
  readonly done: Promise<string>;
}

function read(port: number, site: string, question: string): Reader {
  const socket = connect(port, '127.0.0.1');
  const body = JSON.stringify({ question });
  socket.write(
    `POST /v1/sites/${site}/ask HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ` +
      `${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  const done = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  return { socket, done };
}
