/**
 * Several accept queues on one port. Node accepts one connection of a queue in each turn of its event loop; with
 * one queue, newcomers wait a turn for everybody before them, or a second for the system to try them again
 * when the queue is full.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import {
  type AddressInfo,
  createServer,
  type ListenOptions,
  type Server as Queue,
  type Socket,
} from 'node:net';
import { codeOf } from '../../kernel/fault.ts';

const queuesOfPort = 32;
// When a queue is full the system drops SYN packets, and clients retry only after a second.
const backlog = 1_024;

export interface AcceptQueues {
  readonly port: number;
  /** No new connections; resolves when those that were accepted are over. */
  readonly close: () => Promise<void>;
}

/** Listens with as many queues as the system allows; rejects with its error when the port cannot be had. */
export async function openAcceptQueues(
  server: Server,
  host: string,
  port: number,
): Promise<AcceptQueues> {
  // Ports are shared with every program of the same user that asks for it, so others are looked for first.
  // The system itself chooses only free ports.
  if (port !== 0) await closed(await bound(createServer(hangUp), { host, port }));
  const isShared = await bindShared(server, { host, port, backlog });
  const { address, port: given } = server.address() as AddressInfo;
  const queues: Queue[] = [server];
  const close = async () => {
    await Promise.all(queues.map(closed));
  };
  try {
    while (isShared && queues.length < queuesOfPort) {
      const queue = queueFor(server);
      await bound(queue, { host: address, port: given, backlog, reusePort: true });
      queues.push(queue);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { port: given, close };
}

function hangUp(socket: Socket): void {
  socket.destroy();
}

/** False where the system has no shared ports; it listens then on a port of its own. */
async function bindShared(server: Server, options: ListenOptions): Promise<boolean> {
  try {
    await bound(server, { ...options, reusePort: true });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'ENOTSUP') throw error;
    await bound(server, options);
    return false;
  }
}

/** Its connections are made as those of the server itself, and served by it. */
function queueFor(server: Server): Queue {
  const queue = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket);
  });
  queue.on('error', (error) => {
    // While it is being opened the error is told to whoever opens it.
    if (queue.listening) server.emit('error', error);
  });
  return queue;
}

async function bound<Bound extends Queue>(queue: Bound, options: ListenOptions): Promise<Bound> {
  queue.listen(options);
  // Rejects with the error when it cannot listen.
  await once(queue, 'listening');
  return queue;
}

async function closed(queue: Queue): Promise<void> {
  await new Promise((resolve) => queue.close(resolve));
}
