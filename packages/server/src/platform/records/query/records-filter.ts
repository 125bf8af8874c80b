import { limits } from '@baraza/contract';
import { Problem } from '../../../kernel/problem.ts';
import { type Condition, insideQuotes, readCondition, scalarText } from './record-conditions.ts';
import { valueAt } from './record-path.ts';

/** What a query asks of records: conditions that all hold, and a text that some scalar contains. */
export interface RecordsFilter {
  readonly conditions: readonly Condition[];
  /** Folded. */
  readonly q: string | undefined;
}

const wherePrefix = 'where.';

/**
 * `where.<path>` compares the value at a path, dots split the path and numbers count into lists; `q` is part of
 * the text of any scalar, without case. Undefined when every record matches.
 */
export function readFilter(query: { readonly [name: string]: unknown }): RecordsFilter | undefined {
  const conditions = Object.entries(query)
    .filter(([name]) => name.startsWith(wherePrefix))
    .map(([name, value]) => readCondition(name.slice(wherePrefix.length), String(value)));
  if (conditions.length > limits.recordWheresMax)
    throw new Problem('invalid', `At most ${limits.recordWheresMax} where filters can be given.`);
  const q = typeof query.q === 'string' && query.q !== '' ? folded(query.q) : undefined;
  return conditions.length === 0 && q === undefined ? undefined : { conditions, q };
}

/** The parsed record where it matches, else undefined. A text search rules out most records without parsing them. */
type RecordMatcher = (recordText: string) => unknown;

export function createMatcher({ conditions, q }: RecordsFilter): RecordMatcher {
  const mayHold = q === undefined ? () => true : mayHoldText(q);
  return (recordText) => {
    if (!conditions.every(({ mayMatch }) => mayMatch(recordText)) || !mayHold(recordText))
      return undefined;
    const record: unknown = JSON.parse(recordText);
    const isMatch =
      conditions.every(({ path, matches }) => matches(valueAt(record, path))) &&
      (q === undefined || holdsText(record, q));
    return isMatch ? record : undefined;
  };
}

// Beyond ASCII case folding depends on neighbouring letters, which may be escaped in the stored text.
function mayHoldText(q: string): (recordText: string) => boolean {
  const wanted = insideQuotes(q);
  return (recordText) => !isAscii(recordText) || recordText.toLowerCase().includes(wanted);
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range of ASCII is meant.
  return /^[\u0000-\u007f]*$/.test(text);
}

function holdsText(value: unknown, wanted: string): boolean {
  if (typeof value === 'string') return folded(value).includes(wanted);
  const text = scalarText(value);
  if (text !== undefined) return text.includes(wanted);
  return Object.values(value as object).some((item) => holdsText(item, wanted));
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
