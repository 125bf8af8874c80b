/** Composes the answer from approved sentences: as few as needed, unchanged and in their order. */

import type { Language } from '@baraza/contract';
import { isQuestion, listMark, sentencesOf, upperFirst } from '../../kernel/language/sentences.ts';
import { longPattern } from '../../kernel/long-pattern.ts';
import { spoken } from '../../speech/aloud/aloud.ts';
import { isOwnersQuestion } from '../find/faq-match.ts';
import { inLanguage, type SiteInquiry } from '../find/prepared.ts';
import type { Ask, Inquiry, Passage, Reply, Source } from '../knowledge.ts';
import type { ScoredPassage } from '../read/read-passages.ts';
import { languageOf } from '../text/language.ts';
import { words } from '../words.ts';
import { cutText, quoteCharsMax } from './quote.ts';
import { limitsVerdict, underQuestion, withoutVerdict } from './verdict.ts';

export interface Composition {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly made: Reply['made'];
  /** The passages that contain the sentences. */
  readonly passages: readonly Passage[];
}

type Answering = Pick<Inquiry, 'ask' | 'language'>;

/**
 * `evidence` has the reader's logit for each sentence; if it is empty, the answer starts at the beginning. Undefined if
 * no sentence of the passage can be used.
 */
export function compose(
  { ask, language }: Answering,
  passage: Passage,
  evidence: readonly number[],
): Composition | undefined {
  if (passage.entry.kind === 'faq') return composeFaq({ ask, language }, passage, passage);
  const sentences = sentencesOf(passage.text);
  const chosen = isShort(passage) ? sentences : byEvidence(sentences, evidence, ask.mode);
  const stated = statementsAmong(chosen);
  return composed(passage, stated, withoutVerdicts(passage, stated), language, ask.mode);
}

/** Composes from a passage that the reader scored, in the visitor's language if the entry has both. */
export function composeScored(
  inquiry: SiteInquiry,
  { passage, score }: ScoredPassage,
): Composition | undefined {
  const quoted = inLanguage(inquiry.prepared, passage, inquiry.language);
  // The reader did not score the sentences of a passage in another language: that one is quoted from its beginning.
  return compose(inquiry, quoted, quoted === passage ? score.evidence : []);
}

/** The sentences with the highest evidence, and the neighbours needed to understand them. */
function byEvidence(
  sentences: readonly string[],
  evidence: readonly number[],
  mode: Ask['mode'],
): readonly string[] {
  const best = Math.max(...evidence);
  const picked = new Set<number>();
  const ranked = sentences
    .map((_, index) => ({ index, score: evidence[index] ?? best }))
    .sort((one, other) => other.score - one.score);
  for (const { index, score } of ranked) {
    if (picked.size >= sentencesMax[mode]) break;
    if (picked.size > 0 && score < Math.max(best - nearEvidence, 0)) break;
    for (const each of spanOf(sentences, index)) picked.add(each);
  }
  return [...picked].sort((one, other) => one - other).map((index) => sentences[index] ?? '');
}

const nearEvidence = 2;

/** The sentences without their yes or no. If that leaves nothing, the question it belongs to is told with it. */
function withoutVerdicts(passage: Passage, sentences: readonly string[]): readonly string[] {
  const said = sentences.flatMap((sentence, at) => {
    const asked = sentences[at - 1];
    const kept = asked !== undefined && isQuestion(asked) ? sentence : withoutVerdict(sentence);
    return kept === '' ? [] : [kept];
  });
  const [first] = said;
  if (first !== undefined && (first === sentences[0] || !limitsVerdict(first))) return said;
  const question = questionBefore(passage, sentences[0] ?? '');
  return question === '' ? [] : underQuestion(question, sentences);
}

/** The question that a sentence answers: the one before it, or the title of an entry that is one answer. */
function questionBefore({ entry, text }: Passage, sentence: string): string {
  const sentences = sentencesOf(text);
  const before = sentences[sentences.indexOf(sentence) - 1] ?? '';
  if (isQuestion(before)) return before;
  return entry.kind === 'document' ? '' : entry.title.trim();
}

/**
 * Composes from the beginning of a FAQ. Its yes or no is said only if it was `asked` in the owner's own words; `shown`
 * is the same FAQ in the visitor's language.
 */
export function composeFaq(
  { ask, language }: Answering,
  asked: Passage,
  shown: Passage,
): Composition | undefined {
  const sentences = answerOf(shown.text);
  const isOwners = isOwnersQuestion(asked.entry, ask.question);
  const said = isOwners ? sentences : withoutVerdicts(shown, sentences);
  return composed(shown, sentences, said, language, ask.mode);
}

