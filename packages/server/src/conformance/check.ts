/** One promise of the contract, and how to see from outside whether a server keeps it. */
interface Check<Bench> {
  /** Stable, for programs: `ask-one-done`. */
  readonly id: string;
  /** The promise, as a sentence that is true of a server that keeps it. */
  readonly holds: string;
  /** Returns when it is kept, throws `CheckFailed` when not, `CheckSkipped` when it cannot be told here. */
  readonly run: (bench: Bench) => Promise<void>;
}

export interface Section<Bench> {
  readonly title: string;
  readonly checks: readonly Check<Bench>[];
}

/** The promise is not kept; the message says what was seen. */
export class CheckFailed extends Error {}

/** Whether the promise is kept cannot be told; the message says why. */
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

/** A value as it fits into a line. */
export function display(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
