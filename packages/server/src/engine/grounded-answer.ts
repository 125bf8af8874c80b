/**
 * Checks an answer that a model writes, statement by statement, against the passages that it cites. A sentence that
 * does not pass is replaced by the owner's own sentence, or dropped.
 */
import type { Prepared } from '../answers/find/prepared.ts';
import type { Ask, Entry, Passage, Reply, Source } from '../answers/knowledge.ts';
import { thresholds } from '../answers/read/read-answer.ts';
import type { ScoredPassage } from '../answers/read/read-passages.ts';
import type { Reading, ReadScore } from '../answers/read/reading.ts';
import { spoken } from '../answers/text/spoken-form.ts';
import {
  createGrounding,
  type Drift,
  type Grounding,
} from '../answers/write/grounding/grounding.ts';
import { statementsOf } from '../answers/write/grounding/tidy-sentence.ts';
import type { InformationItem } from '../answers/write/information.ts';
import { readCited, sayFields, sayInOwnWords } from '../answers/write/own-words.ts';
import { citedSource } from '../answers/write/quote.ts';
import type { CheckedSentence, StatementCounts, WritingEnd } from './messages.ts';

export interface GroundedAnswer {
  /** Checks the next statement of the model. */
  readonly take: (statement: Statement) => Promise<Checked>;
  readonly counts: () => StatementCounts;
}

interface Statement {
  readonly say: string;
  /** Ids of the items that it cites. */
  readonly from: readonly string[];
}

interface Checked {
  /** What may be sent of it. */
  readonly sentences: readonly CheckedSentence[];
  /** How the answer has ended; undefined to go on. */
  readonly ended: WritingEnd | undefined;
}

interface GroundedAnswerParts {
  readonly prepared: Prepared;
  readonly ask: Ask;
  /** The engine's own reply to the same question. */
  readonly reply: Reply;
  readonly items: readonly InformationItem[];
  /** Undefined without a reader: then only approved sentences pass. */
  readonly read: ((reading: Reading) => Promise<readonly ReadScore[]>) | undefined;
  /** Whether the model may decide what answers; otherwise the reader has to agree. */
  readonly isTrusted: boolean;
  /** Called with each checked sentence; for measurements. */
  readonly onChecked?: ((sentence: string, why: Drift | undefined) => void) | undefined;
}

const limits = {
  text: { sentences: 6, characters: 900 },
  voice: { sentences: 2, characters: 420 },
} as const;
// A model that never says anything that passes is stopped, too.
const statementsMax = 20;
// 4 of 100 passages that a capable model rightly cites score below, and 41 of 100 that a mediocre one cites wrongly.
const trustedLeast = -5;
const citedMax = 5;
const nearestMax = 3;
const sourcesMax = 5;

