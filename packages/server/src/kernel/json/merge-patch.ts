import type { JsonObject } from '@baraza/contract';
import { isObject } from './is-object.ts';

/** JSON merge patch (RFC 7396): null removes a field, objects are merged, anything else replaces. */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject {
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch))
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? mergePatch(merged.get(name), value) : value);
  // fromEntries defines: a field called `__proto__` stays a field.
  return Object.fromEntries(merged);
}
