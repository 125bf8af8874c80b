import { limits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';

/** Predicate over the stored JSON text of a record. */
export type RecordFilter = (recordText: string) => boolean;

const wherePrefix = 'where.';

/**
 * `where.<path>=` is equality with the text of a JSON scalar, dots split the path and numbers count
 * into lists; `q` is part of the text of any scalar, without case. Undefined when every record
 * matches. A text search rules out most records without parsing them.
 */
export function recordFilter(query: {
  readonly [name: string]: unknown;
}): RecordFilter | undefined {
  const wheres = Object.entries(query)
    .filter(([name]) => name.startsWith(wherePrefix))
    .map(([name, value]) => whereOf(name.slice(wherePrefix.length), String(value)));
  if (wheres.length > limits.recordWheresMax)
    throw new Problem('invalid', `At most ${limits.recordWheresMax} where filters can be given.`);
  const q = typeof query.q === 'string' && query.q !== '' ? folded(query.q) : undefined;
  if (wheres.length === 0 && q === undefined) return undefined;
  const mayHold = q === undefined ? () => true : mayHoldText(q);
  return (recordText) => {
    if (!wheres.every(({ mayMatch }) => mayMatch(recordText)) || !mayHold(recordText)) return false;
    const record: unknown = JSON.parse(recordText);
    return (
      wheres.every(({ path, text }) => scalarText(valueAt(record, path)) === text) &&
      (q === undefined || holdsText(record, q))
    );
  };
}

interface Where {
  readonly path: readonly string[];
  readonly text: string;
  readonly mayMatch: (recordText: string) => boolean;
}

function whereOf(pathText: string, text: string): Where {
  const path = pathText.split('.');
  if (path.includes(''))
    throw new Problem('invalid', 'where needs a path, like where.customer.name=Asha.');
  const last = path.at(-1) ?? '';
  const name = isIndex(last) ? '' : `${JSON.stringify(last)}:`;
  const value = insideQuotes(text);
  return {
    path,
    text,
    mayMatch: (recordText) => recordText.includes(name) && recordText.includes(value),
  };
}

// Beyond ASCII case folding depends on neighbouring letters, which may be escaped in the stored text.
function mayHoldText(q: string): RecordFilter {
  const wanted = insideQuotes(q);
  return (recordText) => !isAscii(recordText) || recordText.toLowerCase().includes(wanted);
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range of ASCII is meant.
  return /^[\u0000-\u007f]*$/.test(text);
}

/** As `JSON.stringify` writes it between the quotes, wherever it stands. */
function insideQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step))
      return undefined;
    // `length` of a list is not part of the record.
    if (Array.isArray(found) && !isIndex(step)) return undefined;
    found = (found as { readonly [name: string]: unknown })[step];
  }
  return found;
}

function isIndex(step: string): boolean {
  return /^\d+$/.test(step);
}

function scalarText(value: unknown): string | undefined {
  return value === undefined || (typeof value === 'object' && value !== null)
    ? undefined
    : String(value);
}

function holdsText(value: unknown, wanted: string): boolean {
  const text = scalarText(value);
  if (text !== undefined) return folded(text).includes(wanted);
  return Object.values(value as object).some((item) => holdsText(item, wanted));
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
