/** What the matrix knows of every route: how it is asked, where ids stand in it, and what a good request gets. */
import { type Action, actions } from '@baraza/contract';
import type { ask, TestServer } from '../fixtures/server.ts';
import { form, newResource, resources, storage } from '../fixtures/server.ts';

/** One thing of each sort that a request can name. */
export interface Things {
  readonly collection: string;
  readonly record: string;
  readonly bucket: string;
  readonly object: string;
  readonly assistant: string;
  readonly webhook: string;
  readonly delivery: string;
}

export interface Request {
  readonly target: string;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
}

export interface Variant {
  readonly name: string;
  /** The service of the thing that it names; `none` where it names nothing. */
  readonly service: 'data' | 'storage' | 'ai' | 'connect' | 'none';
  readonly make: (things: Things) => Request;
}

export const absent = (prefix: string) => `${prefix}_${'0'.repeat(25)}1`;
/** Things that nobody has. */
export const nowhere: Things = {
  collection: absent('res'),
  record: absent('rec'),
  bucket: absent('res'),
  object: 'hello.txt',
  assistant: absent('res'),
  webhook: absent('res'),
  delivery: absent('evt'),
};

const one = (id: string) => `${resources}/${id}`;
const bucket = (id: string, query = '') => `${storage}/${id}${query}`;

const parameters: { readonly [action in Action]: (things: Things) => object } = {
  rename: () => ({ name: 'taken over' }),
  archive: () => ({}),
  restore: () => ({}),
  validate: () => ({}),
  capture: () => ({ record: { taken: 'over' } }),
  complete: () => ({}),
  'add-record': () => ({ record: { taken: 'over' } }),
  'delete-record': ({ record }) => ({ recordId: record }),
  configure: () => ({ config: { description: 'taken over' } }),
  'patch-config': () => ({ config: { description: 'taken over' } }),
  'update-record': ({ record }) => ({ recordId: record, record: { taken: 'over' } }),
};

const named = (
  name: string,
  service: Variant['service'],
  make: (things: Things) => Request,
): Variant => ({ name, service, make });

/** A request about a collection. */
const onCollection = (name: string, path = '', rest: Omit<Request, 'target'> = {}): Variant =>
  named(name, 'data', ({ collection }) => ({ target: one(collection) + path, ...rest }));
const onRecord = (name: string, rest: Omit<Request, 'target'> = {}): Variant =>
  named(name, 'data', ({ collection, record }) => ({
    target: `${one(collection)}/records/${record}`,
    ...rest,
  }));
const onWebhook = (name: string, path: (delivery: string) => string): Variant =>
  named(name, 'connect', ({ webhook, delivery }) => ({ target: one(webhook) + path(delivery) }));

