/**
 * What the reader finds of the passages that a model cites: whether they answer the question, and how the owner's own
 * sentence says it where the model's cannot be told.
 */
import type { Language } from '@baraza/contract';
import { amountText } from '../fields/prices/money.ts';
import type { Prepared } from '../find/prepared.ts';
import { inLanguage } from '../find/twins.ts';
import type { Ask, Business, Passage, Source } from '../knowledge.ts';
import { fieldReply } from '../read/field-reply.ts';
import type { ReadPassages, ReadScore } from '../read/reading.ts';
import { sayField } from '../read/say-field.ts';
import { sentencesOf } from '../text/sentences.ts';
import { words } from '../words.ts';
import { compose } from './compose.ts';
import { valuesOf } from './grounding/values.ts';

interface Said {
  readonly text: string;
  readonly sources: readonly Source[];
}

/** The one of the cited passages that answers best. */
export interface CitedAnswer {
  readonly passage: Passage;
  readonly score: ReadScore;
}

/** Undefined where nothing is cited that there is. */
export async function readCited(
  prepared: Prepared,
  ask: Ask,
  cited: readonly Passage[],
  read: ReadPassages,
): Promise<CitedAnswer | undefined> {
  const windows = cited.flatMap((passage) => windowsOf(prepared, passage)).slice(0, windowsMax);
  const scores = await read({
    question: ask.question,
    before: ask.history.findLast(({ role }) => role === 'user')?.content.slice(-turnCharsMax) ?? '',
    passages: windows.map(({ title, text }) => ({ title, sentences: sentencesOf(text) })),
  });
  return windows
    .flatMap((passage, at) => {
      const score = scores[at];
      return score === undefined ? [] : [{ passage, score }];
    })
    .sort((one, other) => other.score.answer - one.score.answer)[0];
}

export function sayInOwnWords(
  prepared: Prepared,
  ask: Ask,
  language: Language,
  { passage, score }: CitedAnswer,
): Said | undefined {
  if (passage.entry.field !== undefined) return sayFields(prepared, ask, language, [passage], '');
  const twin = inLanguage(prepared, passage, language);
  return compose(ask.question, twin, twin === passage ? score.evidence : [], language, ask.mode);
}

/**
 * Fields are told by their own code, whatever a model makes of them: each price with the item that it is of, and what
 * they come to where a model has added them up rightly. Undefined where one of the passages is no field.
 */
export function sayFields(
  { business }: Prepared,
  ask: Ask,
  language: Language,
  cited: readonly Passage[],
  written: string,
): Said | undefined {
  const fields = cited.flatMap(({ entry: { field } }) => field ?? []);
  const [first] = fields;
  if (first === undefined || fields.length < cited.length) return undefined;
  const same = fields.filter(({ kind }) => kind === first.kind);
  const said = sayField(business, ask, language, same);
  if (said === undefined) return undefined;
  const prices = same.flatMap((one) =>
    one.kind === 'price' ? (business.prices[one.at] ?? []) : [],
  );
  const sum = sumIn(written, prices);
  const gap = said.text.includes('\n') ? '\n' : ' ';
  const text = sum === undefined ? said.text : `${said.text}${gap}${words[language].together(sum)}`;
  return fieldReply({ ...said, text }, language, ask.mode);
}

/** What several prices of one currency come to, where a sentence says so. */
function sumIn(written: string, prices: Business['prices']): string | undefined {
  const [price, ...others] = prices;
  const sum = prices.reduce((all, one) => all + Number(one.price), 0);
  if (price === undefined || others.length === 0 || !Number.isFinite(sum)) return undefined;
  if (others.some(({ currency }) => currency !== price.currency)) return undefined;
  const isSaid = valuesOf(written).values.some(
    ({ kind, key }) => kind === 'number' && Number(key) === sum,
  );
  return isSaid ? amountText({ ...price, price: sum }) : undefined;
}

const windowsMax = 5;
const turnCharsMax = 400;

/** The passages that an entry was cut into, as the reader knows them. */
function windowsOf({ index, fields }: Prepared, passage: Passage): readonly Passage[] {
  const own: Passage[] = [];
  for (const { passages } of [...fields.languages, ...index.languages])
    for (const one of passages) if (one.entry === passage.entry) own.push(one);
  const same = own.filter(({ text }) => text === passage.text);
  return same.length > 0 ? same : own;
}