export function createGroundedAnswer(parts: GroundedAnswerParts): GroundedAnswer {
  const { prepared, reply, items, isTrusted, read = noReader } = parts;
  const { language } = reply;
  const question = reply.asked?.question ?? parts.ask.question;
  const ask: Ask = { ...parts.ask, question, language };
  const inquiry = { prepared, business: prepared.business, ask, language };
  const least = isTrusted ? trustedLeast : thresholds[prepared.business.strictness];
  const counts = { passed: 0, replaced: 0, dropped: 0 };
  const groundings = new Map<string, Grounding>();
  // Entries that the answer has used.
  const used = new Set<Entry>();
  const output = createOutput(limits[ask.mode]);
  let statements = 0;
  let sentences = 0;

  const groundingOf = (cited: readonly Passage[]): Grounding => {
    const key = cited
      .map((passage) => items.findIndex((item) => item.passage === passage))
      .join(' ');
    const known = groundings.get(key) ?? createGrounding(basisOf(parts, question, cited), read);
    groundings.set(key, known);
    return known;
  };

  const pass = (text: string, sources: readonly Source[], cited: readonly Passage[]) => {
    counts.passed += 1;
    for (const { entry } of cited) used.add(entry);
    return output.add(text, sources);
  };

  const drop = (): undefined => {
    counts.dropped += 1;
    return undefined;
  };

  // At most once for each entry.
  const replace = (answering: ScoredPassage | undefined): WritingEnd | undefined => {
    if (answering === undefined || used.has(answering.passage.entry)) return drop();
    used.add(answering.passage.entry);
    const own = sayInOwnWords(inquiry, answering);
    if (own === undefined) return drop();
    counts.replaced += 1;
    return output.add(own.text, own.sources);
  };

  const takeSentence = async (
    sentence: string,
    cited: readonly Passage[],
    answering: ScoredPassage | undefined,
  ): Promise<WritingEnd | undefined> => {
    const checked = await groundingOf(cited).check(sentence);
    if (checked.kind === 'empty') return undefined;
    parts.onChecked?.(sentence, checked.kind === 'drift' ? checked.why : undefined);
    if (checked.kind === 'drift') return replace(answering);
    const sources = cited.map((passage) => citedSource(passage, checked.text, language));
    const text = ask.mode === 'voice' ? spoken(checked.text, language) : checked.text;
    return pass(text, sources, cited);
  };

  /** The passages that a statement is checked against, and the one of them that answers best. */
  const citedBy = async (from: readonly string[]) => {
    const named = citedItems(items, from);
    // A statement that cites nothing may still be supported by what is nearest to the question.
    const likely = named.length > 0 ? named.slice(0, citedMax) : itemsNear(items, reply);
    if (likely.length === 0) return { cited: [], answering: undefined };
    const answering = parts.read && (await readCited(inquiry, likely, parts.read));
    const best = answering?.passage.entry;
    const cited = named.length > 0 ? likely : likely.filter(({ entry }) => entry === best);
    return { cited, answering };
  };

  const take = async ({ say, from }: Statement): Promise<WritingEnd | undefined> => {
    statements += 1;
    if (statements > statementsMax) return 'length';
    const { cited, answering } = await citedBy(from);
    if (cited.length === 0) return drop();
    if (answering === undefined ? !isTrusted : answering.score.answer < least) return drop();
    const fields = sayFields(inquiry, cited, say);
    if (fields !== undefined) return pass(fields.text, fields.sources, cited);
    for (const sentence of statementsOf(say)) {
      sentences += 1;
      if (sentences > statementsMax) return 'length';
      const ended = await takeSentence(sentence, cited, answering);
      if (ended !== undefined) return ended;
    }
    return undefined;
  };

  return {
    counts: () => counts,
    take: async (statement) => {
      const ended = await take(statement);
      return { sentences: output.flush(), ended };
    },
  };
}

/** Without a reader nothing is read. */
const noReader = async (): Promise<readonly ReadScore[]> => [];

/** The text so far, within its limits, and the sentences that were not sent yet. */
function createOutput(most: { readonly sentences: number; readonly characters: number }) {
  let text = '';
  let count = 0;
  let unsent: CheckedSentence[] = [];
  const ids = new Set<string>();
  return {
    flush: () => {
      const sentences = unsent;
      unsent = [];
      return sentences;
    },
    add: (sentence: string, from: readonly Source[]): WritingEnd | undefined => {
      if (sentence === '') return undefined;
      if (text.includes(sentence)) return 'repeated';
      const piece = text === '' ? sentence : ` ${sentence}`;
      if (text.length + piece.length > most.characters) return text === '' ? 'length' : 'whole';
      text += piece;
      count += 1;
      const sources = from.filter(({ id }) => {
        if (ids.has(id) || ids.size >= sourcesMax) return false;
        ids.add(id);
        return true;
      });
      unsent.push({ text: piece, sources });
      return count >= most.sentences ? 'whole' : undefined;
    },
  };
}

function basisOf(
  { prepared, reply }: GroundedAnswerParts,
  asked: string,
  cited: readonly Passage[],
) {
  const { name, business } = prepared.business;
  return {
    language: reply.language,
    asked,
    names: [name, business].flatMap((text) =>
      typeof text === 'string' ? [text] : [text.sw ?? '', text.en ?? ''],
    ),
    passages: cited,
  };
}

function citedItems(
  items: readonly InformationItem[],
  from: readonly string[],
): readonly Passage[] {
  const byId = new Map(items.map(({ id, passage }) => [id, passage]));
  const cited = from.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
  return [...new Set(cited)];
}

function itemsNear(items: readonly InformationItem[], { asked }: Reply): readonly Passage[] {
  const near = asked?.near.slice(0, nearestMax) ?? [];
  const entries = new Set(near.map(({ entry }) => entry));
  return items.flatMap(({ passage }) => (entries.has(passage.entry) ? [passage] : []));
}
