/**
 * Arithmetic in merge patches: `{"stock":{"$add":-1,"$min":0}}` changes the number that is stored, in the transaction
 * that has locked its resource, so it is exact whoever else writes.
 */
import type { JsonObject } from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import { conflict, invalid, Problem } from '../../kernel/problem.ts';
import type { RecordPath } from './query/record-path.ts';

interface Sum extends JsonObject {
  readonly $add: number;
  readonly $min?: unknown;
  readonly $max?: unknown;
}

interface Summed {
  /** The patch with the results; a field that is withheld, or that nothing can be added to, stays as it is stored. */
  readonly patch: JsonObject;
  /** The first field that the caller may not set. */
  readonly withheld: RecordPath | undefined;
  /** Why something could not be added. */
  readonly refusal: Problem | undefined;
}

/** What a merge patch makes of a stored record. `isSettable`: whether the caller may set a field. */
export function withSums(
  patch: JsonObject,
  stored: JsonObject,
  isSettable: (field: RecordPath) => boolean,
): Summed {
  let withheld: RecordPath | undefined;
  let refusal: Problem | undefined;
  const resultOf = (sum: Sum, before: unknown, field: RecordPath): unknown => {
    // In a patch null stands for a field that is absent.
    const kept = before ?? null;
    if (!isSettable(field)) {
      withheld ??= field;
      return kept;
    }
    const result = addUp(sum, before, field.join('.'));
    if (!(result instanceof Problem)) return result;
    refusal ??= result;
    return kept;
  };
  const walk = (part: JsonObject, old: unknown, outer: RecordPath): JsonObject =>
    // `fromEntries` defines properties: a field called `__proto__` stays a field.
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => {
        if (!isObject(value)) return [name, value];
        const before = isObject(old) && Object.hasOwn(old, name) ? old[name] : undefined;
        const field = [...outer, name];
        return [name, isSum(value) ? resultOf(value, before, field) : walk(value, before, field)];
      }),
    );
  return { patch: walk(patch, stored, []), withheld, refusal };
}

/** An object with `$add` and other members than the bounds is plain data. */
function isSum(value: JsonObject): value is Sum {
  return (
    Number.isFinite(value.$add) &&
    Object.keys(value).every((name) => name === '$add' || name === '$min' || name === '$max')
  );
}

function addUp({ $add, $min = -Infinity, $max = Infinity }: Sum, before: unknown, field: string) {
  const fields = { field };
  if (typeof $min !== 'number' || typeof $max !== 'number')
    return invalid(`$min and $max of the field ${field} must be numbers.`, { fields });
  if (before !== undefined && typeof before !== 'number')
    return invalid(`The field ${field} is not a number: nothing can be added to it.`, { fields });
  const result = (before ?? 0) + $add;
  if (!Number.isFinite(result))
    return invalid(`The field ${field} would become too large for a number.`, { fields });
  if (result < $min)
    return conflict(`The field ${field} would become less than ${$min}.`, { fields });
  if (result > $max)
    return conflict(`The field ${field} would become more than ${$max}.`, { fields });
  return result;
}
