/** One promise of the contract, and how to see from outside whether a server keeps it. */
interface Check<Bench> {
  /** Programs may rely on it: `ask-one-done`. */
  readonly id: string;
  /** The promise, as a sentence that is true of a server that keeps it. */
  readonly holds: string;
  readonly see: See<Bench>;
}

/** Throws `CheckFailed` when the promise is not kept, `CheckSkipped` when this cannot be seen here. */
type See<Bench> = (bench: Bench) => Promise<void>;

export interface Section<Bench> {
  readonly title: string;
  readonly checks: readonly Check<Bench>[];
}

/** Makes sections: a title, the promises by their ids and in their order, and how each of them is seen. */
export function sectionsWith<Bench>() {
  return <Id extends string>(
    title: string,
    promises: { readonly [id in Id]: string },
    ways: { readonly [id in NoInfer<Id>]: See<Bench> },
  ): Section<Bench> => ({
    title,
    checks: Object.entries<string>(promises).map(([id, holds]) => ({
      id,
      holds,
      see: ways[id as Id],
    })),
  });
}

/** Checks that differ only in a value, which stands by the id of each. */
export function each<Bench, Id extends string, Value>(
  values: { readonly [id in Id]: Value },
  see: (bench: Bench, value: Value) => Promise<void>,
): { readonly [id in Id]: See<Bench> } {
  const ways = Object.entries<Value>(values).map(([id, value]) => [
    id,
    async (bench: Bench) => see(bench, value),
  ]);
  return Object.fromEntries(ways) as { readonly [id in Id]: See<Bench> };
}

/** The promise is not kept; the message says what was seen. */
export class CheckFailed extends Error {}

/** Whether the promise is kept cannot be seen; the message says why. */
export class CheckSkipped extends Error {}

export function skipIf(isSo: boolean, why: string): void {
  if (isSo) throw new CheckSkipped(why);
}

export function expect(isSo: boolean, saw: string | (() => string)): asserts isSo {
  if (!isSo) throw new CheckFailed(typeof saw === 'string' ? saw : saw());
}

/** Exactly this value, as JSON. */
export function expectEqual(seen: unknown, wanted: unknown, what: string): void {
  expect(
    JSON.stringify(seen) === JSON.stringify(wanted),
    () => `${what} is ${display(seen)}, not ${display(wanted)}`,
  );
}

/** A pattern of a text, a condition, exactly these elements, at least these members, or the value itself. */
export type Shape =
  | RegExp
  | ((seen: unknown) => boolean)
  | readonly Shape[]
  | { readonly [name: string]: Shape }
  | string
  | number
  | boolean
  | null
  | undefined;

export function expectShape(seen: unknown, wanted: Shape, what: string): void {
  const saw = () => `${what} is ${display(seen)}`;
  if (wanted instanceof RegExp) expect(is.text(seen) && wanted.test(seen), saw);
  else if (typeof wanted === 'function') expect(wanted(seen), saw);
  else if (Array.isArray(wanted)) {
    expect(is.list(seen) && seen.length === wanted.length, saw);
    for (const [at, one] of wanted.entries()) expectShape(seen[at], one, `${at} of ${what}`);
  } else if (is.object(wanted)) {
    expect(is.object(seen), saw);
    for (const [name, one] of Object.entries(wanted))
      expectShape(seen[name], one as Shape, `${name} of ${what}`);
  } else expectEqual(seen, wanted, what);
}

/** Conditions for shapes. */
export const is = {
  text: (value: unknown): value is string => typeof value === 'string',
  truth: (value: unknown): value is boolean => typeof value === 'boolean',
  whole: (value: unknown): value is number => Number.isInteger(value),
  list: (value: unknown): value is readonly unknown[] => Array.isArray(value),
  object: (value: unknown): value is { readonly [name: string]: unknown } =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
  time: (value: unknown) => is.text(value) && !Number.isNaN(Date.parse(value)),
  present: (value: unknown) => value !== undefined,
  oneOf:
    (...values: readonly unknown[]) =>
    (seen: unknown) =>
      values.includes(seen),
  /** A text with all of these parts. */
  having:
    (...parts: readonly string[]) =>
    (seen: unknown) =>
      is.text(seen) && parts.every((part) => seen.includes(part)),
  /** A list of such elements, which may be empty. */
  listOf: (isOne: (element: unknown) => boolean) => (seen: unknown) =>
    is.list(seen) && seen.every(isOne),
};

/** A value as it fits into a line. */
export function display(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
