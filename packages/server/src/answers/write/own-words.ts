/**
 * Checks with the reader whether the passages that a model cites answer the question, and answers in the owner's own
 * words if the model's sentence must not be sent.
 */
import { amountText } from '../fields/prices/money.ts';
import type { Prepared, SiteInquiry } from '../find/prepared.ts';
import type { Business, Inquiry, Passage, Reply } from '../knowledge.ts';
import { answerFromFields, fieldReply, pricesAmong } from '../read/field-reply.ts';
import { type ReadPassages, readAll, type ScoredPassage } from '../read/read-passages.ts';
import { turnBefore } from '../text/history.ts';
import { words } from '../words.ts';
import { composeScored } from './compose.ts';
import { valuesOf } from './grounding/values.ts';

type Answer = Pick<Reply, 'text' | 'sources'>;

/** The cited passage that answers best; undefined if nothing is cited. */
export async function readCited(
  { prepared, ask }: SiteInquiry,
  cited: readonly Passage[],
  read: ReadPassages,
): Promise<ScoredPassage | undefined> {
  const windows = cited.flatMap((passage) => windowsOf(prepared, passage)).slice(0, windowsMax);
  const before = turnBefore(ask.history);
  const [best] = await readAll(windows, ask.question, before, read);
  return best;
}

export function sayInOwnWords(inquiry: SiteInquiry, answering: ScoredPassage): Answer | undefined {
  const { passage } = answering;
  if (passage.entry.field !== undefined) return sayFields(inquiry, [passage], '');
  return composeScored(inquiry, answering);
}

/**
 * Answers from fields are always written by code, not by the model: each price with its item, and their sum if the
 * model added them up correctly. Undefined if one of the passages is not a field.
 */
export function sayFields(
  inquiry: Inquiry,
  cited: readonly Passage[],
  written: string,
): Answer | undefined {
  const { business, language } = inquiry;
  const fields = cited.flatMap(({ entry: { field } }) => field ?? []);
  if (fields.length < cited.length) return undefined;
  const same = fields.filter(({ kind }) => kind === fields[0]?.kind);
  const answer = answerFromFields(inquiry, same);
  if (answer === undefined) return undefined;
  const sum = sumIn(written, pricesAmong(business, same));
  const gap = answer.text.includes('\n') ? '\n' : ' ';
  const together = sum === undefined ? '' : `${gap}${words[language].together(sum)}`;
  return fieldReply({ ...answer, text: `${answer.text}${together}` }, inquiry);
}

/** The sum of several prices of one currency, if the written text states it. */
function sumIn(written: string, prices: Business['prices']): string | undefined {
  const [price, ...others] = prices;
  const sum = prices.reduce((all, one) => all + Number(one.price), 0);
  if (price === undefined || others.length === 0 || !Number.isFinite(sum)) return undefined;
  if (others.some(({ currency }) => currency !== price.currency)) return undefined;
  const isStated = valuesOf(written).values.some(
    ({ kind, key }) => kind === 'number' && Number(key) === sum,
  );
  return isStated ? amountText({ ...price, price: sum }) : undefined;
}

const windowsMax = 5;

/** The passages of the entry as they were indexed, which are the size that the reader expects. */
function windowsOf({ index, fields }: Prepared, passage: Passage): readonly Passage[] {
  const own = [...fields.languages, ...index.languages].flatMap(({ passages }) =>
    passages.filter(({ entry }) => entry === passage.entry),
  );
  const same = own.filter(({ text }) => text === passage.text);
  return same.length > 0 ? same : own;
}
