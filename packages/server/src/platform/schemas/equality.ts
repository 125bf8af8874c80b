/** When two JSON values are the same: numbers by value, objects whatever the order of their names. */
import { namesOf } from './check.ts';
import type { SchemaRun } from './schema-run.ts';

export function isEqual(one: unknown, other: unknown, run: SchemaRun): boolean {
  run.spend(1);
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = namesOf(one, run);
  return (
    names.length === namesOf(other, run).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) &&
        isEqual(one[name as keyof object], other[name as keyof object], run),
    )
  );
}

/** The same text for the same value, and another one for any other. */
export function canonicalText(value: unknown, run: SchemaRun): string {
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value);
    run.spend(6 + Math.ceil(text.length / 8));
    return text;
  }
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
  run.spend(1 + text.length);
  return text;
}
