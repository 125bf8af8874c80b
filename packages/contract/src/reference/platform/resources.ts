import type { Section } from '../reference.ts';
import { activity, collection, ids, madeAt, order, resourceId } from './examples.ts';

export const resourcesSection: Section = {
  tag: 'Resources',
  about:
    'Collections, buckets, forms, webhooks, assistants and all else an owner has. A resource has a service, a ' +
    'kind, a name and a config.',
  path: { id: resourceId },
  operations: {
    listResources: {
      about:
        'Lists the resources that the key may read, newest first, with the latest activity. Without `limit` it ' +
        'lists all of them.',
      query: { service: 'data', state: 'active', limit: 20 },
      answers: {
        200: {
          resources: [collection],
          activity: [activity],
          total: 1,
          nextCursor: null,
        },
      },
    },
    createResource: {
      about:
        'Creates a resource. The service decides what it can do, and `config` how; a probable mistake in the config ' +
        'is stored and named in `warnings`. A webhook has its secret in this answer only.',
      body: {
        json: {
          service: 'data',
          kind: 'Collection',
          name: 'Orders',
          config: { indexes: ['state'] },
        },
      },
      answers: {
        201: { ...collection, version: 1, updatedAt: madeAt, recordCount: 0 },
      },
    },
    getResource: {
      about:
        'Reads one resource. A collection comes with its records, unless `records=false` or a smaller page is asked ' +
        'for.',
      query: { records: 'true', limit: 100 },
      answers: {
        200: {
          ...collection,
          records: [
            {
              recordId: order.recordId,
              record: order.record,
              createdAt: order.createdAt,
            },
          ],
          nextCursor: null,
        },
      },
    },
    changeResource: {
      about:
        'Performs one action: rename, configure, archive, restore, validate, capture, complete, or a change of one ' +
        'record. What does not fit the state of the resource is a conflict.',
      query: { records: 'false' },
      body: { json: { action: 'patch-config', config: { indexes: ['state', 'total'] } } },
      answers: {
        200: { ...collection, config: { indexes: ['state', 'total'] }, indexing: ['total'] },
      },
    },
    deleteResource: {
      about: 'Deletes a resource for good, with all its records and objects.',
      answers: { 200: { deleted: true, id: ids.collection, records: 2, objects: 0 } },
    },
  },
};
