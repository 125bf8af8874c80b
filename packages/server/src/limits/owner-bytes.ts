import { Problem } from '../kernel/problem.ts';

/** The refusal of what would exceed the bytes of an owner. */
export function overBytes(bytesMax: number): Problem {
  return new Problem(
    'quota',
    `An owner may store at most ${bytesMax} bytes of objects, saved answers, deliveries, imports and earlier versions.`,
  );
}
