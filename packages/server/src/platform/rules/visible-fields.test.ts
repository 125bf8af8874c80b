import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@baraza/contract';
import fc from 'fast-check';
import { mergePatch } from '../../kernel/json/merge-patch.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { keylessCaller } from '../users/sessions.ts';
import { submittedRecord } from './visible-fields.ts';

const caller = keylessCaller({ owner_id: 'own_1', owner_name: '' }, undefined, 'all');

function collection(fields: object): ResourceRow {
  const config = JSON.stringify({ rules: { update: '' }, fields });
  return { service: 'data', config } as ResourceRow;
}

interface Edit {
  readonly isMerge: boolean;
  readonly record: JsonObject;
}

/** What would be stored; undefined if it is refused. */
function storedBy(readonly: readonly string[], edit: Edit, old: JsonObject | undefined) {
  try {
    return submittedRecord(caller, collection({ readonly }), edit, old);
  } catch (error) {
    assert.ok(error instanceof Problem && error.code === 'invalid', String(error));
    return undefined;
  }
}

/** Every place of a path in a record, written out with the numbers of the items: an oracle of another make. */
function placesIn(record: unknown, path: string): readonly string[] {
  const wanted = path.split('.');
  const places: string[] = [];
  const walk = (value: unknown, left: readonly string[], at: string) => {
    const [name = '', ...rest] = left;
    if (left.length === 0) places.push(`${at} = ${JSON.stringify(value)}`);
    else if (Array.isArray(value)) {
      places.push(`${at} has ${value.length} items`);
      for (const [index, item] of value.entries()) walk(item, left, `${at}/${index}`);
    } else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        if (key === name) walk(inner, rest, `${at}.${key}`);
  };
  walk(record, wanted, '');
  return places;
}

const names = fc.constantFrom('a', 'b', 'c');
const { record } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(0, 1, 'x', null, true),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  record: fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
}));
const records = record as fc.Arbitrary<JsonObject>;
const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map((steps) => steps.join('.'));
const readonlyPaths = fc.uniqueArray(paths, { minLength: 1, maxLength: 2 });

/** The record with random parts replaced, swapped, removed or doubled: closer to an attack than two strangers. */
function editsOf(old: JsonObject): fc.Arbitrary<JsonObject> {
  return fc
    .array(
      fc.tuple(fc.nat(), fc.constantFrom('swap', 'drop', 'double', 'wrap', 'set'), fc.nat(9)),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((steps) =>
      steps.reduce((next, [seed, kind, to]) => {
        const copy = structuredClone(next);
        const lists: unknown[][] = [];
        const objects: Record<string, unknown>[] = [];
        const collect = (value: unknown): void => {
          if (Array.isArray(value)) lists.push(value);
          else if (typeof value === 'object' && value !== null)
            objects.push(value as Record<string, unknown>);
          else return;
          for (const inner of Object.values(value)) collect(inner);
        };
        collect(copy);
        const list = lists[seed % (lists.length || 1)];
        const object = objects[seed % (objects.length || 1)];
        if (kind === 'set' && object !== undefined) object[['a', 'b', 'c', 'd'][to % 4] ?? ''] = to;
        else if (list === undefined || list.length === 0) return copy;
        else if (kind === 'swap') list.reverse();
        else if (kind === 'drop') list.splice(to % list.length, 1);
        else if (kind === 'double') list.push(structuredClone(list[to % list.length]));
        else if (kind === 'wrap') list[to % list.length] = [list[to % list.length]];
        return copy;
      }, old),
    );
}

const cases = records.chain((old) =>
  fc.record({
    old: fc.constant(old),
    readonly: readonlyPaths,
    edit: fc.record({ isMerge: fc.boolean(), record: fc.oneof(records, editsOf(old)) }),
  }),
);

describe('readonly fields, also in lists', () => {
  test('whatever a user sends, each field stays in its place, and its list keeps its items', () => {
    fc.assert(
      fc.property(cases, ({ old: before, readonly: some, edit }) => {
        const stored = storedBy(some, edit, before);
        if (stored === undefined) return;
        for (const path of some) {
          const places = placesIn(before, path);
          const after = placesIn(stored, path);
          // A list that begins with this change is as one of a new record: without the field.
          const added =
            places.length === 0 ? after.filter((place) => place.includes(' = ')) : after;
          assert.deepEqual(added, places);
        }
      }),
      { numRuns: 6_000 },
    );
  });

  test('whatever stays in its place is accepted', () => {
    fc.assert(
      fc.property(cases, ({ old: before, readonly: some, edit }) => {
        const wanted = edit.isMerge ? mergePatch(before, edit.record) : edit.record;
        const isKept = some.every(
          (path) =>
            JSON.stringify(placesIn(before, path)) === JSON.stringify(placesIn(wanted, path)),
        );
        if (isKept) assert.deepEqual(storedBy(some, edit, before), wanted);
      }),
      { numRuns: 6_000 },
    );
  });

  test('whatever a user makes has no such field', () => {
    fc.assert(
      fc.property(records, readonlyPaths, (made, some) => {
        const stored = storedBy(some, { isMerge: false, record: made }, undefined);
        const fields = some.flatMap((path) =>
          placesIn(made, path).filter((place) => place.includes(' = ')),
        );
        assert.equal(stored === undefined, fields.length > 0);
      }),
    );
  });
});
