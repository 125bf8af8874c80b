/** Random histories of eight clients on one collection and one bucket, checked against a model. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ask, form, resources, storage } from '../../../packages/server/test/fixtures/server.ts';
import type { Installation } from '../installation.ts';
import { scenario } from '../scenario.ts';

const clients = 8;
const acts = ['add', 'add twice', 'delete', 'rename', 'put', 'read'] as const;
type Act = (typeof acts)[number];
type History = readonly (readonly Act[])[];

export const histories = scenario({
  name: 'histories',
  what: `
    random histories of 8 clients that add, repeat, delete, rename with a version, upload and read concurrently`,
  guarantee: `
    histories of eight concurrent clients never contradict a reference model of the data: nothing lost, nothing
    duplicated, no stale read`,
  provenAgainst: `
    \`platform/resources/resources.ts\` without its check of \`If-Match\`: the third history changed one version twice`,
  engines: ['sqlite', 'postgres'],
  short: { histories: 12 },
  long: { histories: 10_000 },
  run: async (context, size) => {
    const { figures, random } = context;
    const server = await context.start();
    let acted = 0;
    let tried = 0;
    const history = fc.array(fc.array(fc.constantFrom(...acts), { maxLength: 4 }), {
      minLength: clients,
      maxLength: clients,
    });
    // Each history deletes its resources, since their number is limited.
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        acted += await playHistory(server, given);
        tried += 1;
      }),
      { numRuns: size.histories, seed: random.seed, endOnFailure: true },
    );
    figures.atLeast('histories', tried, size.histories);
    figures.note('operations', acted);
    figures.atMost('violations', 0, 0);
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

/** What is known of one record; the numbers are logical times. */
interface Added {
  readonly sentAt: number;
  acknowledgedAt: number;
  deleteSentAt: number;
  deletedAt: number;
}

const never = Number.POSITIVE_INFINITY;

async function playHistory(server: Installation, history: History): Promise<number> {
  const { key } = server;
  const collection = await server.newResource('data');
  const bucket = await server.newResource('storage');
  const path = `${resources}/${collection}`;
  const target = `${storage}/${bucket}?key=one`;
  const records = new Map<string, Added>();
  const names = new Map<number, string>();
  const puts = new Set<string>();
  let changes = 0;
  let moment = 0;
  let acted = 0;
  let numbers = 0;
  const tick = () => {
    moment += 1;
    return moment;
  };
  const add = async (headers: { readonly [name: string]: string } = {}, given?: string) => {
    numbers += 1;
    const text = given ?? `record ${numbers}`;
    const known = records.get(text) ?? {
      sentAt: tick(),
      acknowledgedAt: never,
      deleteSentAt: never,
      deletedAt: never,
    };
    records.set(text, known);
    const body = { action: 'add-record', record: { text } };
    const reply = await ask(server, 'PATCH', path, { key, body, headers });
    known.acknowledgedAt = Math.min(known.acknowledgedAt, tick());
    return { reply, text };
  };
  const playAct = async (
    act: Act,
    client: number,
    own: { readonly text: string; id: string }[],
  ) => {
    acted += 1;
    if (act === 'add') {
      const { reply, text } = await add();
      assert.equal(reply.status, 200, reply.text);
      changes += 1;
      own.push({ text, id: reply.json.recordId });
    } else if (act === 'add twice') {
      const again = { 'idempotency-key': `${collection} ${client} ${acted}` };
      const first = await add(again);
      const second = await add(again, first.text);
      assert.deepEqual([first.reply.status, second.reply.status], [200, 200]);
      assert.equal(second.reply.text, first.reply.text, 'a repeat gets the first response');
      changes += 1;
      own.push({ text: first.text, id: first.reply.json.recordId });
    } else if (act === 'delete') {
      const gone = own.shift();
      const known = records.get(gone?.text ?? '');
      if (gone === undefined || known === undefined) return;
      known.deleteSentAt = tick();
      const body = { action: 'delete-record', recordId: gone.id };
      assert.equal((await ask(server, 'PATCH', path, { key, body })).status, 200);
      known.deletedAt = tick();
      changes += 1;
    } else if (act === 'rename') {
      const { json } = await ask(server, 'GET', `${path}?records=false`, { key });
      const name = `renamed by ${client} at ${acted}`;
      const headers = { 'if-match': `"${json.version}"` };
      const body = { action: 'rename', name };
      const { status } = await ask(server, 'PATCH', path, { key, body, headers });
      assert.ok(status === 200 || status === 409, `${status}`);
      if (status === 409) return;
      assert.ok(!names.has(json.version), `version ${json.version} was changed twice`);
      names.set(json.version, name);
      changes += 1;
    } else if (act === 'put') {
      const bytes = `${client} ${acted} ${'b'.repeat(500)}`;
      puts.add(bytes);
      const { status } = await ask(server, 'POST', target, { key, body: form({ bytes }) });
      assert.ok(status === 200 || status === 201, `${status}`);
    } else {
      const beganAt = tick();
      const { json } = await ask(server, 'GET', path, { key });
      assertPossible(json, records, beganAt, tick());
      const found = await ask(server, 'GET', target, { key });
      assert.ok(found.status === 404 || puts.has(found.text), 'bytes that were never sent');
    }
  };
  await Promise.all(
    history.map(async (own, client) => {
      const mine: { readonly text: string; id: string }[] = [];
      for (const act of own) await playAct(act, client, mine);
    }),
  );
  const { json } = await ask(server, 'GET', path, { key });
  assertPossible(json, records, tick(), tick());
  assert.equal(json.recordCount, json.records.length, 'the count equals the number of records');
  assert.equal(json.version, 1 + changes, 'a version for each change, and no other');
  for (const id of [collection, bucket])
    assert.equal((await ask(server, 'DELETE', `${resources}/${id}`, { key })).status, 200);
  return acted;
}

/** A read contains what existed before it began, and nothing that was deleted before or never sent. */
function assertPossible(
  json: { readonly records: readonly { readonly record: { readonly text: string } }[] },
  records: ReadonlyMap<string, Added>,
  beganAt: number,
  endedAt: number,
): void {
  const seen = json.records.map(({ record }) => record.text);
  assert.equal(new Set(seen).size, seen.length, 'a record is there twice');
  for (const text of seen) {
    const known = records.get(text);
    assert.ok(known !== undefined && known.sentAt < endedAt, `${text} was never sent`);
    assert.ok(known.deletedAt > beganAt, `${text} came back`);
  }
  for (const [text, { acknowledgedAt, deleteSentAt }] of records)
    if (acknowledgedAt < beganAt && deleteSentAt > endedAt)
      assert.ok(seen.includes(text), `${text} is lost`);
}
