/**
 * Cuts approved information into passages that can be found and quoted: a title stays with each of
 * its parts, a list with its lead-in.
 */
import type { Language } from '@baraza/contract';
import { atOnce } from '../../kernel/steps.ts';
import type { Entry, Passage } from '../knowledge.ts';
import { cuttingSentences } from '../text/sentences.ts';

// As `training/reader/views.py` cuts: what the reader learnt to read is what it is given.
const windowCharsMax = 300;
// A text a little longer than a window stays whole: two passages that are nearly the same only compete.
const wholeCharsMax = 420;
const pieceCharsMax = 420;

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

function* cuttingWindows(text: string): Generator<undefined, string[]> {
  const whole = text.trim();
  if (whole.length <= wholeCharsMax) return [whole];
  const parts: string[] = [];
  for (const [at, long] of (yield* cuttingSentences(whole)).entries()) {
    if (at % sentencesInStep === 0) yield;
    for (const sentence of piecesOf(long)) {
      parts.push(sentence);
      if (parts.length % sentencesInStep === 0) yield;
    }
  }
  const windows: string[] = [];
  for (let from = 0; ; ) {
    if (windows.length % sentencesInStep === 0) yield;
    let to = from + 1;
    let chars = (parts[from]?.length ?? 0) + 1;
    for (; to < parts.length; to += 1) {
      chars += (parts[to]?.length ?? 0) + 1;
      if (chars > windowCharsMax) break;
    }
    windows.push(parts.slice(from, to).reduce(joined));
    if (to >= parts.length) return windows;
    // The sentence before is often what the next one speaks of; a window of one sentence has none to share.
    from = to - from > 1 ? to - 1 : to;
  }
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
