import { endsSentence } from '../../answers/sentences.ts';

/** Streaming sentence splitter: emits a sentence as soon as its end is certain. */
interface SentenceReader {
  readonly push: (piece: string) => readonly Sentence[];
  /** What is left when the text has ended. */
  readonly end: () => readonly Sentence[];
  /** How many characters wait for the end of their sentence. */
  readonly waiting: () => number;
}

export interface Sentence {
  readonly text: string;
  /** Stands on a line of its own. */
  readonly isLine: boolean;
}

export function createSentenceReader(): SentenceReader {
  let unread = '';
  let isLine = false;
  // Where the search goes on: what was looked at is not looked at again with each piece.
  let seen = 0;

  const take = (end: number): Sentence | undefined => {
    const text = unread.slice(0, end).trim();
    const sentence = text === '' ? undefined : { text, isLine };
    const gap = /^\s*/.exec(unread.slice(end))?.[0] ?? '';
    isLine = text === '' ? isLine || gap.includes('\n') : gap.includes('\n');
    unread = unread.slice(end + gap.length);
    seen = 0;
    return sentence;
  };

  return {
    push: (piece) => {
      unread += piece;
      const sentences: Sentence[] = [];
      for (let found = endIn(unread, seen); ; found = endIn(unread, seen)) {
        seen = found.seen;
        if (found.end === undefined) return sentences;
        const sentence = take(found.end);
        if (sentence !== undefined) sentences.push(sentence);
      }
    },
    end: () => {
      const sentence = take(unread.length);
      return sentence === undefined ? [] : [sentence];
    },
    waiting: () => unread.length,
  };
}

const mark = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s)|\n/gu;

/** Where the first sentence ends; undefined while that cannot be told. */
function endIn(text: string, from: number): { readonly end?: number; readonly seen: number } {
  mark.lastIndex = from;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    const end = found.index + found[0].length;
    if (found[0] === '\n') {
      if (text.slice(0, found.index).trim() !== '') return { end: found.index, seen: 0 };
      continue;
    }
    // Only the next letter tells whether `8 a.m.` was the end.
    const next = /\S/.exec(text.slice(end, end + 8))?.[0];
    if (next === undefined && !text.slice(end).includes('\n')) return { seen: found.index };
    const isHour = /[ap]\.?m$/i.test(text.slice(Math.max(0, found.index - 3), found.index));
    if ((isHour && /\p{Lu}/u.test(next ?? '')) || endsSentence(text, 0, found.index, found[0]))
      return { end, seen: 0 };
  }
  // A mark at the very end may still be a part of an address or a number.
  return { seen: Math.max(from, text.length - 8) };
}
