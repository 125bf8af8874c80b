/** The approved passages that a sentence is checked against: literally, and in windows for the reader. */
import type { Language } from '@baraza/contract';
import type { Passage } from '../../knowledge.ts';
import type { ReadablePassage } from '../../read/read-passages.ts';
import { contentWords, wordsOf } from '../../text/text.ts';
import { withoutVerdict } from '../verdict.ts';
import { statementsOf } from './tidy-sentence.ts';

/** What a model's answer may be based on. */
export interface Basis {
  readonly passages: readonly Pick<Passage, 'title' | 'text' | 'language'>[];
  /** The language of the answer. */
  readonly language: Language;
  /** The visitor's question: its counts may be repeated in the answer and used as factors. */
  readonly asked?: string;
  /** Names that are allowed although no passage has them, such as that of the site. */
  readonly names: readonly string[];
}

export type ApprovedText = ReturnType<typeof createApprovedText>;

export function createApprovedText({ passages, language, asked = '' }: Basis) {
  const own = passages.filter((passage) => passage.language === language);
  const sentences = new Set(
    own
      .flatMap(({ text }) => statementsOf(text))
      .flatMap((sentence) => {
        const stated = withoutVerdict(sentence);
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
    /** The visitor's question; '' if unknown. */
    asked,
    /** Titles and texts. */
    texts: passages.flatMap(({ title, text }) => [title, text]),
    characters: new Set(passages.flatMap(({ title, text }) => [...title, ...text])),
    /** Whether the passages contain this sentence, as a whole or between semicolons. */
    hasSentence: (sentence: string) => sentences.has(plainly(sentence)),
    /** The passages that a sentence may be based on, the likeliest first. */
    candidates: (sentence: string): readonly ReadablePassage[] => {
      const words = contentWords(sentence);
      const shared = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length;
      return readable
        .toSorted((one, other) => shared(other.words) - shared(one.words))
        .slice(0, candidatesMax)
        .map(({ window }) => window);
    },
  };
}

/** The reader reads each of them for every sentence. */
const candidatesMax = 3;
/** What fits into the reader's 192 tokens together with a sentence. */
const windowChars = 520;

/** Windows of whole sentences that fit the reader; they overlap by a sentence. */
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

/** One window of all passages if they fit, since an answer may combine two passages. */
function joined(windows: readonly ReadablePassage[]): readonly ReadablePassage[] {
  const sentences = windows.flatMap((window) => window.sentences);
  if (windows.length < 2 || charsOf(sentences) > windowChars) return [];
  return [{ title: windows.map(({ title }) => title).join(' '), sentences }];
}

function charsOf(sentences: readonly string[]): number {
  return sentences.reduce((sum, { length }) => sum + length + 1, 0);
}

/** Ignores case, spaces, the kind of quotation marks and the final full stop. */
function plainly(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .replace(/[.!…]+$/, '')
    .trim();
}
