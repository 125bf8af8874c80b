import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { AnyProblemCode } from '@baraza/contract';
import { containFaults } from '../kernel/connections/connection-faults.ts';
import { codeOf } from '../kernel/fault.ts';
import type { Log } from '../kernel/log.ts';
import { Problem, unavailable } from '../kernel/problem.ts';

/** A command to a running server over a local socket: one line of JSON each way. */
export interface ControlRequest {
  readonly name: string;
  readonly input: unknown;
}

type ControlReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: AnyProblemCode; readonly error: string };

// Large enough for a whole profile.
const requestCharactersMax = 16 * 1024 * 1024;
// Large enough for a list of 100,000 keys.
const replyCharactersMax = 128 * 1024 * 1024;
const answerMs = 30_000;
// Some commands take minutes; an empty line is their heartbeat.
const workingMs = 5_000;
const socketPathBytesMax = 100;

/** Listens on a socket that only the owner of the data folder can reach. */
export async function serveControl(
  socketPath: string,
  /** The signal aborts when the caller disconnects. */
  run: (request: ControlRequest, signal: AbortSignal) => Promise<unknown>,
  log: Log,
): Promise<() => Promise<void>> {
  // The folder is locked by now, so an existing socket is stale.
  rmSync(socketPath, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    const disconnected = new AbortController();
    socket.on('close', () => {
      open.delete(socket);
      disconnected.abort();
    });
    socket.on('error', () => socket.destroy());
    socket.setTimeout(answerMs, () => socket.destroy());
    readLine(socket, requestCharactersMax, async (line) => {
      const working = setInterval(() => socket.write('\n'), workingMs);
      try {
        const reply = await replyTo(line, (request) => run(request, disconnected.signal), log);
        socket.end(`${JSON.stringify(reply)}\n`);
      } finally {
        clearInterval(working);
      }
    });
  });
  server.maxConnections = 32;
  containFaults(server, log);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    withShortPath(socketPath, (name) => server.listen(name, resolve));
  });
  chmodSync(socketPath, 0o600);
  return () =>
    new Promise((resolve) => {
      for (const socket of open) socket.destroySoon();
      // Closing also removes the socket, by the name it was given.
      withShortPath(socketPath, () => server.close(() => resolve()));
    });
}

/** The value that a running server gives, or undefined when none listens there. */
export function callControl(
  socketPath: string,
  request: ControlRequest,
): Promise<{ readonly value: unknown } | undefined> {
  return new Promise((resolve, reject) => {
    const onError = (error: unknown) => {
      if (isAbsent(error)) resolve(undefined);
      else if (error instanceof Problem) reject(error);
      else reject(unreachable(socketPath, error));
    };
    let socket: Socket;
    try {
      socket = withShortPath(socketPath, (name) => connect(name));
    } catch (error) {
      onError(error);
      return;
    }
    socket.setTimeout(answerMs, () =>
      socket.destroy(unavailable('The running server does not answer.')),
    );
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    socket.on('error', onError);
    socket.on('close', () => reject(unavailable('The running server gave no answer.')));
    readLine(socket, replyCharactersMax, async (line) => {
      const reply = JSON.parse(line) as ControlReply;
      if (reply.ok) resolve({ value: reply.value });
      else reject(new Problem(reply.code, reply.error));
      socket.destroy();
    });
  });
}

/**
 * The path of a socket is limited to about 100 bytes; in a deeper folder a relative path is
 * used. Both ends stay in the data folder, where other users cannot create a socket.
 */
function withShortPath<Result>(socketPath: string, act: (name: string) => Result): Result {
  if (Buffer.byteLength(socketPath) <= socketPathBytesMax) return act(socketPath);
  const before = process.cwd();
  process.chdir(path.dirname(socketPath));
  try {
    return act(path.basename(socketPath));
  } finally {
    process.chdir(before);
  }
}

function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ECONNREFUSED'].includes(codeOf(error));
}

function unreachable(socketPath: string, cause: unknown): Problem {
  const why = codeOf(cause) === 'EACCES' ? 'permission is missing' : (cause as Error).message;
  return unavailable(`The socket ${socketPath} cannot be used: ${why}.`, { cause });
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

function readLine(
  socket: Socket,
  charactersMax: number,
  take: (line: string) => Promise<void>,
): void {
  const chunks: string[] = [];
  let characters = 0;
  socket.setEncoding('utf8');
  const onData = (received: string) => {
    const chunk = characters === 0 ? received.replace(/^\n+/, '') : received;
    const end = chunk.indexOf('\n');
    chunks.push(end === -1 ? chunk : chunk.slice(0, end));
    characters += chunk.length;
    if (characters > charactersMax) socket.destroy();
    else if (end !== -1) {
      socket.off('data', onData);
      take(chunks.join('')).catch(() => socket.destroy());
    }
  };
  socket.on('data', onData);
}
