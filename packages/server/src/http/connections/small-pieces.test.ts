import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { openApp, readPolicy, routeOf } from '../../../test/fixtures/http-app.ts';
import { head } from '../../../test/sockets/raw-socket.ts';
import { createConnections } from './connections.ts';
import { createParserErrors } from './parser-errors.ts';
import { limitSmallPieces } from './small-pieces.ts';

const piece = '1\r\na\r\n';
const post = head('POST', '/thing', { 'transfer-encoding': 'chunked', authorization: 'somebody' });
const policy = { ...readPolicy, body: 'json', bodyBytesMax: 100_000 } as const;

test('a body in very many small pieces is refused, whether somebody reads it or not', async (t) => {
  const route = routeOf(async () => ({ status: 200 }), { method: 'POST', policy });
  const { send } = await openApp(t, [route]);
  for (const [start, status, sentence] of [
    [post, 400, /too many small pieces/],
    [post.replace('/thing', '/nowhere'), 404, /no such path/],
  ] as const) {
    const received = await text(send(start + piece.repeat(10_000)));
    assert.match(received, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(received, sentence);
    assert.equal(received.split('HTTP/1.1 ').length, 2, received);
  }
});

test('a body in fewer small pieces, or in many that a slow network makes, is read', async (t) => {
  const route = routeOf(async () => ({ status: 200 }), { method: 'POST', policy });
  const { send } = await openApp(t, [route]);
  const segment = ' '.repeat(94);
  for (const pieces of ['1\r\n \r\n'.repeat(900), `5e\r\n${segment}\r\n`.repeat(1_050)]) {
    const socket = send(`${post}2\r\n{}\r\n${pieces}0\r\n\r\n`);
    const [received] = await once(socket, 'data');
    assert.match(String(received), /^HTTP\/1.1 200 /);
    socket.destroy();
  }
});

test('what a packet still holds after too many pieces or requests is not gone through', async (t) => {
  const pieces = await openCounting(t, (request) => void request.resume());
  await pieces.send(post + piece.repeat(9_000));
  assert.ok(pieces.pushed() < 1_100, `${pieces.pushed()} pieces`);

  const connections = createConnections();
  const requests = await openCounting(
    t,
    (request, response) => connections.inTurn(request, response, () => {}),
    connections,
  );
  await requests.send(head('GET', '/thing').repeat(1_000));
  assert.ok(requests.made() < 110, `${requests.made()} requests`);
});

/** A server that counts what Node's parser hands over, and ends a connection with too many pieces. */
async function openCounting(
  t: TestContext,
  serve: RequestListener,
  connections = createConnections(),
) {
  let [pushed, made] = [0, 0];
  const Limited = limitSmallPieces((socket) => socket.destroy());
  class Counted extends Limited {
    constructor(...given: ConstructorParameters<typeof IncomingMessage>) {
      super(...given);
      made += 1;
    }
    override push(chunk: Buffer | null): boolean {
      pushed += 1;
      return super.push(chunk);
    }
  }
  const server = createServer({ IncomingMessage: Counted }, serve);
  connections.guard(server, createParserErrors({ headers: {}, makeRequestId: () => 'request' }));
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    pushed: () => pushed,
    made: () => made,
    /** Resolves when the server has closed the connection. */
    send: async (bytes: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.resume();
      socket.write(bytes);
      await new Promise((resolve) => socket.once('close', resolve));
    },
  };
}