/** By `METHOD path`. The matrix test fails for a route that is not here. */
export const known: { readonly [route: string]: readonly Variant[] } = {
  'GET /api/platform/resources': [named('list', 'none', () => ({ target: resources }))],
  'POST /api/platform/resources': [
    named('create', 'none', () => ({
      target: resources,
      body: { service: 'data', kind: 'Collection', name: 'new', config: {} },
    })),
  ],
  'GET /api/platform/resources/:id': [
    onCollection('read'),
    onCollection('read unchanged', '', { headers: { 'if-none-match': '"1"' } }),
    onCollection('page', '?limit=1'),
  ],
  'PATCH /api/platform/resources/:id': actions.map((action) =>
    named(action, 'data', (things) => ({
      target: one(things.collection),
      body: { action, ...parameters[action](things) },
    })),
  ),
  'DELETE /api/platform/resources/:id': [
    onCollection('delete'),
    onCollection('delete a version', '', { headers: { 'if-match': '"999"' } }),
  ],
  'GET /api/platform/resources/:id/records': [
    onCollection('records', '/records?q=owner&where.of=the+owner'),
    onCollection('export', '/records', { headers: { accept: 'application/x-ndjson' } }),
  ],
  'POST /api/platform/resources/:id/records': [
    onCollection('import', '/records', {
      body: '{"taken":"over"}\n',
      headers: { 'content-type': 'application/x-ndjson' },
    }),
    onCollection('create a record', '/records', { body: { taken: 'over' } }),
  ],
  'GET /api/platform/resources/:id/records/:recordId': [onRecord('record')],
  'PUT /api/platform/resources/:id/records/:recordId': [
    onRecord('replace a record', { body: { taken: 'over' } }),
  ],
  'PATCH /api/platform/resources/:id/records/:recordId': [
    onRecord('merge a record', { body: { taken: 'over' } }),
    onRecord('merge a version of a record', {
      body: { taken: 'over' },
      headers: { 'if-match': '"999"' },
    }),
  ],
  'DELETE /api/platform/resources/:id/records/:recordId': [onRecord('delete a record')],
  'GET /api/platform/resources/:id/deliveries': [onWebhook('deliveries', () => '/deliveries')],
  'GET /api/platform/resources/:id/deliveries/:deliveryId': [
    onWebhook('delivery', (delivery) => `/deliveries/${delivery}`),
  ],
  'POST /api/platform/resources/:id/deliveries/:deliveryId/redeliver': [
    onWebhook('redeliver', (delivery) => `/deliveries/${delivery}/redeliver`),
  ],
  'POST /api/platform/resources/:id/deliveries/test': [onWebhook('test', () => '/deliveries/test')],
  'POST /api/platform/resources/:id/rotate-secret': [onWebhook('rotate', () => '/rotate-secret')],
  'GET /api/platform/storage/:id': [
    named('list objects', 'storage', (things) => ({ target: bucket(things.bucket) })),
    named('download', 'storage', (things) => ({
      target: bucket(things.bucket, `?key=${things.object}`),
    })),
  ],
  'POST /api/platform/storage/:id': [
    named('upload', 'storage', (things) => ({
      target: bucket(things.bucket),
      body: form({ bytes: 'taken over', name: 'hello.txt' }),
    })),
  ],
  'DELETE /api/platform/storage/:id': [
    named('delete object', 'storage', (things) => ({
      target: bucket(things.bucket, `?key=${things.object}`),
    })),
  ],
  'POST /api/platform/storage/:id/links': [
    named('link', 'storage', (things) => ({
      target: bucket(things.bucket, '/links'),
      body: { key: things.object },
    })),
  ],
  'POST /api/platform/ai': ['assistant', 'assistantId'].map((field) =>
    named(field, 'ai', ({ assistant }) => ({
      target: '/api/platform/ai',
      body: { [field]: assistant, prompt: 'hello' },
    })),
  ),
  'GET /api/platform/events': [
    named('events so far', 'none', () => ({ target: '/api/platform/events?follow=false' })),
  ],
  'GET /api/platform/status': [named('status', 'none', () => ({ target: '/api/platform/status' }))],
  'GET /api/platform/resources/:id/records/summary': [
    onCollection('count', '/records/summary?count=true'),
  ],
  'POST /api/platform/batch': [
    named('one record', 'data', ({ collection }) => ({
      target: '/api/platform/batch',
      body: { calls: [{ method: 'POST', path: `${one(collection)}/records`, body: { a: 1 } }] },
    })),
  ],
};

/** Routes without a key; what they refuse is tested with each of them. */
export const keyless: readonly string[] = [
  'GET /api/platform/openapi.json',
  'GET /api/platform/users/:id/me',
  'GET /links/:token',
  'PATCH /api/platform/users/:id/me',
  'POST /api/platform/users/:id/code',
  'POST /api/platform/users/:id/password',
  'POST /api/platform/users/:id/sign-in',
  'POST /api/platform/users/:id/sign-out',
  'POST /api/platform/users/:id/sign-out-everywhere',
  'POST /api/platform/users/:id/sign-up',
  'POST /forms/:id',
];

/** A collection with a record, a bucket with an object, an assistant, and a webhook that got their events. */
export async function makeThings(
  server: TestServer,
  key: string,
  asked: typeof ask,
): Promise<Things> {
  const hook = { service: 'connect', kind: 'Webhook', name: 'hook' };
  const config = { url: 'https://hooks.example/in' };
  const made = await asked(server, 'POST', resources, { key, body: { ...hook, config } });
  const webhook: string = made.json.id;
  const collection = await newResource(server, key, 'data');
  const bucketResource = await newResource(server, key, 'storage');
  const assistant = await newResource(server, key, 'ai', { instructions: 'Be kind.' });
  const added = await asked(server, 'PATCH', one(collection.id), {
    key,
    body: { action: 'add-record', record: { of: 'the owner' } },
  });
  const uploaded = await asked(server, 'POST', bucket(bucketResource.id), {
    key,
    body: form({ bytes: 'of the owner', name: 'hello.txt' }),
  });
  const log = await asked(server, 'GET', `${one(webhook)}/deliveries`, { key });
  if (uploaded.status !== 201) throw new Error(`not uploaded: ${uploaded.text}`);
  return {
    collection: collection.id,
    record: added.json.recordId,
    bucket: bucketResource.id,
    object: 'hello.txt',
    assistant: assistant.id,
    webhook,
    delivery: log.json.deliveries.at(-1).id,
  };
}
