/** A TCP proxy between a browser and a server. A test can disconnect and restore it, as if it restarted. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export async function openProxy(to: string): Promise<{
  readonly url: string;
  /** Destroys every open connection, and refuses new ones until `restore`. */
  readonly disconnect: () => void;
  readonly restore: () => void;
  readonly close: () => Promise<void>;
}> {
  const { port } = new URL(to);
  const open = new Set<Socket>();
  let isDisconnected = false;
  const server = createServer((client) => {
    if (isDisconnected) return client.destroy();
    const upstream = connect(Number(port), '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const disconnect = () => {
    isDisconnected = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disconnect,
    restore: () => {
      isDisconnected = false;
    },
    close: async () => {
      disconnect();
      server.close();
      await once(server, 'close');
    },
  };
}
