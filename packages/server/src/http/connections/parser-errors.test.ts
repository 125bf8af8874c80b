import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { createParserErrors } from './parser-errors.ts';

describe('a connection that takes too long', () => {
  const server = createServer({ headersTimeout: 50, connectionsCheckingInterval: 20 });
  createParserErrors({ headers: {}, makeRequestId: () => 'req_test' }).watch(server);
  before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  after(() => server.close());

  const receivedAfter = (sent: string): Promise<string> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(sent);
    return text(socket);
  };

  test('is closed without an answer if it sent nothing', async () => {
    assert.equal(await receivedAfter(''), '');
  });

  test('gets a refusal if a request has begun', async () => {
    const received = await receivedAfter('GET / HTTP/1.1\r\n');
    assert.match(received, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.match(received, /The request took too long to arrive\./);
  });
});
