import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { fieldsOf } from '../../../test/fixtures/fields-of.ts';
import { Problem } from '../../kernel/problem.ts';
import { parseDisposition } from './disposition.ts';
import { type Part, readParts, readSmall } from './multipart.ts';

/** A body that arrives in these pieces, as a request would bring it. */
function requestOf(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  type = 'multipart/form-data; boundary=b',
) {
  const body = Readable.from(pieces, { objectMode: false }) as unknown as IncomingMessage;
  body.headers = { 'content-type': type };
  body.complete = true;
  return body;
}

/** Each piece has its own buffer, as with Node. */
function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length];
  const sorted = places.sort((left, right) => left - right);
  return sorted.slice(1).map((end, at) => new Uint8Array(bytes.subarray(sorted[at], end)));
}

async function partsOf(request: IncomingMessage, bytesMax = 1_000_000) {
  const parts: { readonly name: string; readonly content: Buffer | undefined }[] = [];
  await readParts(request, bytesMax, async ({ name, content }: Part) => {
    parts.push({ name, content: await readSmall(content, 100_000) });
  });
  return parts;
}

const cuts = fc.array(fc.nat(5_000), { maxLength: 30 });

test('parts come whole and in order, wherever the network cuts them', async () => {
  const content = fc.uint8Array({ maxLength: 400 });
  await fc.assert(
    fc.asyncProperty(fc.array(content, { maxLength: 5 }), cuts, async (contents, places) => {
      const form = contents.flatMap((bytes, at) => [
        Buffer.from(`--b\r\nContent-Disposition: form-data; name="${at}"\r\n\r\n`),
        Buffer.from(bytes),
        Buffer.from('\r\n'),
      ]);
      fc.pre(!contents.some((bytes) => Buffer.from(bytes).includes('--b')));
      const pieces = split(Buffer.concat([...form, Buffer.from('--b--\r\n')]), places);
      const wanted = contents.map((bytes, at) => ({ name: `${at}`, content: Buffer.from(bytes) }));
      assert.deepEqual(await partsOf(requestOf(pieces)), wanted);
    }),
  );
});

test('large parts come whole, even when the next one waits behind them', {
  timeout: 100_000,
}, async () => {
  const contents = ['x', 'y', 'z'].map((letter) => Buffer.alloc(90_000, letter));
  const form = contents.flatMap((content, at) => [
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${at}"\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  const whole = Buffer.concat([...form, Buffer.from('--b--')]);
  const parts = await partsOf(requestOf(split(whole, [64_000, 128_000, 192_000, 256_000])));
  assert.deepEqual(fieldsOf(parts, 'content'), contents);
});

test('content that looks like a boundary up to the end of a piece comes whole', async () => {
  const boundary = 'b'.repeat(60);
  const content = `x\r\n--${boundary.slice(1)}`.repeat(50);
  const form = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${content}\r\n--${boundary}--`,
  );
  const type = `multipart/form-data; boundary=${boundary}`;
  for (let cut = 1; cut < 200; cut += 1) {
    const places = Array.from({ length: 10 }, (_, at) => cut + at * 64);
    const [part] = await partsOf(requestOf(split(form, places), type));
    assert.equal(String(part?.content), content);
  }
});

test('a part may be empty without an empty line, and a longer word than the boundary is content', async () => {
  const head = 'Content-Disposition: form-data; name="a"\r\n\r\n';
  const form = Buffer.from(`--b\r\n${head}--b\r\n${head}--bc\r\n--b-c\r\n--b--`);
  for (let cut = 0; cut < form.length; cut += 1) {
    const parts = await partsOf(requestOf(split(form, [cut])));
    assert.deepEqual(
      parts.map(({ content }) => String(content)),
      ['', '--bc\r\n--b-c'],
    );
  }
});

test('a part in base64 is decoded, wherever its lines and the network break it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), cuts, async (bytes, places) => {
      const encoded = Buffer.from(bytes)
        .toString('base64')
        .replaceAll(/(.{76})/g, '$1\r\n');
      const head = 'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: BASE64';
      const form = Buffer.from(`--b\r\n${head}\r\n\r\n${encoded}\r\n--b--\r\n`);
      const [part] = await partsOf(requestOf(split(form, places)));
      assert.deepEqual(part?.content, Buffer.from(bytes));
    }),
  );
});

test('any body is read or refused, and never awaited forever', { timeout: 100_000 }, async () => {
  const word = fc.constantFrom(
    '--b',
    '--',
    '\r\n',
    '\n',
    'Content-Disposition: form-data; name="a"',
    '"',
    ';',
    '--b--',
    'x',
    '\0',
    ':',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 20 }), cuts, async (words, places) => {
      const pieces = split(Buffer.from(words.join('')), places);
      await partsOf(requestOf(pieces)).catch((error) => assert.ok(error instanceof Problem, error));
    }),
    { numRuns: 500 },
  );
});

test('a form that ended too early is refused once no part of it is being read', async () => {
  const form = Buffer.from('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf');
  let isOver = false;
  const reading = readParts(requestOf([form]), 1_000, async ({ content }) => {
    await readSmall(content, 10).catch(() => {});
    for (let turns = 0; turns < 10; turns += 1) await nextTurn();
    isOver = true;
  });
  await assert.rejects(reading, Problem);
  assert.equal(isOver, true);
});

test('the second part waits for the first one, and is not read when that one fails', async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
  const request = requestOf([Buffer.from(`${part}${part}--b--`)]);
  let started = 0;
  const reading = readParts(request, 1_000, async () => {
    started += 1;
    await nextTurn();
    throw new Problem('invalid', 'not this one');
  });
  await assert.rejects(reading, /not this one/);
  assert.equal(started, 1);
});

test('a form longer than allowed is refused while it arrives', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
  const endless = async function* () {
    yield Buffer.from(head);
    for (;;) {
      await nextTurn();
      yield Buffer.alloc(1_000);
    }
  };
  const request = requestOf(endless());
  await assert.rejects(
    partsOf(request, 50_000),
    (error) => (error as Problem).code === 'too_large',
  );
  request.destroy();
});

test('no text is a disposition that fails, and none takes long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      parseDisposition(`form-data; name="${text}`);
      parseDisposition(text);
    }),
  );
  const before = process.cpuUsage();
  for (const hostile of ['"', '\\', '\\"', '";', ' ', '=', ';', '%22'])
    parseDisposition(`form-data; filename="${hostile.repeat(8_000)}`);
  assert.ok(process.cpuUsage(before).user < 1_000_000);
});
