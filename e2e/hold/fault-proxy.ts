/** A local TCP proxy that injects a fault into each connection. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The fault of one connection; an empty object means none. */
export interface Fault {
  /** Cuts the connection after `bytes` of one side have passed. */
  readonly cut?: {
    readonly after: 'sent' | 'received';
    readonly bytes: number;
    readonly by: 'fin' | 'rst';
    /** An additional delay before the cut. */
    readonly delayMs?: number;
  };
  /** Half-closes the connection to the server after this many bytes, and continues to read. */
  readonly halfCloseAfterBytes?: number;
  /** Delays everything that the client sends. */
  readonly delayMs?: number;
  /** Forwards what the client sends in small pieces. */
  readonly trickle?: { readonly bytes: number; readonly everyMs: number };
}

export interface FaultProxy {
  readonly url: string;
  readonly port: number;
  /** The number of connections that were cut. */
  readonly cuts: () => number;
  readonly close: () => Promise<void>;
}

/** Connects from `localAddress`, so that the server sees a different address from that of other callers. */
export async function openFaultProxy(
  targetPort: number,
  faultOf: (connection: number) => Fault,
  localAddress = '127.0.0.1',
): Promise<FaultProxy> {
  let connections = 0;
  let cuts = 0;
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const fault = faultOf(connections);
    connections += 1;
    const upstream = connect({
      port: targetPort,
      host: '127.0.0.1',
      localAddress,
      allowHalfOpen: true,
    });
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    join(client, upstream, fault, () => {
      cuts += 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    cuts: () => cuts,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function join(client: Socket, upstream: Socket, fault: Fault, countCut: () => void): void {
  const { cut, halfCloseAfterBytes, delayMs = 0, trickle } = fault;
  let sent = 0;
  let received = 0;
  let isCut = false;
  const cutIfDue = () => {
    const passed = cut?.after === 'sent' ? sent : received;
    if (cut === undefined || isCut || passed < cut.bytes) return;
    isCut = true;
    const end = () => {
      if (upstream.destroyed) return;
      countCut();
      if (cut.by === 'rst') upstream.resetAndDestroy();
      else upstream.destroy();
    };
    if (cut.delayMs === undefined) end();
    else setTimeout(end, cut.delayMs);
  };
  client.on('data', (chunk: Buffer) => {
    const pass = () => {
      if (upstream.destroyed) return;
      const left = halfCloseAfterBytes === undefined ? chunk.length : halfCloseAfterBytes - sent;
      if (left <= 0) return;
      const piece = chunk.subarray(0, left);
      sent += piece.length;
      if (trickle === undefined) upstream.write(piece);
      else drip(upstream, piece, trickle);
      if (halfCloseAfterBytes !== undefined && sent >= halfCloseAfterBytes) upstream.end();
      cutIfDue();
    };
    if (delayMs === 0) pass();
    else setTimeout(pass, delayMs);
  });
  client.on('end', () => {
    if (trickle === undefined && delayMs === 0) upstream.end();
  });
  upstream.on('data', (chunk: Buffer) => {
    received += chunk.length;
    // Backpressure of the client must reach the server.
    if (!client.write(chunk)) {
      upstream.pause();
      client.once('drain', () => upstream.resume());
    }
    cutIfDue();
  });
  upstream.on('end', () => client.end());
}

function drip(
  upstream: Socket,
  piece: Buffer,
  { bytes, everyMs }: NonNullable<Fault['trickle']>,
): void {
  let at = 0;
  const timer = setInterval(() => {
    if (upstream.destroyed || at >= piece.length) return clearInterval(timer);
    upstream.write(piece.subarray(at, at + bytes));
    at += bytes;
  }, everyMs);
}
