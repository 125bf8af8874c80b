/** When two JSON values are the same: numbers by value, objects whatever the order of their names. */
import type { SchemaRun } from './schema-run.ts';

const charactersForStep = 8;

export function isEqual(one: unknown, other: unknown, run: SchemaRun): boolean {
  run.spend(1);
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) &&
        isEqual(one[name as keyof object], other[name as keyof object], run),
    )
  );
}

/** The same text for the same value, and another one for any other. */
export function canonicalText(value: unknown, run: SchemaRun): string {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
  run.spend(1 + Math.ceil(text.length / charactersForStep));
  return text;
}
