/** Approved passages as statements, and whether what was written is one of them. */

import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';
import { lexicon } from '../lexicon.ts';
import { wordsOf } from '../text.ts';
import type { Basis, BasisPassage, Scope } from './basis.ts';
import { fits } from './claim-fit.ts';
import type { Fragment } from './claim-fragments.ts';
import type { Mark, Sameness } from './claim-marks.ts';
import { type Part, partsOf } from './claim-parts.ts';
import { retells } from './claim-retelling.ts';
import { rootOf } from './claim-roots.ts';
import { allowsValue } from './claim-values.ts';
import { tellsWhole } from './claim-whole.ts';
import { isActiveOfThird, isPersonalPassive, isSwahiliVerb } from './claim-words.ts';
import { statementsOf, verdictOpener } from './tidy-sentence.ts';

export interface Evidence {
  /** Whether some of it is in another language than the answer. */
  readonly isForeign: boolean;
  readonly scopes: readonly Scope[];
  /** Every character of the passages. */
  readonly characters: ReadonlySet<string>;
  /** A text without the names that may be said anyhow. */
  readonly withoutNames: (text: string) => string;
  readonly isSame: (told: Mark, said: Mark) => boolean;
  /** Which of the scopes is this very sentence; below 0 where none is. */
  readonly placeOf: (sentence: string) => number;
  /** Whether a sentence has more than half of the words of a part, and the first of them. */
  readonly tellsMost: (part: Part, sentence: readonly Part[]) => boolean;
  /** Whether all of a statement is said in one breath, but the other way round. */
  readonly contradicts: (fragment: Fragment) => boolean;
  /** Whether a statement is the one of this part of an approved sentence, with what may be added to it from around. */
  readonly fits: (
    fragment: Fragment,
    sentence: readonly Part[],
    scope: Scope,
    home: number,
    earlier: readonly Mark[],
  ) => boolean;
  /** Whether a statement is an approved sentence said again. */
  readonly retells: (said: readonly Part[], scope: Scope, earlier: readonly Mark[]) => boolean;
}

export function createEvidence(basis: Basis): Evidence {
  const { language } = basis;
  const names = basis.names.filter(isName);
  const isForeign = basis.passages.some((passage) => passage.language !== language);
  const isSame = createSameness(language, isForeign);
  const scopes = basis.passages.flatMap(scopesOf);
  const parts = scopes.flatMap((scope) => scope.parts);
  return {
    scopes,
    isForeign,
    contradicts: ({ marks, isDenied }) => {
      const whole = parts.filter((part) =>
        marks.every((mark) => part.marks.some((told) => isSame(told, mark))),
      );
      return whole.length > 0 && whole.every((part) => part.isDenied !== isDenied);
    },
    characters: new Set(basis.passages.flatMap(({ title, text }) => [...title, ...text])),
    withoutNames: (text) => names.reduce((left, name) => left.replaceAll(name, ' '), text),
    isSame,
    placeOf: (sentence) => {
      const plain = plainly(sentence);
      return scopes.findIndex((scope) => scope.language === language && scope.sentence === plain);
    },
    tellsMost: (part, sentence) => {
      const words = part.marks.filter(({ value }) => value === undefined);
      const said = sentence.flatMap(({ marks }) => marks);
      const kept = words.filter((told) => said.some((mark) => isSame(told, mark)));
      return kept[0] === words[0] && kept.length > words.length / 2;
    },
    fits: (fragment, sentence, scope, home, earlier) =>
      fits(fragment, sentence, scope, home, language, isSame, earlier),
    retells: (said, scope, earlier) =>
      retells(said, scope, isSame, earlier) || tellsWhole(said, scope, language, isSame, earlier),
  };
}

