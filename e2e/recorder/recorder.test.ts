/** What the recorder must not miss, planted into what a server replies or into a recording. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { differences, readAllowed, readRecording } from './compare.ts';
import { corpus } from './corpus/corpus.ts';
import { playCorpus } from './corpus/play.ts';
import { type House, type Json, startHouse } from './house.ts';
import { recordedDay } from './stable.ts';

const recorded = readRecording(path.join(import.meta.dirname, 'recorded'));

describe('a server that replies otherwise', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-recorder-test-'));
  let house: House;
  before(async () => {
    const environment = {
      BARAZA_ENCODER: '0',
      BARAZA_RECORDS_MAX: '10000',
      BARAZA_TRUST_PROXY: '1',
    };
    house = await startHouse({
      folder: path.join(folder, 'data'),
      now: `${recordedDay}T06:00:00Z`,
      environment,
    });
  });
  after(async () => {
    await house.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  // Each in a world of its own, all played at once.
  const defects: readonly { name: string; world: string; cases: RegExp; change: Change }[] = [
    { name: 'nothing', world: 'sort-001', cases: /-[0-5]$/, change: () => {} },
    {
      name: 'another order',
      world: 'sort-002',
      cases: /-[0-5]$/,
      change: (reply) => reply.json?.records?.reverse(),
    },
    {
      name: 'a missing id',
      world: 'where-001',
      cases: /-[0-9]$/,
      change: (reply) => reply.json?.records?.splice(1, 1),
    },
    {
      name: 'a 404 where it was 403',
      world: 'refusals-001',
      cases: /-5.$/,
      change: (reply) => {
        if (reply.status === 403) reply.status = 404;
      },
    },
  ];
  test('another order, a missing id and another status are found, and nothing else', async (t) => {
    const all = corpus();
    const worlds = defects.flatMap(({ world, cases }) =>
      all
        .filter(({ name }) => name === world)
        .map((one) => ({ ...one, cases: one.cases.filter(({ name }) => cases.test(name)) })),
    );
    const platform = await openChanging(t, house.platform, (network, reply) =>
      defects[Number(network.split('.')[2])]?.change(reply),
    );
    const outcomes = await playCorpus({ ...house, platform }, worlds, { ownerCount: 1 });
    const now = new Map<string, readonly string[]>(
      outcomes.map((one) => [`corpus-sqlite ${one.case}`, one.saw]),
    );
    const played = new Map([...recorded].filter(([place]) => now.has(place)));
    const found = differences(played, now);
    for (const { name, world } of defects)
      assert.equal(
        found.some((line) => line.includes(world)),
        name !== 'nothing',
        name,
      );
  });
});

test('another text of an answer is found, and its line has both texts', () => {
  const [place, saw = []] = [...recorded].find(([one]) => one.startsWith('answers own/')) ?? [''];
  const changed = new Map(recorded).set(place, saw.with(1, 'Hapana.'));
  assert.deepEqual(differences(recorded, changed), [
    `${place}: 2 of ${saw.length}: ${saw[1]} → Hapana.`.replaceAll(/\s+/g, ' '),
  ]);
});

test('a webhook that waited and is lost is found', () => {
  const place =
    [...recorded.keys()].find((one) => one.startsWith('pending-sqlite sent//failing')) ?? '';
  const changed = new Map(recorded);
  changed.delete(place);
  assert.match(
    differences(recorded, changed).join('\n'),
    /^pending-sqlite sent\/\/failing .* is missing/,
  );
});

test('only what a line of the allowed names is allowed, and everything after # is its reason', () => {
  const [one, all] = readAllowed(
    'corpus-* where-001/case-3 # sorted otherwise\n\n# why\nanswers *\n',
  );
  assert.match('corpus-sqlite where-001/case-3: 1 of 1: a → b', one ?? /^$/);
  assert.doesNotMatch('corpus-sqlite where-001/case-30: 1 of 1: a → b', one ?? /./);
  assert.match('answers own/3: 1 of 3: a → b', all ?? /^$/);
});

test('a kind that was not recorded again is not compared', () => {
  assert.deepEqual(differences(recorded, new Map()), []);
});

interface Changing {
  status: number;
  readonly json: Json;
}
type Change = (reply: Changing) => unknown;

/** A proxy that changes replies. */
async function openChanging(
  t: { readonly after: (end: () => unknown) => void },
  target: string,
  change: (network: string, reply: Changing) => unknown,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = request.headers;
    const { method = 'GET', url = '' } = request;
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const passed = await fetch(target + url, { method, headers: headers as never, ...body }).catch(
      String,
    );
    if (typeof passed === 'string') return response.destroy();
    const text = await passed.text();
    const reply = { status: passed.status, json: jsonOf(text) };
    change(String(headers['x-forwarded-for']), reply);
    for (const name of ['etag', 'location', 'retry-after', 'content-type']) {
      const value = passed.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    response
      .writeHead(reply.status)
      .end(reply.json === undefined ? text : JSON.stringify(reply.json));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
