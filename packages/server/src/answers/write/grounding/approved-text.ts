/** The approved passages as a sentence is held against them: to the letter, and as a reader is given them. */
import type { ReadablePassage } from '../../read/reading.ts';
import { contentWords, stemOf, wordsOf } from '../../text/text.ts';
import type { Basis } from './basis.ts';
import { statementsOf, verdictOpener } from './tidy-sentence.ts';

export interface ApprovedText {
  /** What the visitor asked; '' where that is not known. */
  readonly asked: string;
  /** Titles and texts. */
  readonly texts: readonly string[];
  readonly characters: ReadonlySet<string>;
  /** Whether a sentence of the passages, or a part of one between semicolons, is this very one. */
  readonly hasSentence: (sentence: string) => boolean;
  /** Whether a statement is only the deed that was asked about: `we deliver`, after the engine's own yes or no. */
  readonly isAsked: (statement: string) => boolean;
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
  const stem = (word: string) => stemOf(word, language);
  const titleWords = new Set(own.flatMap(({ title }) => contentWords(title)).map(stem));
  return {
    asked,
    texts: passages.flatMap(({ title, text }) => [title, text]),
    characters: new Set(passages.flatMap(({ title, text }) => [...title, ...text])),
    hasSentence: (sentence) => sentences.has(plainly(sentence)),
    isAsked: (statement) => {
      const [deed, ...more] = contentWords(statement);
      return deed !== undefined && more.length === 0 && titleWords.has(stem(deed));
    },
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
