import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import type { ProblemCode } from '@baraza/contract';
import { codeOf } from '../kernel/fault.ts';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';

/** One command to a running server: a name and what it needs, as one line of JSON each way. */
export interface ControlRequest {
  readonly name: string;
  readonly input: unknown;
}

type ControlReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: ProblemCode; readonly error: string };

const lineBytesMax = 1024 * 1024;
const answerMs = 30_000;

/** Listens where only the owner of the data folder can reach it. */
export async function serveControl(
  socketPath: string,
  run: (request: ControlRequest) => Promise<unknown>,
  log: Log,
): Promise<() => Promise<void>> {
  // The folder is locked by now: a socket that lies here belonged to a process that has ended.
  rmSync(socketPath, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    readLine(socket, async (line) => {
      socket.end(`${JSON.stringify(await replyTo(line, run, log))}\n`);
    });
  });
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
  chmodSync(socketPath, 0o600);
  return () =>
    new Promise((resolve) => {
      for (const socket of open) socket.destroySoon();
      server.close(() => resolve());
    });
}

/** The value that a running server gives, or undefined when none listens there. */
export function callControl(
  socketPath: string,
  request: ControlRequest,
): Promise<{ readonly value: unknown } | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let answered = false;
    socket.setTimeout(answerMs, () =>
      socket.destroy(new Problem('unavailable', 'The running server does not answer.')),
    );
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('error', (error) => {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    });
    socket.on('close', () => {
      if (!answered) reject(new Problem('unavailable', 'The running server gave no answer.'));
    });
    readLine(socket, async (line) => {
      answered = true;
      socket.destroy();
      const reply = JSON.parse(line) as ControlReply;
      if (reply.ok) resolve({ value: reply.value });
      else reject(new Problem(reply.code, reply.error));
    });
  });
}

async function replyTo(
  line: string,
  run: (request: ControlRequest) => Promise<unknown>,
  log: Log,
): Promise<ControlReply> {
  try {
    return { ok: true, value: await run(JSON.parse(line) as ControlRequest) };
  } catch (error) {
    if (error instanceof Problem) return { ok: false, code: error.code, error: error.message };
    log.error('a command failed', { cause: error });
    return { ok: false, code: 'unavailable', error: 'The command failed; see the server log.' };
  }
}

function readLine(socket: Socket, take: (line: string) => Promise<void>): void {
  let text = '';
  socket.setEncoding('utf8');
  const onData = (chunk: string) => {
    text += chunk;
    if (text.length > lineBytesMax) socket.destroy();
    const end = text.indexOf('\n');
    if (end === -1) return;
    socket.off('data', onData);
    take(text.slice(0, end)).catch(() => socket.destroy());
  };
  socket.on('data', onData);
}
