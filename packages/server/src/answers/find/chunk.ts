/** Cuts entries into passages. Each passage keeps the title, and a list keeps its lead-in. */
import type { Language } from '@baraza/contract';
import { sentencesOf } from '../../kernel/language/sentences.ts';
import type { Entry, Passage } from '../knowledge.ts';

// As in `training/reader/views.py`: the reader gets passages of the size it was trained on.
const windowCharsMax = 300;
// A text a little longer than a window stays whole: two nearly equal passages would only compete.
const wholeCharsMax = 420;
const pieceCharsMax = 420;

export function passagesOf(entry: Entry, languageOf: (text: string) => Language): Passage[] {
  const title = [entry.title, ...entry.alternatives].filter((line) => line !== '').join('\n');
  const language =
    entry.language ?? languageOf(`${entry.title}\n${entry.text.slice(0, 600)}`.slice(0, 600));
  return windowsOf(entry.text).map((text) => ({ entry, title, text, language }));
}

function windowsOf(text: string): string[] {
  const whole = text.trim();
  if (whole.length <= wholeCharsMax) return [whole];
  const parts = sentencesOf(whole).flatMap(piecesOf);
  const windows: string[] = [];
  for (let from = 0; ; ) {
    let to = from + 1;
    let chars = (parts[from]?.length ?? 0) + 1;
    for (; to < parts.length; to += 1) {
      chars += (parts[to]?.length ?? 0) + 1;
      if (chars > windowCharsMax) break;
    }
    windows.push(parts.slice(from, to).reduce(joined));
    if (to >= parts.length) return windows;
    // Windows overlap by a sentence, since the next one often refers to it; not if the window has only one.
    from = to - from > 1 ? to - 1 : to;
  }
}

/** A heading keeps its own line; otherwise it would read as the beginning of the sentence below it. */
function joined(text: string, sentence: string): string {
  const last = text.slice(text.lastIndexOf('\n') + 1);
  return `${text}${isOwnLine(last) || isOwnLine(sentence) ? '\n' : ' '}${sentence}`;
}

function isOwnLine(sentence: string): boolean {
  return heading.test(sentence) || !endMark.test(sentence);
}

const heading = /^#{1,6}\s/;
// A line without one is a heading or an item.
const endMark = /[.!?…:;]["'”’)\]]*$/;

/** Splits an overlong sentence, as tables and menus have them, into pieces. */
function piecesOf(sentence: string): readonly string[] {
  if (sentence.length <= pieceCharsMax) return [sentence];
  const pieces: string[] = [];
  for (const [word] of sentence.matchAll(shortRun)) {
    const last = pieces.at(-1);
    if (last === undefined || last.length + 1 + word.length > pieceCharsMax) pieces.push(word);
    else pieces[pieces.length - 1] = `${last} ${word}`;
  }
  return pieces;
}

const shortRun = /\S{1,500}/g;
