import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expandedRecordSchema, recordListSchema } from '@baraza/contract';
import { newResource, resources, serverOfSuite } from '../fixtures/server.ts';

describe('references and expand', () => {
  const { server, owner } = serverOfSuite();
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    owner.send(method, `${resources}/${path}`, body, headers);
  const clinic = async () => {
    const patients = (await newResource(server, owner.key, 'data')).id;
    const references = { patient: patients, 'staff.ids': patients };
    const visits = (await newResource(server, owner.key, 'data', { references })).id;
    for (const name of ['asha', 'juma']) await call('PUT', `${patients}/records/${name}`, { name });
    const made = await call('POST', `${patients}/records`, { name: 'made' });
    return { patients, visits, madeId: made.json.recordId as string };
  };

  test('each record that a page refers to comes once, by its id; those that are gone are left out', async () => {
    const { visits, madeId } = await clinic();
    for (const patient of ['asha', 'asha', madeId, 'gone', 7])
      await call('POST', `${visits}/records`, { patient, staff: { ids: ['juma', 'asha'] } });
    const { json } = await call('GET', `${visits}/records?expand=patient,staff.ids`);
    const { expanded } = recordListSchema.parse(json);
    assert.deepEqual(Object.keys(expanded?.patient ?? {}).sort(), ['asha', madeId].sort());
    assert.deepEqual(expanded?.patient?.asha?.record, { name: 'asha' });
    assert.deepEqual(Object.keys(expanded?.['staff.ids'] ?? {}).sort(), ['asha', 'juma']);
    const page = await call('GET', `${visits}/records?expand=patient&limit=1&order=newest`);
    assert.deepEqual(page.json.expanded, { patient: {} });
    assert.equal((await call('GET', `${visits}/records`)).json.expanded, undefined);
  });

  test('one record can be expanded too', async () => {
    const { visits } = await clinic();
    const { json } = await call('POST', `${visits}/records`, { patient: 'juma' });
    const one = await call('GET', `${visits}/records/${json.recordId}?expand=patient`);
    assert.deepEqual(expandedRecordSchema.parse(one.json).expanded?.patient?.juma?.record, {
      name: 'juma',
    });
    assert.equal(
      (await call('GET', `${visits}/records/${json.recordId}?expand=other`)).status,
      400,
    );
    assert.equal((await call('GET', `${visits}/records?expand=patients`)).status, 400);
    const lines = await call('GET', `${visits}/records?expand=patient`, undefined, {
      accept: 'application/x-ndjson',
    });
    assert.equal(lines.status, 400);
  });

  test('a key for some resources cannot expand into another, and none refers to a stranger’s', async () => {
    const { visits } = await clinic();
    await call('POST', `${visits}/records`, { patient: 'asha' });
    const limited = await owner.newKey(['data'], null, [visits]);
    const refused = await limited.send('GET', `${resources}/${visits}/records?expand=patient`);
    assert.equal(refused.status, 404);
    assert.equal((await limited.send('GET', `${resources}/${visits}/records`)).status, 200);
    const stranger = await server.newOwner();
    const foreign = await newResource(server, stranger.key, 'data');
    const bucket = await newResource(server, owner.key, 'storage');
    for (const references of [
      { a: foreign.id },
      { a: bucket.id },
      { a: 5 },
      ['x'],
      'x',
      { a: 'res_x' },
    ]) {
      const reply = await call('PATCH', visits, { action: 'configure', config: { references } });
      assert.equal(reply.status, 400, JSON.stringify(references));
    }
  });
});
