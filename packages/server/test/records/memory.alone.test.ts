import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { ask, resources } from '../fixtures/server.ts';
import {
  firstKey,
  memoryOf,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';

const MB = 1024 * 1024;
const grownMax = 40 * MB;
const skip = existsSync('/proc/self/clear_refs') ? false : 'there is no /proc to measure memory';

// Small records cost the most for each byte, large ones for each statement.
for (const { title, count, bytes } of [
  { title: '97,000 small records', count: 97_000, bytes: 250 },
  { title: '1,200 records of 20 KB', count: 1_200, bytes: 20_400 },
])
  test(`an import of 24 MB and an export of all cost at most 40 MB of memory each: ${title}`, {
    skip,
  }, async (t) => {
    const folder = temporaryFolder(t);
    const server = await startProcess(t, folder, { BARAZA_RECORDS_MAX: '100000' });
    const key = firstKey(folder);
    let grown = { imported: Number.POSITIVE_INFINITY, exported: Number.POSITIVE_INFINITY };
    // Garbage collection only adds to the memory of the work, so the least of three is the best estimate.
    for (let attempt = 0; attempt < 3 && !isWithin(grown); attempt += 1) {
      grown = await measure(server, key, count, bytes);
      t.diagnostic(
        `the import: ${mb(grown.imported)} MB more, the export: ${mb(grown.exported)} MB more`,
      );
    }
    assert.ok(isWithin(grown), `${mb(grown.imported)} MB and ${mb(grown.exported)} MB more`);
    await server.end('SIGTERM');
  });

interface Grown {
  readonly imported: number;
  readonly exported: number;
}

function isWithin({ imported, exported }: Grown): boolean {
  return imported <= grownMax && exported <= grownMax;
}

/** The memory of an import into a new collection, and of its export. */
async function measure(
  server: ServerProcess,
  key: string,
  count: number,
  bytes: number,
): Promise<Grown> {
  const config = { indexes: ['n', 'at'] };
  const body = { service: 'data', kind: 'Collection', name: 'Orders', config };
  const made = await ask(server, 'POST', resources, { key, body });
  assert.equal(made.status, 201, made.text);
  const target = `${resources}/${made.json.id}/records`;
  // Warm: what code and caches take is not what an import takes.
  await send(server, key, target, linesOf(0, 3_000, 250));
  const imported = await grownBy(server, () =>
    send(server, key, target, linesOf(3_000, count, bytes)),
  );
  const exported = await grownBy(server, async () => {
    assert.equal(await countLines(server, key, `${target}?sort=-n`), 3_000 + count);
  });
  return { imported, exported };
}

/** Lines of so many bytes each, all together at most 24 MB. */
function* linesOf(from: number, count: number, bytes: number): Generator<Buffer> {
  for (let at = 0; at < count; at += 500) {
    const lines = Array.from({ length: Math.min(500, count - at) }, (_, index) => {
      const n = from + at + index;
      const record = { n, at: new Date(n * 1_000).toISOString(), text: '' };
      const left = bytes - JSON.stringify(record).length;
      return `${JSON.stringify({ ...record, text: 'neno '.repeat(Math.ceil(left / 5)).slice(0, left) })}\n`;
    });
    yield Buffer.from(lines.join(''));
  }
}

async function send(
  server: ServerProcess,
  key: string,
  target: string,
  pieces: Iterable<Buffer>,
): Promise<void> {
  const sending = request(`${server.url}${target}`, {
    method: 'POST',
    agent: new Agent(),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  await pipeline(Readable.from(pieces), sending);
  const [response] = await answered;
  let text = '';
  for await (const piece of response) text += piece;
  assert.equal(response.statusCode, 201, text);
}

async function countLines(server: ServerProcess, key: string, target: string): Promise<number> {
  const response = await fetch(`${server.url}${target}`, {
    headers: { authorization: `Bearer ${key}`, accept: 'application/x-ndjson' },
  });
  assert.equal(response.status, 200);
  let lines = 0;
  for await (const piece of response.body ?? [])
    for (const byte of piece as Uint8Array) if (byte === 0x0a) lines += 1;
  return lines;
}

/** How far the resident memory rises above where it was. */
async function grownBy({ pid }: ServerProcess, work: () => Promise<void>): Promise<number> {
  const idle = memoryOf(pid).resident;
  // The peak is counted anew from here.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await work();
  return memoryOf(pid).peak - idle;
}

function mb(bytes: number): string {
  return (bytes / MB).toFixed(0);
}
