/**
 * Cuts approved information into passages that can be found and quoted: a title stays with each of
 * its parts, a list with its lead-in.
 */
import type { Language } from '@baraza/contract';
import { atOnce } from '../kernel/steps.ts';
import type { Entry, Passage } from './knowledge.ts';
import { cuttingSentences } from './sentences.ts';

const windowWords = 110;
const strideWords = 80;
// A text a little longer than a window stays whole: two passages that are nearly the same only compete.
const wholeWords = 150;
const wholeCharsMax = 2_000;
const pieceCharsMax = 1_000;

export function passagesOf(entry: Entry, languageOf: (text: string) => Language): Passage[] {
  return atOnce(cuttingPassages(entry, languageOf));
}

/** The same in small steps, for an entry of any length. */
export function* cuttingPassages(
  entry: Entry,
  languageOf: (text: string) => Language,
): Generator<undefined, Passage[]> {
  const title = [entry.title, ...entry.alternatives].filter((line) => line !== '').join('\n');
  const language =
    entry.language ?? languageOf(`${entry.title}\n${entry.text.slice(0, 600)}`.slice(0, 600));
  const windows = yield* cuttingWindows(entry.text);
  return windows.map((text) => ({ entry, title, text, language }));
}

interface Part {
  readonly sentence: string;
  readonly words: number;
}

function* cuttingWindows(text: string): Generator<undefined, string[]> {
  const whole = text.trim();
  if (whole.length <= wholeCharsMax && countWords(whole) <= wholeWords) return [whole];
  const parts: Part[] = [];
  for (const [at, long] of (yield* cuttingSentences(whole)).entries()) {
    if (at % sentencesInStep === 0) yield;
    for (const sentence of piecesOf(long)) {
      parts.push({ sentence, words: sizeOf(sentence) });
      if (parts.length % sentencesInStep === 0) yield;
    }
  }
  const windows: string[] = [];
  let from = 0;
  while (from < parts.length) {
    yield;
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
        .reduce(joined),
    );
    if (to >= parts.length) break;
    from = nextStart(parts, from, to);
  }
  return windows;
}

/** A heading keeps its line: else it would read as the beginning of the sentence below it. */
function joined(text: string, sentence: string): string {
  const last = text.slice(text.lastIndexOf('\n') + 1);
  return `${text}${heading.test(last) || heading.test(sentence) ? '\n' : ' '}${sentence}`;
}

const heading = /^#{1,6}\s/;

/** A sentence that never ends, as tables and menus give it, in pieces that a question can be laid against. */
function* piecesOf(sentence: string): Generator<string, void> {
  if (sentence.length <= pieceCharsMax) {
    yield sentence;
    return;
  }
  let words: string[] = [];
  let chars = 0;
  for (const [found] of sentence.matchAll(shortRun)) {
    if (words.length > 0 && chars + found.length > pieceCharsMax) {
      yield words.join(' ');
      words = [];
      chars = 0;
    }
    words.push(found);
    chars += found.length + 1;
  }
  if (words.length > 0) yield words.join(' ');
}

const sentencesInStep = 64;
const shortRun = /\S{1,500}/g;

function nextStart(parts: readonly { readonly words: number }[], from: number, to: number): number {
  let words = 0;
  let next = from;
  while (next < to && words < strideWords) {
    words += parts[next]?.words ?? 0;
    next += 1;
  }
  return next;
}

/** In words; what has few spaces counts by its letters. */
function sizeOf(text: string): number {
  return Math.max(countWords(text), Math.floor(text.length / longWordChars));
}

const longWordChars = 12;

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
