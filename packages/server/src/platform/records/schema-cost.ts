/**
 * A bound of the work that a schema can cause, proven from its text alone. Every value in it counts
 * as if it were a check of its own, a reference as all that it refers to: a check is made at most
 * once for each value of a record, so the work is at most this count for each byte.
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
// What surrounds a record, and the least that is looked at.
const leastBytes = 16;
// Between two items of a list lie a comma and at least one character; each pair is met once.
const bytePairsOfItems = 8;

/** Undefined where no small bound can be proven: it is large, refers to itself, or to who knows what. */
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

  // By its name alone, wherever it stands: what is a keyword only by accident counts too much, never too little.
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

/** Whether a record of this size is checked in a moment. */
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

/** What gives a reference another meaning than a place in the text. */
const movesReferences: ReadonlySet<string> = new Set([
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveAnchor',
  '$recursiveRef',
]);

// The forms of the library are linear, with up to so many tries at a place.
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

/** A linear engine takes for each character at most as many steps as its pattern has states. */
function stepsOf(pattern: unknown): number {
  if (typeof pattern !== 'string') return 0;
  const repeated = [...pattern.matchAll(/\{(\d*),?(\d*)\}/g)].reduce(
    (product, [, least, most]) => product * Math.max(1, Number(least), Number(most)),
    1,
  );
  return 2 * pattern.length * repeated;
}
