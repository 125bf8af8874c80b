/**
 * Checks an answer that a model writes, statement by statement, against the passages that it cites. A sentence that
 * does not pass is replaced by the owner's own sentence, or dropped.
 */
import type { Prepared } from '../answers/find/prepared.ts';
import type { Ask, Entry, Passage, Reply } from '../answers/knowledge.ts';
import { thresholds } from '../answers/read/read-answer.ts';
import type { ReadPassages, ScoredPassage } from '../answers/read/read-passages.ts';
import {
  createGrounding,
  type Drift,
  type Grounding,
} from '../answers/write/grounding/grounding.ts';
import { statementsOf } from '../answers/write/grounding/tidy-sentence.ts';
import type { InformationItem } from '../answers/write/information.ts';
import { readCited, sayFields, sayInOwnWords } from '../answers/write/own-words.ts';
import { citedSource } from '../answers/write/quote.ts';
import { wordings } from '../kernel/language/bilingual.ts';
import { spoken } from '../speech/aloud/aloud.ts';
import type { CheckedSentence, StatementCounts, StatementRequest, WritingEnd } from './messages.ts';

export type GroundedAnswer = ReturnType<typeof createGroundedAnswer>;

type Statement = Pick<StatementRequest, 'say' | 'from'>;

interface GroundedAnswerParts {
  readonly prepared: Prepared;
  readonly ask: Ask;
  /** The engine's own reply to the same question. */
  readonly reply: Reply;
  readonly items: readonly InformationItem[];
  /** Undefined without a reader: then only approved sentences pass. */
  readonly read: ReadPassages | undefined;
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
// Rejects 4 % of the passages that a capable model cites rightly, and 41 % of those that a mediocre one cites wrongly.
const trustedScoreMin = -5;
const citedMax = 5;
const nearestMax = 3;
const sourcesMax = 5;

export function createGroundedAnswer(parts: GroundedAnswerParts) {
  const inquiry = inquiryOf(parts);
  const { ask, language } = inquiry;
  const evidenceFor = createEvidence(parts, inquiry);
  const answer = createAnswerText(limits[ask.mode]);
  const counts = { passed: 0, replaced: 0, dropped: 0 };
  // Entries that the answer has used.
  const used = new Set<Entry>();
  let statements = 0;
  let sentences = 0;

  const pass = (cited: readonly Passage[], checked: CheckedSentence) => {
    counts.passed += 1;
    for (const { entry } of cited) used.add(entry);
    return answer.add(checked);
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
    return answer.add(own);
  };

  const takeSentence = async (sentence: string, evidence: Evidence) => {
    const { cited, answering } = evidence;
    const checked = await evidence.check(sentence);
    if (checked.kind === 'empty') return undefined;
    parts.onChecked?.(sentence, checked.kind === 'drift' ? checked.why : undefined);
    if (checked.kind === 'drift') return replace(answering);
    const sources = cited.map((passage) => citedSource(passage, checked.text, language));
    const text = ask.mode === 'voice' ? spoken(checked.text, language) : checked.text;
    return pass(cited, { text, sources });
  };

  const take = async ({ say, from }: Statement): Promise<WritingEnd | undefined> => {
    statements += 1;
    if (statements > statementsMax) return 'length';
    const evidence = await evidenceFor(from);
    if (evidence === undefined) return drop();
    const fields = sayFields(inquiry, evidence.cited, say);
    if (fields !== undefined) return pass(evidence.cited, fields);
    for (const sentence of statementsOf(say)) {
      sentences += 1;
      if (sentences > statementsMax) return 'length';
      const ended = await takeSentence(sentence, evidence);
      if (ended !== undefined) return ended;
    }
    return undefined;
  };

  return {
    counts: (): StatementCounts => counts,
    /** Checks the next statement of the model: what may be sent of it, and how the answer has ended, if it has. */
    take: async (statement: Statement) => {
      const ended = await take(statement);
      return { sentences: answer.takeUnsent(), ended };
    },
  };
}

function inquiryOf({ prepared, ask, reply }: GroundedAnswerParts) {
  const { language } = reply;
  const question = reply.asked?.question ?? ask.question;
  const { business } = prepared;
  return { prepared, business, ask: { ...ask, question, language }, language };
}

/** What a statement is checked against. */
interface Evidence {
  readonly cited: readonly Passage[];
  /** The passage among them that answers best; undefined without a reader. */
  readonly answering: ScoredPassage | undefined;
  readonly check: Grounding['check'];
}

/** Finds the passages that a statement cites; undefined if there are none, or if they do not answer. */
function createEvidence(
  { prepared, reply, items, read, isTrusted }: GroundedAnswerParts,
  inquiry: ReturnType<typeof inquiryOf>,
) {
  const byId = new Map(items.map(({ id, passage }) => [id, passage]));
  const nearest = new Set(reply.asked?.near.slice(0, nearestMax).map(({ entry }) => entry));
  const least = isTrusted ? trustedScoreMin : thresholds[prepared.business.strictness];
  const groundings = new Map<string, Grounding>();

  const groundingOf = (passages: readonly Passage[]): Grounding => {
    const key = passages.map((one) => items.findIndex(({ passage }) => passage === one)).join(' ');
    const { language, ask } = inquiry;
    const basis = { language, asked: ask.question, names: namesOf(prepared), passages };
    const grounding = groundings.get(key) ?? createGrounding(basis, read);
    groundings.set(key, grounding);
    return grounding;
  };

  return async (from: readonly string[]): Promise<Evidence | undefined> => {
    const named = new Set(from.flatMap((id) => byId.get(id.toLowerCase()) ?? []));
    // A statement that cites nothing may still be supported by what is nearest to the question.
    const likely =
      named.size > 0
        ? [...named].slice(0, citedMax)
        : [...byId.values()].filter(({ entry }) => nearest.has(entry));
    const answering =
      read && likely.length > 0 ? await readCited(inquiry, likely, read) : undefined;
    const best = answering?.passage.entry;
    const cited = named.size > 0 ? likely : likely.filter(({ entry }) => entry === best);
    const isAnswer = answering === undefined ? isTrusted : answering.score.answer >= least;
    if (cited.length === 0 || !isAnswer) return undefined;
    return { cited, answering, check: (sentence) => groundingOf(cited).check(sentence) };
  };
}

function namesOf({ business: { name, business } }: Prepared): readonly string[] {
  return [name, business].flatMap(wordings);
}

/** The text so far, within its limits, and the sentences that were not sent yet. */
function createAnswerText(most: { readonly sentences: number; readonly characters: number }) {
  let text = '';
  let count = 0;
  let unsent: CheckedSentence[] = [];
  const ids = new Set<string>();
  return {
    takeUnsent: () => {
      const sentences = unsent;
      unsent = [];
      return sentences;
    },
    add: ({ text: sentence, sources: from }: CheckedSentence): WritingEnd | undefined => {
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