// A name that is a word as well (`Free`) would let that word pass.
function isName(name: string): boolean {
  const words = wordsOf(name);
  const [first = ''] = words;
  if (words.length !== 1) return words.length > 1;
  return (['sw', 'en'] as const).every((from) => lexicon().translations(first, from).length === 0);
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

function createSameness(language: Language, isForeign: boolean): Sameness {
  const translated = new Map<string, ReadonlySet<string>>();
  const other = language === 'sw' ? 'en' : 'sw';
  const rootsOf = (word: string): ReadonlySet<string> => {
    const known = translated.get(word);
    if (known !== undefined) return known;
    const found = new Set(
      lexicon()
        .translations(word, language)
        .filter(({ score }) => score >= translationScore)
        .map((translation) => rootOf(translation.word, other)),
    );
    translated.set(word, found);
    return found;
  };
  const roots = new Map<string, string>();
  const toldRoot = (word: string): string => {
    const root = roots.get(word) ?? rootOf(word, other);
    roots.set(word, root);
    return root;
  };
  return (told, said) => {
    if (said.value !== undefined || told.value !== undefined)
      return (
        said.value !== undefined && told.value !== undefined && allowsValue(told.value, said.value)
      );
    if (isBought(told, said)) return true;
    if (told.by !== '' && said.by !== '' && told.by !== said.by) return false;
    if (told.word === said.word) return true;
    if (said.isName || (isPersonalPassive(said.word) && !/w[aei]$/.test(told.word))) return false;
    if (isIncluded(told, said)) return true;
    if (isActiveOfThird(said.word) && isSwahiliVerb(told.word) && /[^aeou]w[aei]$/.test(told.word))
      return false;
    if (said.roots.some((root) => root.length > 2 && told.roots.includes(root))) return true;
    return isForeign && rootsOf(said.word).has(toldRoot(told.word));
  };
}

/** What we sell is what you can buy, and what we hire out is what you can hire. */
function isBought(told: Mark, said: Mark): boolean {
  if (said.by !== 'others' || told.by === 'others') return false;
  return (
    (said.roots.includes('=buy') && told.roots.includes('=sell')) ||
    (said.roots.includes('=rent') && told.roots.includes('=rent'))
  );
}

/** What is included and what includes it are told by one verb. */
function isIncluded(told: Mark, said: Mark): boolean {
  return said.roots.includes('=jumuisha') && told.roots.includes('=jumuisha');
}

const translationScore = 0.1;

function scopesOf(passage: BasisPassage): readonly Scope[] {
  const { text, language } = passage;
  const title = titleParts(passage);
  const isDenied = title.some((part) => part.isDenied);
  const about = isDenied ? [] : title.flatMap(({ marks }) => marks);
  const sentences = statementsOf(text);
  const everywhere = sentences.map((sentence) => new Set(wordsOf(sentence)));
  const contextBounds = new Set(title.flatMap(({ bounds }) => [...bounds]));
  const titleMarks = partsOf(passage.title, language).flatMap(({ marks }) => marks);
  let before: readonly Mark[] = [];
  const scopes = sentences.map((sentence, place): Scope => {
    const parts = partsOf(sentence.replace(verdictOpener, ''), language).filter(
      ({ marks, bounds }) => marks.length + bounds.size > 0,
    );
    const leans = leansBack.test(sentence) || /^\p{Ll}/u.test(sentence);
    const around = leans ? before : [];
    // What another sentence of the text says expressly is not meant by those that do not.
    const context = about.filter(
      ({ word }) => leans || !everywhere.some((words, other) => other !== place && words.has(word)),
    );
    before = parts[0]?.marks ?? [];
    const plain = plainly(sentence.replace(verdictOpener, ''));
    return {
      sentence: plain,
      language,
      parts,
      context: [...context, ...around],
      contextBounds,
      title: titleMarks,
    };
  });
  // What a question presupposes is no statement by itself.
  const isAsked = passage.kind === 'faq' && openQuestion.test(passage.title);
  return title.length === 0 || isAsked
    ? scopes
    : [
        ...scopes,
        { sentence: '', language, parts: title, context: [], contextBounds, title: titleMarks },
      ];
}

const leansBack = longPattern('i')`^(?:it|its|they|their|them|this|that|these|those|he|she|his
  |her|both|later|hiyo|hizo|hii|hizi|hicho|huyo|hao|zinatumika|inatumika|kutoka hapo|chini ya hapo|below that)\b`;

/** A title says what its text is about. A question that is answered by yes or no states nothing until it is. */
function titleParts({ kind, title, text, language }: BasisPassage): readonly Part[] {
  if (title === '') return [];
  // Who asks says `you` where the answer says `we`.
  const parts = partsOf(title, language).map((part) =>
    kind === 'faq'
      ? { ...part, marks: part.marks.map((mark) => ({ ...mark, by: '' as const })) }
      : part,
  );
  if (kind !== 'faq' || openQuestion.test(title)) return parts;
  if (/^(?:yes|ndiyo|ndio|naam)\b/i.test(text)) return parts;
  if (!/^(?:no|hapana|la)\b/i.test(text)) return [];
  return parts.map((part) => ({ ...part, isDenied: !part.isDenied }));
}

const openQuestion = longPattern('i')`\b(?:what|how|when|where|which|who|whom|whose|why|gani|nini
  |lini|wapi|ngapi|nani|vipi|ipi|zipi|yupi|upi|kiasi|kwa nini|je?nsi gani|ninawezaje|nifanyeje|ikoje|tufanyeje)\b`;
