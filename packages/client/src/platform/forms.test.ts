import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, loseAnswer, refuse, startServer } from '../../test/scripted-server.ts';
import { isBarazaError, isConnectionError, submitForm } from '../index.ts';

const timing = { sleep: async () => {}, random: () => 0 };

test('a form is sent without a key, and the response says only that it was received', async (t) => {
  const server = await startServer(t, json(201, { ok: true }));
  const { baseUrl } = server;
  assert.equal(await submitForm('res_1', { jina: 'Asha' }, { baseUrl }), undefined);
  const [request] = server.received;
  assert.deepEqual(
    [request?.method, request?.url, request?.body.toString()],
    ['POST', '/forms/res_1', '{"jina":"Asha"}'],
  );
  assert.equal(request?.headers.authorization, undefined);
  assert.equal(request?.headers['idempotency-key'], undefined);
});

test('an invalid entry is refused with a code, and an entry without a response is not sent again', async (t) => {
  const refusing = await startServer(t, refuse(400, 'invalid'));
  await assert.rejects(submitForm('res_1', {}, { baseUrl: refusing.baseUrl, timing }), (error) =>
    isBarazaError(error, 'invalid'),
  );
  const losing = await startServer(t, loseAnswer(), json(201, { ok: true }));
  await assert.rejects(submitForm('res_1', {}, { baseUrl: losing.baseUrl, timing }), (error) =>
    isConnectionError(error),
  );
  assert.equal(losing.received.length, 1);
});
