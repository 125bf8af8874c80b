/**
 * The tables of this folder, read once. A line is a kind: words that mean all of it, a colon, then its things
 * parted by `|`. Wordings of one thing mean the same; things of one kind are not one another. `~` stands before
 * a wording that may mean the thing and may mean something else, `=` before one that visitors say without
 * asking for it. A line of one thing only tells its names. One that begins with spaces goes on with the line before.
 */
import { wordsOf } from '../text.ts';
import { animals } from './animals.ts';
import { farming } from './farming.ts';
import { food } from './food.ts';
import { health } from './health.ts';
import { household } from './household.ts';
import { learning } from './learning.ts';
import { money } from './money.ts';
import { neutralPhrases } from './neutral.ts';
import { papers } from './papers.ts';
import { people } from './people.ts';
import { services } from './services.ts';
import { technology } from './technology.ts';
import { time } from './time.ts';
import { travel } from './travel.ts';

export interface Kind {
  /** Whether its things follow one another, so that two of them may stand for what lies between. */
  readonly isOrdered: boolean;
}

export interface Mention {
  readonly kind: Kind;
  /** Which of the kind, or all of it. */
  readonly thing: number;
  /**
   * Whether the wording may ask for the thing and speak against others, only the latter, or only
   * show that the thing is there.
   */
  readonly use: 'any' | 'unasked' | 'told';
}

export const wholeKind = -1;

/** The things that a text names, in its order; of wordings that begin with the same word, the longest. */
export function mentionsIn(text: string): readonly Mention[] {
  const table = openTable();
  const words = wordsOf(text);
  const keys = words.map(keyOf);
  const mentions: Mention[] = [];
  for (let at = 0; at < keys.length; ) {
    const here = wordingAt(table, keys, at) ?? formOf(table, words[at] ?? '');
    if (here) mentions.push(...here.means);
    at += here?.keys.length ?? 1;
  }
  return mentions;
}

function wordingAt({ byFirst }: Table, keys: readonly string[], at: number): Wording | undefined {
  return byFirst
    .get(keys[at] ?? '')
    ?.find((wording) => wording.keys.every((key, index) => keys[at + index] === key));
}

/** The single word of which this may be a form; a form that is a word of its own was found before. */
function formOf(table: Table, word: string): Wording | undefined {
  for (const [pattern, base] of forms) {
    if (!pattern.test(word)) continue;
    const found = wordingAt(table, [word.replace(pattern, base)], 0);
    if (found) return found;
  }
  return undefined;
}

// Several of a thing, persons, its place, and what English makes of a verb.
const forms: readonly (readonly [RegExp, string])[] = [
  [/^ma(?=.{3})/, ''],
  [/^vi(?=.{2})/, 'ki'],
  [/^(?:mi|wa)(?=[^aeiou].)/, 'm'],
  [/(?<=.{3})ni$/, ''],
  [/(?<=.{3})(?:ing|ed)$/, ''],
  [/(?<=.{3})(?:ing|ed)$/, 'e'],
];

/** All single words for a thing, in both languages, where the word means that thing. */
export function namesOf(word: string): readonly string[] {
  return openTable().names.get(keyOf(word)) ?? [];
}

/** Wordings that ask for two things of one kind at once: a fault of a table. */
export function kindsWithTwoReadings(): readonly string[] {
  return [...openTable().byFirst.values()].flat().flatMap(({ keys, means }) => {
    const asking = means.filter(({ use, thing }) => use !== 'told' && thing !== wholeKind);
    const isDouble = asking.some((one) =>
      asking.some((other) => other.kind === one.kind && other.thing !== one.thing),
    );
    return isDouble ? [keys.join(' ')] : [];
  });
}

interface Wording {
  readonly keys: readonly string[];
  readonly means: Mention[];
}

interface Table {
  /** By their first word, the longest first. */
  readonly byFirst: ReadonlyMap<string, readonly Wording[]>;
  readonly names: ReadonlyMap<string, readonly string[]>;
}

let opened: Table | undefined;

function openTable(): Table {
  opened ??= readTable();
  return opened;
}

function readTable(): Table {
  const wordings = new Map<string, Wording>();
  const names = new Map<string, readonly string[]>();
  const add = (phrase: string, mention?: Mention) => {
    const keys = keysOf(phrase);
    const name = keys.join(' ');
    let wording = wordings.get(name);
    if (wording === undefined) {
      wording = { keys, means: [] };
      wordings.set(name, wording);
    }
    if (mention) wording.means.push(mention);
  };
  for (const phrase of linesOf(neutralPhrases)) add(phrase);
  for (const line of everyKind()) {
    const [general = '', things = ''] = line.split(':');
    const kind = { isOrdered: ordered.test(things) };
    for (const phrase of partsOf(general, ','))
      add(phrase, { kind, thing: wholeKind, use: 'told' });
    partsOf(things, '|').forEach((told, thing) => {
      const phrases = partsOf(told, ',');
      const single = phrases.filter((phrase) => /^[a-z']+$/.test(phrase));
      for (const name of single) {
        const [key = ''] = keysOf(name);
        const known = names.get(key);
        names.set(key, known ? [...known, ...single] : single);
      }
      for (const phrase of phrases) add(phrase, { kind, thing, use: useOf(phrase) });
    });
  }
  const longestFirst = [...wordings.values()].toSorted(
    (one, other) => other.keys.length - one.keys.length,
  );
  return { byFirst: Map.groupBy(longestFirst, ({ keys }) => keys[0] ?? ''), names };
}

const ordered = /\b(?:monday|january|morning)\b/;

function everyKind(): readonly string[] {
  return [
    animals,
    farming,
    food,
    health,
    household,
    learning,
    money,
    papers,
    people,
    services,
    technology,
    time,
    travel,
  ].flatMap(linesOf);
}

function linesOf(table: string): readonly string[] {
  return partsOf(table.replaceAll(/\n +/g, ' '), '\n');
}

function partsOf(text: string, mark: string): readonly string[] {
  return text
    .split(mark)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** As the words of any text, only sooner: the tables are plain. */
function keysOf(phrase: string): readonly string[] {
  return phrase
    .replace(/^[~=]|'s\b|'/g, '')
    .split(' ')
    .map(keyOf);
}

function useOf(phrase: string): Mention['use'] {
  if (phrase.startsWith('~')) return 'told';
  return phrase.startsWith('=') ? 'unasked' : 'any';
}

// Only what makes several of one in English goes: more, and care is a car.
function keyOf(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|x|ch|sh)es$/, '')
    .replace(/s$/, '');
}
