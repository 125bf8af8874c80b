import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/fixtures/hostile-values.ts';
import { type Answer, type Sink, sendStream, sendText } from './answer.ts';

/** Serves one answer to every request; failures of sending are reported to the callback. */
async function serve(
  t: TestContext,
  answer: Answer,
  onFailure: (error: unknown) => void = () => {},
) {
  const send = async (response: ServerResponse) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort(new Error('the client left')));
    if ('stream' in answer) await sendStream(response, answer, { 'x-common': 'yes' }, gone.signal);
    else sendText(response, answer, { 'x-common': 'yes' });
  };
  const server = createServer((_request, response) => {
    send(response).catch((error: unknown) => {
      response.destroy();
      onFailure(error);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const stream = (write: (sink: Sink) => Promise<void>): Answer => ({
  stream: async (sink) => {
    sink.start(200, {});
    await write(sink);
  },
});

test('a text is sent with its length in bytes, as JSON by default', async (t) => {
  const response = await fetch(await serve(t, { status: 200, body: '"žluť"' }));
  assert.equal(response.headers.get('content-length'), '8');
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(response.headers.get('x-common'), 'yes');
  assert.equal(await response.text(), '"žluť"');
});

test('headers of an answer override the common ones', async (t) => {
  const headers = { 'x-common': 'no', 'content-type': 'text/plain' };
  const response = await fetch(await serve(t, { status: 200, headers, body: 'x' }));
  assert.equal(response.headers.get('x-common'), 'no');
  assert.equal(response.headers.get('content-type'), 'text/plain');
});

for (const status of [204, 304])
  test(`${status} has neither body nor length`, async (t) => {
    const response = await fetch(await serve(t, { status }));
    assert.equal(response.status, status);
    assert.equal(response.headers.get('content-length'), null);
    assert.equal(response.headers.get('content-type'), null);
    assert.equal(await response.text(), '');
  });

test('HEAD gets the length of the answer to GET and no body', async (t) => {
  for (const answer of [{ status: 200, body: 'hello' }, stream((sink) => sink.write('hello'))]) {
    const response = await fetch(await serve(t, answer), { method: 'HEAD' });
    assert.equal(response.headers.get('content-length'), '5');
    assert.equal(await response.text(), '');
  }
});

test('a stream arrives as it was written, whatever its pieces', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(anyText(), fc.uint8Array({ maxLength: 300 }))),
      fc.nat(3),
      async (pieces, size) => {
        const large = pieces.map((piece) =>
          typeof piece === 'string' ? piece.repeat(10 ** size * 20) : piece,
        );
        const answer = stream(async (sink) => {
          for (const piece of large) await sink.write(piece);
        });
        const response = await fetch(await serve(t, answer));
        const wanted = Buffer.concat(large.map((piece) => Buffer.from(piece as string)));
        assert.ok(Buffer.from(await response.arrayBuffer()).equals(wanted));
      },
    ),
    { numRuns: 40 },
  );
});

test('a small stream of text is sent with its length, a large one in chunks', async (t) => {
  const small = await fetch(
    await serve(
      t,
      stream((sink) => sink.write('ž')),
    ),
  );
  assert.equal(small.headers.get('content-length'), '2');
  await small.text();
  const large = await fetch(
    await serve(
      t,
      stream((sink) => sink.write('x'.repeat(300_000))),
    ),
  );
  assert.equal(large.headers.get('transfer-encoding'), 'chunked');
  assert.equal((await large.text()).length, 300_000);
});

test('a stream fails when its reader has left', { timeout: 100_000 }, async (t) => {
  const endless = stream(async (sink) => {
    for (;;) await sink.write(Buffer.alloc(64 * 1024));
  });
  const failure = Promise.withResolvers<unknown>();
  const client = request(await serve(t, endless, failure.resolve));
  client.on('error', () => {});
  client.end();
  const [response] = await once(client, 'response');
  await once(response, 'readable');
  client.destroy();
  assert.match(String(await failure.promise), /the client left/);
});

test('a stream that fails before its first bytes can still be refused', async (t) => {
  const failure = Promise.withResolvers<unknown>();
  const failing: Answer = {
    stream: async (sink) => {
      sink.start(200, {});
      await sink.write('some text');
      throw new Error('in the middle');
    },
  };
  const url = await serve(t, failing, failure.resolve);
  await assert.rejects(fetch(url));
  assert.match(String(await failure.promise), /in the middle/);
});

test('a stream that never starts is an internal error', async (t) => {
  const failure = Promise.withResolvers<unknown>();
  const url = await serve(t, { stream: async () => {} }, failure.resolve);
  await assert.rejects(fetch(url));
  assert.match(String(await failure.promise), /without having started/);
});
