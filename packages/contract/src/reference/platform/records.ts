import type { Section } from '../reference.ts';
import { changedAt, ids, openOrders, order, resourceId } from './examples.ts';

const records = `/api/platform/resources/${ids.collection}/records`;

export const recordsSection: Section = {
  tag: 'Records',
  about:
    'JSON objects of a collection or a form, each with an id and a version. Rules of the resource can open these ' +
    'operations to users and to anybody.',
  path: {
    id: { about: 'The id of the collection, `res_…`.', example: resourceId.example },
    recordId: {
      about: 'The id of the record: made by the server, or chosen.',
      example: ids.record,
    },
  },
  operations: {
    listRecords: {
      about:
        'Lists records, filtered by `where`, searched by `q` and sorted by `sort`. A caller without a key gets those ' +
        'that the rules allow. With `Accept: application/x-ndjson` the same records come one a line.',
      query: { where: openOrders, sort: '-total', limit: 50, count: 'true' },
      answers: { 200: { records: [order], total: 1, nextCursor: null } },
    },
    summariseRecords: {
      about:
        'Counts records and adds up their numbers, in groups if `group` is given, for the same filters as a list.',
      query: { group: 'state', count: 'true', sum: 'total' },
      answers: { 200: { groups: [{ key: { state: 'open' }, count: 2, sum: { total: 540 } }] } },
    },
    createRecord: {
      about:
        'Stores one JSON object. With `application/x-ndjson` it imports many, one a line: all of them or, if one is ' +
        'refused, none.',
      body: {
        json: { item: 'unga', total: 360, state: 'open' },
        'application/x-ndjson': '{"item":"unga","total":360}\n{"item":"sukari","total":180}\n',
      },
      answers: { 201: order },
    },
    getRecord: {
      about: 'Reads one record. `expand` adds the records that it references.',
      answers: { 200: order },
    },
    putRecord: {
      about:
        'Replaces a record, or creates it under this id: 1 to 64 letters, digits, `_` and `-`. `If-None-Match: *` ' +
        'only creates, `If-Match` only replaces the version that was read.',
      body: { json: { item: 'unga', total: 380, state: 'open' } },
      answers: {
        200: {
          ...order,
          record: { ...order.record, total: 380 },
          updatedAt: changedAt,
          version: 2,
        },
        201: { ...order, record: { ...order.record, total: 380 } },
      },
    },
    patchRecord: {
      about:
        'Changes the fields that are sent, and removes those that are null (RFC 7396). ' +
        '`{"stock":{"$add":-1,"$min":0}}` changes a number whoever else changes it. With `If-Match` it is refused if ' +
        'somebody else was faster.',
      body: { json: { state: 'paid' } },
      answers: {
        200: {
          ...order,
          record: { ...order.record, state: 'paid' },
          updatedAt: changedAt,
          version: 2,
        },
      },
    },
    deleteRecord: {
      about:
        'Deletes one record. References that hold (`config.references`) may refuse it, or delete and clear what ' +
        'refers to the record.',
      answers: { 200: { deleted: true, recordId: ids.record } },
    },
    runBatch: {
      about:
        'Makes 1 to 50 calls on records in one transaction: all or none. The first refusal is the answer, with the ' +
        '`index` of its call.',
      body: {
        json: {
          calls: [
            { method: 'POST', path: records, body: { item: 'sukari', total: 180, state: 'open' } },
            { method: 'DELETE', path: `${records}/${ids.record}` },
          ],
        },
      },
      answers: {
        200: {
          results: [
            {
              status: 201,
              body: {
                ...order,
                recordId: ids.otherRecord,
                record: { item: 'sukari', total: 180, state: 'open' },
              },
            },
            { status: 200, body: { deleted: true, recordId: ids.record } },
          ],
        },
      },
    },
  },
};
