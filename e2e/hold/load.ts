/** Generates load on a local server with a limited number of jobs, time and concurrency. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  readonly together: number;
  readonly count: number;
  /** No job starts after this time. */
  readonly limitMs?: number;
}

/** Runs `job` up to `count` times, `together` at a time, until the first error; returns the completed runs. */
export async function makeLoad(
  { together, count, limitMs = Number.POSITIVE_INFINITY }: LoadOptions,
  job: (index: number) => Promise<unknown>,
): Promise<number> {
  const endMs = performance.now() + limitMs;
  let next = 0;
  let done = 0;
  let hasFailed = false;
  const work = async () => {
    while (next < count && !hasFailed && performance.now() < endMs) {
      next += 1;
      try {
        await job(next - 1);
        done += 1;
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(together, count) }, work));
  return done;
}

// On Linux all of 127.0.0.0/8 is local, so attackers can have other addresses than normal callers.
const attackers = process.platform === 'linux' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.1'];

export function attackerAddress(index: number): string {
  return attackers[index % attackers.length] ?? '127.0.0.1';
}

/** An open connection; undefined if the server refuses it. */
export async function openSocket(
  port: number,
  localAddress = '127.0.0.1',
): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const connected = once(socket, 'connect');
  socket.on('error', () => {});
  try {
    await connected;
    return socket;
  } catch {
    return undefined;
  }
}

/** Request line and headers, up to the body. */
export function requestHead(
  method: string,
  target: string,
  headers: { readonly [name: string]: string | number } = {},
): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
