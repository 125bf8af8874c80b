/** Cuts approved information into passages that can be found and quoted: a title stays with each of its parts, a list with its lead-in. */
import type { Entry, Language } from './answers.ts';
import { sentencesOf } from './sentences.ts';

export interface Passage {
  readonly entry: Entry;
  /** A FAQ's question with its other wordings, or the entry's title: searched with every passage of the entry. */
  readonly title: string;
  readonly text: string;
  readonly language: Language;
}

const windowWords = 110;
const strideWords = 80;
// A text a little longer than a window stays whole: two passages that are nearly the same only compete.
const wholeWords = 150;

export function passagesOf(entry: Entry, languageOf: (text: string) => Language): Passage[] {
  const title = [entry.title, ...entry.alternatives].filter((line) => line !== '').join('\n');
  const language = entry.language ?? languageOf(`${entry.title}\n${entry.text}`.slice(0, 600));
  return windowsOf(entry.text).map((text) => ({ entry, title, text, language }));
}

function windowsOf(text: string): string[] {
  const whole = text.trim();
  if (countWords(whole) <= wholeWords) return [whole];
  const parts = sentencesOf(whole).map((sentence) => ({ sentence, words: countWords(sentence) }));
  const windows: string[] = [];
  let from = 0;
  while (from < parts.length) {
    let to = from;
    let words = 0;
    for (; to < parts.length; to += 1) {
      const part = parts[to];
      if (part === undefined || (words > 0 && words + part.words > windowWords)) break;
      words += part.words;
    }
    windows.push(
      parts
        .slice(from, to)
        .map((part) => part.sentence)
        .join(' '),
    );
    if (to >= parts.length) break;
    from = nextStart(parts, from, to);
  }
  return windows;
}

function nextStart(parts: readonly { readonly words: number }[], from: number, to: number): number {
  let words = 0;
  let next = from;
  while (next < to && words < strideWords) {
    words += parts[next]?.words ?? 0;
    next += 1;
  }
  return next;
}

function countWords(text: string): number {
  let words = 0;
  let inside = false;
  for (let index = 0; index < text.length; index += 1) {
    const space = text.charCodeAt(index) <= 32;
    if (!space && !inside) words += 1;
    inside = !space;
  }
  return words;
}
