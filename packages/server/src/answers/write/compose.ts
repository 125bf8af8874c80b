/** Writes the answer from approved sentences: the fewest that answer, in their own order and words. */

import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';
import { isSameQuestion, isWithinYes } from '../find/faq-match.ts';
import type { Ask, Inquiry, Passage, Reply, Source } from '../knowledge.ts';
import { languageOf } from '../text/language.ts';
import { sentencesOf, upperFirst } from '../text/sentences.ts';
import { spoken } from '../text/spoken-form.ts';
import { words } from '../words.ts';
import { cutText, quoteCharsMax } from './quote.ts';

export interface Composition {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly made: Reply['made'];
  /** What the sentences stand in. */
  readonly passages: readonly Passage[];
}

type Answering = Pick<Inquiry, 'ask' | 'language'>;

/**
 * From the sentences that a reader marks (each with a logit); without marks, from the beginning. Undefined when nothing
 * in the passage can be said.
 */
export function compose(
  { ask, language }: Answering,
  passage: Passage,
  evidence: readonly number[],
): Composition | undefined {
  const { question, mode } = ask;
  if (passage.entry.kind !== 'faq') {
    const sentences = sentencesOf(passage.text);
    const told = isShort(passage) ? sentences : byEvidence(sentences, evidence, mode);
    return composed(passage, sayable(told), language, mode);
  }
  const sentences = answerOf(passage.text);
  // A yes or no belongs to the approved question: to another one it would say what nobody approved.
  // A quotation is the owner's own words, so it stays whole.
  const isWhole =
    passage.language !== language ||
    isSameQuestion(passage, question) ||
    isWithinYes(passage, question);
  if (isWhole) return composed(passage, sentences, language, mode);
  const { kept, opener } = withoutVerdict(sentences);
  return composed(passage, kept, language, mode, opener);
}

/** The sentence that answers, those that do nearly as surely, and what they cannot be understood without. */
function byEvidence(
  sentences: readonly string[],
  evidence: readonly number[],
  mode: Ask['mode'],
): readonly string[] {
  const best = Math.max(...evidence);
  const picked = new Set<number>();
  const ranked = sentences
    .map((_, index) => ({ index, mark: evidence[index] ?? best }))
    .sort((one, other) => other.mark - one.mark);
  for (const { index, mark } of ranked) {
    if (picked.size >= sentencesMax[mode]) break;
    if (picked.size > 0 && mark < Math.max(best - nearEvidence, 0)) break;
    for (const each of spanOf(sentences, index)) picked.add(each);
  }
  return [...picked].sort((one, other) => one - other).map((index) => sentences[index] ?? '');
}

const nearEvidence = 2;

/** The sentences without a leading yes or no; `opener` is one that begins the first sentence. */
function withoutVerdict(sentences: readonly string[]): {
  readonly kept: readonly string[];
  readonly opener: string;
} {
  const [first = '', ...rest] = sentences;
  if (rest.length > 0 && verdictAlone.test(first))
    return { kept: leansOn.test(rest[0] ?? '') ? sentences : rest, opener: '' };
  const opener = /^(?:ndiyo|ndio|naam|yes|hapana|la|no)\s*[,;:–—!]\s*/i.exec(first)?.[0] ?? '';
  const begun = first.slice(opener.length);
  return { kept: sentences, opener: begun === '' || leansOn.test(begun) ? '' : opener };
}

const verdictAlone = /^(?:ndiyo|ndio|naam|yes|hapana|la|no)(?: kabisa| of course| sir)?[.!]?$/i;
const leansOn = /^(?:lakini|ila|but|only|unless|isipokuwa|though|except|however)\b/i;

/** An entry told from its beginning: a FAQ's answer, or the same entry in the visitor's language. */
export function composeWhole(
  { ask, language }: Answering,
  passage: Passage,
): Composition | undefined {
  return composed(passage, answerOf(passage.text), language, ask.mode);
}

