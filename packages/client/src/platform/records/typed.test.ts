/** Checks at compile time which calls are valid: the compiler reports a marked mistake that it accepts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, json, startServer } from '../../../test/scripted-server.ts';
import type { PlatformClient } from '../../index.ts';

// An interface has no index signature, so this makes sure that no type requires one.
interface Visit {
  readonly patient: string;
  readonly slot: string;
  readonly status: 'booked' | 'seen';
  readonly fee: number;
  readonly notes?: { readonly text: string; readonly by: { readonly name: string } };
  readonly items: readonly { readonly name: string; readonly price: number }[];
}
interface Patient {
  readonly name: string;
  readonly parent?: Patient;
}

const visit: Visit = { patient: 'rec_1', slot: '', status: 'booked', fee: 5, items: [] };

/** Never called. */
export async function typed({ resources, users, events, batch }: PlatformClient) {
  const visits = resources.collection<Visit, { patient: Patient }>('res_1');

  // Mistakes in filters, sorting, fields and records.
  // @ts-expect-error: a filter by a field that does not exist
  await visits.list({ where: { statsu: 'booked' } });
  // @ts-expect-error: a value of another type
  await visits.list({ where: { fee: { gte: '5' } } });
  // @ts-expect-error: a value that the field never has
  await visits.list({ where: { status: { in: ['payed'] } } });
  // @ts-expect-error: an operator that does not exist
  await visits.list({ where: { fee: { min: 5 } } });
  // @ts-expect-error: a sort by a field that does not exist
  await visits.list({ sort: '-slott' });
  // @ts-expect-error: a selected field that does not exist
  await visits.list({ fields: ['patient', 'note'] });
  // @ts-expect-error: a record without one of its fields
  await visits.create({ patient: 'rec_1', slot: '', status: 'booked', fee: 5 });
  // @ts-expect-error: a patch with a value of another type
  await visits.patch('rec_1', { fee: '5' });
  await visits.patch('rec_1', { fee: { $add: -1, $min: 0 } });
  // @ts-expect-error: nothing can be added to a text
  await visits.patch('rec_1', { patient: { $add: 1 } });
  // @ts-expect-error: a bound that does not exist
  await visits.patch('rec_1', { fee: { $add: 1, $most: 5 } });

  // Mistakes in references, summaries, batches and accounts.
  // @ts-expect-error: a field that was not selected is missing
  for await (const { record } of visits.iterate({ fields: ['fee'] })) record.patient;
  // @ts-expect-error: a reference that does not exist
  await visits.list({ expand: ['doctor'] });
  // @ts-expect-error: a text has no sum
  await visits.summary({ sum: ['status'] });
  // @ts-expect-error: a field that was not summed is missing
  (await visits.summary({ group: ['status'] })).groups[0]?.sum.fee;
  // @ts-expect-error: a record of a batch without its fields
  await batch([visits.calls.create({ patient: 'rec_1' })]);
  // @ts-expect-error: an account without its fields
  await users<{ name: string }>('res_2').signUp({ email: 'a@b.c', password: 'x' });
  // @ts-expect-error: an undefined value would otherwise match every record
  await visits.list({ where: { status: undefined } });

  // Calls that have to compile.
  const page = await visits.list({
    where: {
      status: 'booked',
      slot: { gte: new Date(), lt: '2027' },
      'notes.by.name': { ne: 'Asha' },
      'items.0.price': { lte: 5 },
      notes: { exists: true },
      createdAt: { gte: new Date() },
    },
    sort: '-createdAt',
    count: true,
    expand: ['patient'],
  });
  const total: number = page.total;
  const names = page.records.map(
    ({ record }) => page.expanded.patient[record.patient]?.record.parent?.name,
  );
  const part = await visits.list({ fields: ['fee', 'notes.text', 'items.price'] });
  const chosen = part.records.map(({ record: { fee, notes, items } }) => ({
    fee: fee satisfies number,
    text: notes?.text satisfies string | undefined,
    price: items[0]?.price satisfies number | undefined,
  }));
  const { groups } = await visits.summary({ group: ['status'], sum: ['fee'], max: ['slot'] });
  const status: 'booked' | 'seen' | null | undefined = groups[0]?.key.status;
  const sum: number | undefined = groups[0]?.sum.fee;
  const [made, removed] = await batch([visits.calls.create(visit), visits.calls.delete('rec_1')]);
  const fee: number = made.record.fee;
  const { user } = await users<Patient>('res_2').signIn({ email: 'a@b.c', code: '123456' });
  const name: string = user.name;
  for await (const { activity } of events<Visit>({ resources: ['res_1'], include: 'record' }))
    activity.record?.record.fee satisfies number | undefined;
  await resources.importRecords('res_1', [visit]);
  const anything = await resources.collection('res_1').list({ where: { any: { gt: 5 } } });
  return { total, names, chosen, status, sum, fee, removed: removed.deleted, name, anything };
}

test('summaries, counts, references and client ids are sent as the server expects them', async (t) => {
  const page = { records: [], total: 0, nextCursor: null, expanded: { patient: {} } };
  const server = await startServer(
    t,
    json(200, page),
    json(200, { groups: [] }),
    json(200, { recordId: 'a', record: visit, version: 1, createdAt: '' }),
    json(201, { recordId: 'a', record: visit, version: 1, createdAt: '' }),
  );
  const { client } = clientOf(server);
  const visits = client.resources.collection<Visit, { patient: Patient }>('res_1');
  assert.deepEqual((await visits.list({ count: true, expand: ['patient'] })).expanded.patient, {});
  await visits.summary({ group: ['status', 'slot'], sum: ['fee'], where: { status: 'seen' } });
  await visits.get('a', { expand: ['patient'] });
  await visits.put('a', visit, { ifNoneMatch: '*' });
  const path = '/api/platform/resources/res_1/records';
  assert.deepEqual(
    server.received.map(({ url, headers }) => [url, headers['if-none-match']]),
    [
      [`${path}?count=true&expand=patient`, undefined],
      [`${path}/summary?count=true&group=status%2Cslot&sum=fee&where.status=seen`, undefined],
      [`${path}/a?expand=patient`, undefined],
      [`${path}/a`, '*'],
    ],
  );
  // @ts-expect-error: also at run time, for programs that are not compiled so strictly
  await assert.rejects(async () => visits.list({ where: { status: undefined } }), TypeError);
});

test('a batch returns the result of each call, and a refusal has the index of the refused call', async (t) => {
  const stored = { recordId: 'a', record: visit, version: 3, createdAt: '' };
  const results = [
    { status: 200, body: stored },
    { status: 200, body: { deleted: true, recordId: 'b' } },
  ];
  const refusal = { error: 'Taken.', code: 'conflict', requestId: 'r', index: 1, field: 'slot' };
  const server = await startServer(t, json(200, { results }), json(409, refusal));
  const { client } = clientOf(server);
  const { calls } = client.resources.collection<Visit>('res_1');
  const [patched, removed] = await client.batch([
    calls.patch('a', { status: 'seen' }, { ifMatch: 2 }),
    calls.delete('b'),
  ]);
  assert.deepEqual([patched.version, removed.recordId], [3, 'b']);
  const path = '/api/platform/resources/res_1/records';
  assert.deepEqual(JSON.parse(String(server.received[0]?.body)), {
    calls: [
      { method: 'PATCH', path: `${path}/a`, body: { status: 'seen' }, ifMatch: '"2"' },
      { method: 'DELETE', path: `${path}/b` },
    ],
  });
  await assert.rejects(client.batch([calls.create(visit)]), { index: 1, field: 'slot' });
});
