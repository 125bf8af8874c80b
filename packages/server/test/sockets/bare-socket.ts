/** The cost of a bare socket: the same library and settings, without any work on the messages. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const sockets = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: 64 * 1024,
});
const server = createServer().on('upgrade', (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, (opened) => {
    opened.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return;
      const { type, t } = JSON.parse(data.toString('utf8'));
      opened.send(JSON.stringify(type === 'ping' ? { type: 'pong', t } : { type: 'ready' }));
    });
  }),
);

process.on('message', (order) => {
  if (order === 'end') process.exit(0);
  const { user, system } = process.cpuUsage();
  const thread = process.threadCpuUsage();
  process.send?.({
    rss: process.memoryUsage.rss(),
    cpuMs: (user + system) / 1_000,
    threadMs: (thread.user + thread.system) / 1_000,
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}`, site: 'bare' });
});
