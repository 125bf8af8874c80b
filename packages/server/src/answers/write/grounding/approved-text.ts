/** The approved passages that a sentence is checked against: to the letter, and as a reader is given them. */
import type { Language } from '@baraza/contract';
import type { Passage } from '../../knowledge.ts';
import type { ReadablePassage } from '../../read/reading.ts';
import { contentWords, wordsOf } from '../../text/text.ts';
import { statementsOf, verdictOpener } from './tidy-sentence.ts';

/** What an answer may be made from. */
export interface Basis {
  readonly passages: readonly Pick<Passage, 'title' | 'text' | 'language'>[];
  /** Of the answer. */
  readonly language: Language;
  /** The visitor's question: its counts may be repeated and multiplied with. */
  readonly asked?: string;
  /** Names that are allowed though no passage has them, such as the site's own. */
  readonly names: readonly string[];
}

export interface ApprovedText {
  /** What the visitor asked; '' where that is not known. */
  readonly asked: string;
  /** Titles and texts. */
  readonly texts: readonly string[];
  readonly characters: ReadonlySet<string>;
  /** Whether a sentence of the passages, or a part of one between semicolons, is this very one. */
  readonly hasSentence: (sentence: string) => boolean;
  /** What a sentence may have been taken from, the likeliest first. */
  readonly candidates: (sentence: string) => readonly ReadablePassage[];
}

export function createApprovedText({ passages, language, asked = '' }: Basis): ApprovedText {
  const own = passages.filter((passage) => passage.language === language);
  const sentences = new Set(
    own
      .flatMap(({ text }) => statementsOf(text))
      .flatMap((sentence) => {
        const stated = sentence.replace(verdictOpener, '');
        return [stated, ...stated.split(/;\s+/)].map(plainly);
      }),
  );
  const windows = passages.flatMap(({ title, text }) =>
    windowsOf(statementsOf(text)).map((window) => ({ title, sentences: window })),
  );
  const readable = [...joined(windows), ...windows].map((window) => ({
    window,
    words: new Set([window.title, ...window.sentences].flatMap(wordsOf)),
  }));
  return {
    asked,
    texts: passages.flatMap(({ title, text }) => [title, text]),
    characters: new Set(passages.flatMap(({ title, text }) => [...title, ...text])),
    hasSentence: (sentence) => sentences.has(plainly(sentence)),
    candidates: (sentence) => {
      const words = contentWords(sentence);
      const shared = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length;
      return readable
        .toSorted((one, other) => shared(other.words) - shared(one.words))
        .slice(0, candidatesMax)
        .map(({ window }) => window);
    },
  };
}

/** Each costs a reading for each sentence. */
const candidatesMax = 3;
/** What fits into the reader's 192 pieces beside a sentence. */
const windowChars = 520;

/** Whole sentences, as many as can be read at once; a sentence stands in two windows, with what is around it. */
function windowsOf(sentences: readonly string[]): readonly (readonly string[])[] {
  const windows: string[][] = [];
  let window: string[] = [];
  for (const sentence of sentences) {
    if (window.length > 0 && charsOf(window) + sentence.length > windowChars) {
      windows.push(window);
      window = window.slice(-1);
      if (charsOf(window) + sentence.length > windowChars) window = [];
    }
    window.push(sentence);
  }
  return [...windows, window];
}

/** An answer may join what two passages say. */
function joined(windows: readonly ReadablePassage[]): readonly ReadablePassage[] {
  const sentences = windows.flatMap((window) => window.sentences);
  if (windows.length < 2 || charsOf(sentences) > windowChars) return [];
  return [{ title: windows.map(({ title }) => title).join(' '), sentences }];
}

function charsOf(sentences: readonly string[]): number {
  return sentences.reduce((sum, { length }) => sum + length + 1, 0);
}

/** To the letter, but for capitals, spaces, quotation marks and the last point. */
function plainly(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .replace(/[.!…]+$/, '')
    .trim();
}
