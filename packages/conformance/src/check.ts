/** One promise of the contract, and how to see from outside whether a server keeps it. */
interface Check<Bench> {
  /** The promise, as a sentence that is true of a server that keeps it. */
  readonly holds: string;
  /** Throws `CheckFailed` when the promise is not kept, `CheckSkipped` when this cannot be seen here. */
  readonly run: (bench: Bench) => Promise<void>;
}

/** By an id that programs may rely on: `ask-one-done`. */
export interface Checks<Bench> {
  readonly [id: string]: Check<Bench>;
}

/** Checks that differ only in values: each row begins with the id of its check. */
export function checksOf<Bench, const Row extends readonly [id: string, ...unknown[]]>(
  rows: readonly Row[],
  checkOf: (row: Row) => Check<Bench>,
): Checks<Bench> {
  return Object.fromEntries(rows.map((row) => [row[0], checkOf(row)]));
}

/** The promise is not kept; the message says what was seen. */
export class CheckFailed extends Error {}

/** Whether the promise is kept cannot be seen; the message says why. */
export class CheckSkipped extends Error {}

export function expect(isSo: boolean, saw: string | (() => string)): asserts isSo {
  if (!isSo) throw new CheckFailed(typeof saw === 'string' ? saw : saw());
}

export function expectEqual(seen: unknown, wanted: unknown, what: string): void {
  expect(
    JSON.stringify(seen) === JSON.stringify(wanted),
    () => `${what} is ${display(seen)}, not ${display(wanted)}`,
  );
}

/** The value, as text, matches the pattern, or is one of a list. */
export function expectIs(seen: unknown, wanted: RegExp | readonly unknown[], what: string): void {
  const isSo = wanted instanceof RegExp ? wanted.test(String(seen)) : wanted.includes(seen);
  expect(isSo, () => `${what} is ${display(seen)}`);
}

/** A value as it fits into a line. */
export function display(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