function composed(
  passage: Passage,
  sentences: readonly string[],
  language: Language,
  mode: Ask['mode'],
  opener = '',
): Composition | undefined {
  const { entry } = passage;
  const kept = mode === 'voice' ? sentences.slice(0, voiceSentencesMax) : sentences;
  if (kept.length === 0) return undefined;
  const told = languageTold(kept, passage.language);
  const joined = kept.reduce((all, sentence) => `${all}${glue(all, sentence)}${sentence}`);
  const said = plainText(upperFirst(joined.slice(opener.length)));
  const whole = goesOn(entry.text, kept.at(-1) ?? '') ? `${said}…` : said;
  const shown = shortened(mode === 'voice' ? spoken(whole, told) : whole, charsMax[mode]);
  return {
    text: told === language ? shown : words[language].quoted(shown),
    sources: [
      {
        id: entry.id,
        // What a profile says about the business has no title.
        title: entry.title || (entry.kind === 'profile' ? words[told].aboutTitle : ''),
        url: entry.url,
        quote: cutText(approvedText(entry.text, kept), quoteCharsMax),
        kind: entry.kind,
        language: told,
      },
    ],
    made: kept.map((sentence) => ({ entryId: entry.id, sentence })),
    passages: [passage],
  };
}

/** A document may mix languages: what counts is the language of what is told of it. */
function languageTold(sentences: readonly string[], whole: Language): Language {
  const { language, confidence } = languageOf(sentences.join(' '));
  return confidence >= sureConfidence ? language : whole;
}

const sureConfidence = 0.95;

/** Whether a text goes on in the same line, though the sentence has no end: a window cut it off. */
function goesOn(text: string, sentence: string): boolean {
  const at = text.indexOf(sentence);
  if (at < 0 || /[.!?…:;]["'”’)\]]?$/.test(sentence)) return false;
  return /^ \S/.test(text.slice(at + sentence.length, at + sentence.length + 2));
}

const charsMax = { text: 900, voice: 420 } as const;
const voiceSentencesMax = 2;
const shortWords = 45;
const faqWordsMax = 90;
const sentencesMax = { text: 4, voice: voiceSentencesMax } as const;

/** Without the marks of a notation that a reader would see as they are. */
function plainText(text: string): string {
  return text
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/(\*\*|__)(?=\S)([^*_\n]+?)\1/g, '$2')
    .replace(/\[([^\][\n]+)\]\((https?:[^)\s]+)\)/g, '$1 ($2)');
}

// Texts without marks or ends, such as a transcript, are one endless sentence.
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const lines = text.slice(0, most).lastIndexOf('\n');
  const cut = lines > most / 2 ? text.slice(0, lines) : cutText(text, most);
  return /[.!?…]$/.test(cut) ? cut : `${cut}…`;
}

/** A FAQ's answer whole; a long one as far as its sentences fit. */
function answerOf(text: string): readonly string[] {
  let count = 0;
  return sentencesOf(text).filter((sentence, at) => {
    count += countWords(sentence);
    return at === 0 || count <= faqWordsMax;
  });
}

// A window of a long text is short too, and holds what nobody asked for.
function isShort({ text, entry }: Passage): boolean {
  return countWords(text) <= shortWords && entry.text.length <= text.length;
}

/** A sentence with what it cannot be understood without: the one before a pronoun, the one after a heading. */
function spanOf(sentences: readonly string[], index: number): readonly number[] {
  const sentence = sentences[index] ?? '';
  if (index > 0 && (leansBack.test(sentence) || /^\p{Ll}/u.test(sentence)))
    return [index - 1, index];
  if (index + 1 < sentences.length && (isAsking(sentence) || isHeading(sentence)))
    return [index, index + 1];
  return [index];
}

const leansBack = longPattern('i')`^(?:it|its|they|their|them|this|that|these|those|he|she|his
  |her|such|there|then|also|however|but|and|so|otherwise|hiyo|hizo|hii|hizi|hicho|hivyo|huyo|hao|yeye|wao|pia
  |lakini|hata hivyo|hivyo|vilevile|kisha|aidha|ndiyo|hapo)\b`;

// What only asks is no answer: a heading in the form of a question gives way to the sentence below it.
function sayable(sentences: readonly string[]): readonly string[] {
  const told = sentences.filter((sentence) => !isAsking(sentence));
  const substance = told.filter((sentence) => !isHeading(sentence));
  const marked = told.some((sentence) => headingMark.test(sentence));
  const drops = substance.length > 0 && substance.length < told.length;
  return drops && (marked || told.length > 2) ? substance : told;
}

function isAsking(sentence: string): boolean {
  return /\?["'”’)]*$/.test(sentence);
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

const listMark = /^(?:[-*•·–]|\d{1,2}[.)])\s/;

/** From the first sentence that was used on, as the owner wrote it. */
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
