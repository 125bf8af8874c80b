/**
 * Static upper bound of the validation cost of a schema. Every value in it counts as one check, a reference
 * as all that it refers to; a check runs at most once for each value of a record, so the work is at most
 * this count for each byte.
 */
export interface SchemaCost {
  /** Steps for each byte of a record. */
  readonly perByte: number;
  /** Steps for each pair of bytes: where all items are compared with each other. */
  readonly perPair: number;
}

const valuesMax = 128;
const patternStepsMax = 2_000;
const stepsMax = 1_000_000;
// Minimum size assumed for a record, its surroundings included.
const leastBytes = 16;
// Between two items of a list lie a comma and at least one character; each pair is met once.
const bytePairsOfItems = 8;

/** Undefined when no small bound can be proven: the schema is large, recursive or has other references. */
export function costOf(schema: unknown): SchemaCost | undefined {
  const known = new Map<object, Count | 'open'>();
  let values = 0;
  let patternSteps = 0;

  const count = (value: unknown): Count => {
    if (typeof value !== 'object' || value === null) return oneStep();
    const found = known.get(value);
    if (found === 'open') throw unprovable;
    if (found !== undefined) return found;
    known.set(value, 'open');
    const total = oneStep();
    for (const [name, item] of Object.entries(value)) {
      values += 1;
      if (values > valuesMax) throw unprovable;
      addCount(total, count(item));
      if (!Array.isArray(value)) addCount(total, ofKeyword(name, item));
    }
    known.set(value, total);
    return total;
  };

  // By name alone, anywhere: a property that happens to be named like a keyword is overestimated, never underestimated.
  const ofKeyword = (name: string, item: unknown): Count => {
    if (name === '$ref') return count(resolveReference(schema, item));
    if (movesReferences.has(name)) throw unprovable;
    if (name === 'uniqueItems') return { perByte: 1, perPair: 1 };
    if (name === 'format') return { perByte: formatSteps, perPair: 0 };
    const patterns = name === 'pattern' ? [item] : name === 'patternProperties' ? names(item) : [];
    const perByte = patterns.reduce((sum: number, pattern) => sum + stepsOf(pattern), 0);
    patternSteps += perByte;
    if (patternSteps > patternStepsMax) throw unprovable;
    return { perByte, perPair: 0 };
  };

  try {
    return count(schema);
  } catch (error) {
    if (error === unprovable) return undefined;
    throw error;
  }
}

/** Whether a record of this size is cheap enough to be checked in the server process. */
export function isCheap({ perByte, perPair }: SchemaCost, recordBytes: number): boolean {
  const bytes = Math.max(recordBytes, leastBytes);
  return perByte * bytes + (perPair * bytes * bytes) / bytePairsOfItems <= stepsMax;
}

interface Count {
  perByte: number;
  perPair: number;
}

const unprovable = new Error('no bound can be proven');

function oneStep(): Count {
  return { perByte: 1, perPair: 0 };
}

function addCount(total: Count, more: Count): void {
  total.perByte += more.perByte;
  total.perPair += more.perPair;
  if (total.perByte > stepsMax || total.perPair > stepsMax) throw unprovable;
}

/** Keywords that change how references are resolved. */
const movesReferences: ReadonlySet<string> = new Set([
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveAnchor',
  '$recursiveRef',
]);

// The `format` checks of the library are linear, with at most this many attempts per position.
const formatSteps = 64;

/** The value that a reference into the same text points at. */
function resolveReference(root: unknown, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) throw unprovable;
  let found = root;
  for (const step of reference.slice(2).split('/')) {
    const name = unescaped(step);
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
      throw unprovable;
    found = (found as { readonly [name: string]: unknown })[name];
  }
  return found;
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    throw unprovable;
  }
}

function names(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/** A linear-time regex engine takes at most as many steps per character as its pattern has states. */
function stepsOf(pattern: unknown): number {
  if (typeof pattern !== 'string') return 0;
  const repeated = [...pattern.matchAll(/\{(\d*),?(\d*)\}/g)].reduce(
    (product, [, least, most]) => product * Math.max(1, Number(least), Number(most)),
    1,
  );
  return 2 * pattern.length * repeated;
}
