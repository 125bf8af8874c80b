import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { defaultEngine, newResource, openServer, resources } from '../fixtures/server.ts';

const stalledReaders = 80;

describe('clients that stop reading', () => {
  test('hold up neither lists nor records nor writes of another owner', async () => {
    const server = await openServer(defaultEngine);
    const slow = await server.newOwner();
    const other = await server.newOwner();
    const { id } = await newResource(server, slow.key, 'data');
    const lines = `${JSON.stringify({ text: 'x'.repeat(20_000) })}\n`.repeat(400);
    const type = { 'content-type': 'application/x-ndjson' };
    const filled = await slow.send('POST', `${resources}/${id}/records`, lines, type);
    assert.equal(filled.status, 201, filled.text);
    const mine = await newResource(server, other.key, 'data');
    const stalled: Socket[] = [];
    for (let index = 0; index < stalledReaders; index += 1) {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.pause();
      socket.write(
        `GET ${resources}/${id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${slow.key}\r\n\r\n`,
      );
      stalled.push(socket);
    }
    const startedMs = performance.now();
    for (const target of [resources, `${resources}/${mine.id}`, `${resources}?limit=1`])
      assert.equal((await other.send('GET', target)).status, 200, target);
    const body = { action: 'add-record', record: { a: 1 } };
    const written = await other.send('PATCH', `${resources}/${mine.id}`, body);
    assert.equal(written.status, 200);
    assert.ok(performance.now() - startedMs < 10_000);
    // Their own owner is refused instead of waiting for ever.
    const own = await slow.send('GET', `${resources}/${id}`);
    assert.equal(own.status, 503);
    assert.equal(own.json.code, 'busy');
    assert.ok(Number(own.headers.get('retry-after')) > 0);
    for (const socket of stalled) socket.destroy();
    await server.close();
  });
});
