import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { silentLog } from '../../kernel/log.ts';
import { serveEngines } from './engine-server.ts';

test('an upgrade whose body is still to come is refused with 400 and closed', async (t) => {
  const server = await serveEngines({
    processes: [],
    greeting: { version: '1', encoder: 'e', reader: 'r' },
    token: 'a-token',
    host: '127.0.0.1',
    port: 0,
    log: silentLog,
  });
  t.after(server.stop);
  const socket = connect(server.port, '127.0.0.1');
  socket.write(
    'GET /engines/0 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a-token\r\nconnection: upgrade\r\n' +
      'upgrade: websocket\r\ncontent-length: 5\r\n\r\n',
  );
  const [head] = await once(socket, 'data');
  assert.match(String(head), /^HTTP\/1\.1 400 /);
  await once(socket.resume(), 'close');
});
