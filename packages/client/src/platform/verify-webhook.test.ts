import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verifyWebhook } from '../index.ts';

const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString('base64')}`;
const body =
  '{"type":"record-added","timestamp":"2026-11-15T00:00:00.000Z","data":{"id":"act_1","name":"ñ"}}';
const now = () => 1_800_000_000_000;

function headersOf(content = body, seconds = 1_800_000_000, id = 'evt_1') {
  const signature = createHmac('sha256', key)
    .update(`${id}.${seconds}.${content}`)
    .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}

test('a correctly signed webhook is returned parsed, with its id', async () => {
  for (const headers of [headersOf(), new Headers(headersOf())]) {
    const payload = await verifyWebhook(secret, headers, body, { now });
    assert.deepEqual(
      [payload.id, payload.type, payload.data.id],
      ['evt_1', 'record-added', 'act_1'],
    );
  }
});

test('one valid signature among several is enough', async () => {
  const headers = headersOf();
  const several = {
    ...headers,
    'webhook-signature': `v1,AAAA v2,x ${headers['webhook-signature']}`,
  };
  assert.equal((await verifyWebhook(secret, several, body, { now })).id, 'evt_1');
});

const refused: { readonly [what: string]: readonly [object, string, RegExp, string?] } = {
  'another body': [headersOf(), `${body} `, /not signed/],
  'another id': [{ ...headersOf(), 'webhook-id': 'evt_2' }, body, /not signed/],
  'another time': [{ ...headersOf(), 'webhook-timestamp': '1800000001' }, body, /not signed/],
  'another secret': [
    headersOf(),
    body,
    /not signed/,
    `whsec_${Buffer.alloc(32, 8).toString('base64')}`,
  ],
  'a signature of another version': [
    { ...headersOf(), 'webhook-signature': headersOf()['webhook-signature'].replace('v1', 'v1a') },
    body,
    /not signed/,
  ],
  'a signature that is not base64': [
    { ...headersOf(), 'webhook-signature': 'v1,*' },
    body,
    /not signed/,
  ],
  'an attempt from six minutes ago': [headersOf(body, 1_800_000_000 - 360), body, /too old/],
  'an attempt from the future': [headersOf(body, 1_800_000_000 + 360), body, /too old/],
  'no time': [{ ...headersOf(), 'webhook-timestamp': 'now' }, body, /too old/],
  'no signature': [{ ...headersOf(), 'webhook-signature': undefined }, body, /webhook-signature/],
  'no id': [{ ...headersOf(), 'webhook-id': '' }, body, /webhook-id/],
  'an empty secret': [headersOf(), body, /secret must be/, 'whsec_'],
};
for (const [what, [headers, text, reason, given = secret]] of Object.entries(refused))
  test(`${what} is refused`, async () => {
    await assert.rejects(verifyWebhook(given, headers as never, text, { now }), reason);
  });
