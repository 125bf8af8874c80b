/** Decides whether a record matches a filter where no index has decided it. */
import { valueAt } from './record-path.ts';
import { folded, insideQuotes, type RecordFilter, scalarText } from './records-query.ts';

/** The parsed record where it matches, else undefined. Most records are ruled out without being parsed. */
export function createMatcher({ conditions, q }: RecordFilter): (recordText: string) => unknown {
  const mayContain = q === undefined ? () => true : mayContainText(q);
  return (recordText) => {
    if (!conditions.every(({ mayMatch }) => mayMatch?.(recordText) ?? true)) return undefined;
    if (!mayContain(recordText)) return undefined;
    const record: unknown = JSON.parse(recordText);
    const isMatch =
      conditions.every(({ path, matches }) => matches(valueAt(record, path))) &&
      (q === undefined || containsText(record, q));
    return isMatch ? record : undefined;
  };
}

// Beyond ASCII case folding depends on neighbouring letters, which may be escaped in the stored text.
function mayContainText(q: string): (recordText: string) => boolean {
  const wanted = insideQuotes(q);
  return (recordText) => !isAscii(recordText) || recordText.toLowerCase().includes(wanted);
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range of ASCII is meant.
  return /^[\u0000-\u007f]*$/.test(text);
}

function containsText(value: unknown, wanted: string): boolean {
  if (typeof value === 'string') return folded(value).includes(wanted);
  const text = scalarText(value);
  if (text !== undefined) return text.includes(wanted);
  return Object.values(value as object).some((item) => containsText(item, wanted));
}
