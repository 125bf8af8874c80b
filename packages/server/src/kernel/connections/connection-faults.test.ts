import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createLog } from '../log.ts';
import { containFaults } from './connection-faults.ts';

test('a fault in a handler of a connection ends that connection only, and is logged', async (t) => {
  const { server, logged, open } = await serve(t);
  server.prependOnceListener('connection', () => {
    throw new Error('a fault');
  });
  await once(open(), 'close');
  assert.match(logged.join(), /a fault ended a connection.+a fault/);
  const [greeting] = await once(open(), 'data');
  assert.equal(String(greeting), 'hello');
});

test('connections that cannot be accepted are logged once', async (t) => {
  const { server, logged, open } = await serve(t);
  for (let count = 0; count < 3; count += 1)
    server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  assert.equal(logged.length, 1);
  assert.match(logged.join(), /connections cannot be accepted.+EMFILE/);
  await once(open(), 'data');
});

test('a fault that belongs to no connection is thrown', async (t) => {
  const { server } = await serve(t);
  server.once('listening', () => {
    throw new Error('a fault');
  });
  assert.throws(() => server.emit('listening'), /a fault/);
});

async function serve(t: TestContext) {
  const logged: string[] = [];
  const server = createServer((socket) => socket.end('hello'));
  containFaults(
    server,
    createLog('info', (line) => logged.push(line)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  return { server, logged, open };
}
