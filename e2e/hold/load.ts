/** Makes load on a server of this machine: bounded in count, in time, and in how much goes on at once. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  readonly together: number;
  readonly count: number;
  /** Nothing begins later than this. */
  readonly limitMs?: number;
}

/** Does `job` so many times, a few together; how often it was done. The first failure ends it. */
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

// Linux has all of 127.0.0.0/8: an attacker there is another address than those who wait.
const attackers = process.platform === 'linux' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.1'];

export function attackerAddress(index: number): string {
  return attackers[index % attackers.length] ?? '127.0.0.1';
}

/** A connection that was made; undefined where the server does not take it. */
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

/** The lines of a request, ready to be followed by a body. */
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
