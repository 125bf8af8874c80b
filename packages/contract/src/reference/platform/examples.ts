/** What several examples of the platform have in common. */

export const ids = {
  collection: 'res_01ka5v6w8q3m0z9y7x5t2r4n6c',
  bucket: 'res_01ka5v7b2h4s6d8f0g1j3k5m7b',
  users: 'res_01ka5v7m9p1q3r5s7t9v1w3x5z',
  webhook: 'res_01ka5v84n6p8q0r2s4t6v8w0x2',
  form: 'res_01ka5v8d1f3g5h7j9k1m3n5p7q',
  assistant: 'res_01ka5v8p2q4r6s8t0v2w4x6y8z',
  key: 'key_01ka5v5a0b2c4d6e8f0g2h4j6k',
  record: 'rec_01ka5vb3c5d7e9f1g3h5j7k9m1',
  otherRecord: 'rec_01ka5vb8d0e2f4g6h8j0k2m4n6',
  user: 'rec_01ka5vc1d3e5f7g9h1j3k5m7n9',
  delivery: 'evt_01ka5vd2e4f6g8h0j2k4m6n8p0',
  activity: 'act_01ka5vd2e4f6g8h0j2k4m6n8p0',
} as const;

export const madeAt = '2026-11-16T08:12:30.402Z';
export const changedAt = '2026-11-16T09:40:02.118Z';

/** A collection in the answers of several operations. */
export const collection = {
  id: ids.collection,
  service: 'data',
  kind: 'Collection',
  name: 'Orders',
  config: { indexes: ['state'] },
  state: 'active',
  version: 3,
  createdAt: madeAt,
  updatedAt: changedAt,
  archivedAt: null,
  recordCount: 2,
} as const;

export const order = {
  recordId: ids.record,
  record: { item: 'unga', total: 360, state: 'open' },
  createdAt: madeAt,
  version: 1,
} as const;

/** `where` in a generated client is an object; in an address it is `where.state=open`. */
export const openOrders = { state: 'open', 'total.gte': '100' } as const;

export const resourceId = {
  about: 'The id of a resource, `res_…`.',
  example: ids.collection,
} as const;

export const activity = {
  id: ids.activity,
  at: madeAt,
  action: 'record-added',
  resourceId: ids.collection,
  service: 'data',
  kind: 'Collection',
  name: 'Orders',
  actor: { keyId: ids.key, name: 'shop' },
  detail: { recordId: ids.record },
} as const;