/** `said` are the approved `sentences` as the visitor reads them. */
function composed(
  passage: Passage,
  sentences: readonly string[],
  said: readonly string[],
  language: Language,
  mode: Ask['mode'],
): Composition | undefined {
  const { entry } = passage;
  const most = mode === 'voice' ? voiceSentencesMax : said.length;
  const left = Math.max(0, sentences.length - said.length);
  const kept = sentences.slice(0, most + left);
  if (said.length === 0) return undefined;
  const quoted = languageOfSentences(kept, passage.language);
  const joined = said
    .slice(0, most)
    .reduce((all, sentence) => `${all}${glue(all, sentence)}${sentence}`);
  const plain = plainText(upperFirst(joined));
  const whole = continues(entry.text, kept.at(-1) ?? '') ? `${plain}…` : plain;
  const shown = shortened(mode === 'voice' ? spoken(whole, quoted) : whole, charsMax[mode]);
  return {
    text: quoted === language ? shown : words[language].quoted(shown),
    sources: [
      {
        id: entry.id,
        // The description in a profile has no title.
        title: entry.title || (entry.kind === 'profile' ? words[quoted].aboutTitle : ''),
        url: entry.url,
        quote: cutText(approvedText(entry.text, kept), quoteCharsMax),
        kind: entry.kind,
        language: quoted,
      },
    ],
    made: kept.map((sentence) => ({ entryId: entry.id, sentence })),
    passages: [passage],
  };
}

/** A document may mix languages: the language of the chosen sentences counts. */
function languageOfSentences(sentences: readonly string[], whole: Language): Language {
  const { language, confidence } = languageOf(sentences.join(' '));
  return confidence >= sureConfidence ? language : whole;
}

const sureConfidence = 0.95;

/** Whether the text continues in the same line after a sentence without an end: a window cut it off. */
function continues(text: string, sentence: string): boolean {
  const at = text.indexOf(sentence);
  if (at < 0 || /[.!?…:;]["'”’)\]]?$/.test(sentence)) return false;
  return /^ \S/.test(text.slice(at + sentence.length, at + sentence.length + 2));
}

const charsMax = { text: 900, voice: 420 } as const;
const voiceSentencesMax = 2;
const shortWords = 45;
const faqWordsMax = 90;
const sentencesMax = { text: 4, voice: voiceSentencesMax } as const;

/** Removes Markdown, which visitors would see as it is. */
function plainText(text: string): string {
  return text
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/(\*\*|__)(?=\S)([^*_\n]+?)\1/g, '$2')
    .replace(/\[([^\][\n]+)\]\((https?:[^)\s]+)\)/g, '$1 ($2)');
}

// A text without punctuation, such as a transcript, is one endless sentence.
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const lineEnd = text.slice(0, most).lastIndexOf('\n');
  const cut = lineEnd > most / 2 ? text.slice(0, lineEnd) : cutText(text, most);
  return /[.!?…]$/.test(cut) ? cut : `${cut}…`;
}

/** The sentences of a FAQ's answer, as many as fit. */
function answerOf(text: string): readonly string[] {
  let count = 0;
  return sentencesOf(text).filter((sentence, at) => {
    count += countWords(sentence);
    return at === 0 || count <= faqWordsMax;
  });
}

// A window of a longer text does not count: it has unrelated sentences.
function isShort({ text, entry }: Passage): boolean {
  return countWords(text) <= shortWords && entry.text.length <= text.length;
}

/** A sentence with the neighbour it needs: the one before a pronoun, the one after a heading. */
function spanOf(sentences: readonly string[], index: number): readonly number[] {
  const sentence = sentences[index] ?? '';
  if (index > 0 && (backReference.test(sentence) || /^\p{Ll}/u.test(sentence)))
    return [index - 1, index];
  if (index + 1 < sentences.length && (isQuestion(sentence) || isHeading(sentence)))
    return [index, index + 1];
  return [index];
}

const backReference = longPattern('i')`^(?:it|its|they|their|them|this|that|these|those|he|she|his
  |her|such|there|then|also|however|but|and|so|otherwise|hiyo|hizo|hii|hizi|hicho|hivyo|huyo|hao|yeye|wao|pia
  |lakini|hata hivyo|hivyo|vilevile|kisha|aidha|ndiyo|hapo)\b`;

// A question is not an answer, and headings are dropped if sentences follow.
function statementsAmong(sentences: readonly string[]): readonly string[] {
  const statements = sentences.filter((sentence) => !isQuestion(sentence));
  const substance = statements.filter((sentence) => !isHeading(sentence));
  const marked = statements.some((sentence) => headingMark.test(sentence));
  const drops = substance.length > 0 && substance.length < statements.length;
  return drops && (marked || statements.length > 2) ? substance : statements;
}

const headingMark = /^#{1,6}\s/;

function isHeading(sentence: string): boolean {
  if (headingMark.test(sentence)) return true;
  return !/[.!?…:;,)”"]$/.test(sentence) && countWords(sentence) <= 6 && !sentence.includes('\n');
}

function glue(before: string, sentence: string): string {
  if (listMark.test(sentence) || /\n/.test(before.slice(-80)) || /:$/.test(before)) return '\n';
  return /[.!?…:;,”"')]$/.test(before) ? ' ' : '. ';
}

/** The original text from the first used sentence on, as far as the sentences are adjacent. */
function approvedText(text: string, sentences: readonly string[]): string {
  const [first = ''] = sentences;
  const start = text.indexOf(first);
  if (start < 0) return first.split('\n')[0] ?? '';
  let end = start + first.length;
  for (const sentence of sentences.slice(1)) {
    const next = text.indexOf(sentence, end);
    if (next < 0 || text.slice(end, next).trim() !== '') break;
    end = next + sentence.length;
  }
  return text.slice(start, end);
}

function countWords(text: string): number {
  return text.split(/\s+/).length;
}
