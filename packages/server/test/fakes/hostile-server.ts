/**
 * A server that sends prepared bytes as fast as they are taken. It runs in its own thread: what it costs is not counted
 * as work of the thread under test.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

export interface Attack {
  /** Sent once, head of the response included. */
  readonly start: string;
  /** Sent again and again, until the connection is closed. */
  readonly again?: string;
  /** Between two of them; without it as fast as possible. */
  readonly pauseMs?: number;
}

export interface HostileServer {
  /** Address of an attack, by name. */
  readonly urlOf: (name: string) => string;
  readonly close: () => Promise<unknown>;
}

export async function startHostileServer(attacks: {
  readonly [name: string]: Attack;
}): Promise<HostileServer> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { attacks } });
  const [port] = (await once(worker, 'message')) as [number];
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    close: () => worker.terminate(),
  };
}

const writeBytes = 256 * 1024;

function serve(attacks: { readonly [name: string]: Attack }): void {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (request) => {
      const [, name = ''] = /^\w+ \/([\w-]+)/.exec(request.toString('latin1')) ?? [];
      const { start, again, pauseMs } = attacks[name] ?? { start: '' };
      socket.write(start, 'latin1');
      if (again === undefined) {
        socket.end();
      } else if (pauseMs === undefined) {
        const bytes = Buffer.from(again.repeat(Math.ceil(writeBytes / again.length)), 'latin1');
        const fill = () => {
          while (!socket.destroyed && socket.write(bytes));
        };
        socket.on('drain', fill);
        fill();
      } else {
        const timer = setInterval(() => socket.write(again, 'latin1'), pauseMs);
        socket.on('close', () => clearInterval(timer));
      }
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined);
  });
}

if (!isMainThread && workerData?.attacks !== undefined) serve(workerData.attacks);
