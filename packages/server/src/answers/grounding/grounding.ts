/** Holds what a model writes against the approved passages it was given: a sentence that says more than they do, or something else, does not pass. */
import type { EntryKind, Language } from '../answers.ts';
import { isInstruction } from '../instructions.ts';
import { languageOf } from '../language.ts';
import { wordsOf } from '../text.ts';
import { type Fragment, fragmentsOf } from './claim-fragments.ts';
import { type Part, partsOf } from './claim-parts.ts';
import { groupsOf } from './claim-roles.ts';
import { isManners } from './claim-words.ts';
import { createEvidence, type Evidence } from './evidence-scopes.ts';
import { tidySentence, verdictOpener } from './tidy-sentence.ts';

/** What an answer may be made from. */
export interface Basis {
  readonly passages: readonly BasisPassage[];
  /** Of the answer. */
  readonly language: Language;
  /** The answer that the engine itself gives. */
  readonly builtIn: string;
  /** Names that may be said though no passage has them, such as the site's own. */
  readonly names: readonly string[];
}

export interface BasisPassage {
  readonly kind: EntryKind;
  /** A FAQ's question, or a title. */
  readonly title: string;
  readonly text: string;
  readonly language: Language;
}

export type Checked =
  /** May be said, as it stands here. */
  | { readonly kind: 'said'; readonly text: string }
  /** States nothing: manners, or an empty line. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'drift'; readonly why: Drift };

export type Drift =
  | 'characters'
  | 'markup'
  | 'length'
  | 'instruction'
  | 'question'
  | 'verdict'
  | 'language'
  | 'statement';

export interface Grounding {
  /** Sentences are to come in the order in which they are told: `it` points back to what was said last. */
  readonly check: (sentence: string) => Checked;
  /** The sentences of which a text tells less than this share. */
  readonly untold: (sentences: readonly string[], told: string, least: number) => readonly string[];
}

export function createGrounding(basis: Basis): Grounding {
  const evidence = createEvidence(basis);
  // An answer to one question may begin with `It is free`: what it is was asked.
  const [only, another] = basis.passages;
  let last: ReadonlySet<number> = new Set(only?.kind === 'faq' && !another ? [-1] : []);
  return {
    check: (written) => {
      const { checked, told } = check(basis, evidence, written, last);
      if (checked.kind === 'said') last = told;
      return checked;
    },
    untold: (sentences, told, least) => {
      // What stands in the other language cannot be laid beside it word by word.
      if (evidence.isForeign) return least > vagueShare ? sentences : [];
      const said = partsOf(told, basis.language).flatMap(({ marks }) => marks);
      return sentences.filter((sentence) => {
        const marks = partsOf(sentence.replace(verdictOpener, ''), basis.language).flatMap(
          (part) => part.marks,
        );
        const known = marks.filter((mark) => said.some((other) => evidence.isSame(other, mark)));
        return known.length < marks.length * least;
      });
    },
  };
}

/** Of a sentence's words: with fewer of them it was not told at all, with more it was told. */
export const vagueShare = 0.5;
export const toldShare = 0.8;
export const sentenceCharsMax = 400;

interface Look {
  readonly checked: Checked;
  /** Which approved sentences it tells. */
  readonly told: ReadonlySet<number>;
}

function check(basis: Basis, evidence: Evidence, written: string, last: ReadonlySet<number>): Look {
  if (written.length > sentenceCharsMax) return drift('length');
  const tidy = tidySentence(written, evidence.characters);
  if (typeof tidy !== 'string') return drift(tidy.why);
  const verdict = withoutVerdict(tidy, basis.builtIn);
  if (verdict === undefined) return drift('verdict');
  const { text, statement } = verdict;
  const words = wordsOf(statement);
  if (words.every(isManners)) return nothing;
  if (isInstruction(statement)) return drift('instruction');
  if (isOtherLanguage(statement, words.length, basis.language)) return drift('language');
  const copied = evidence.placeOf(statement);
  if (copied >= 0) return { checked: { kind: 'said', text }, told: new Set([copied]) };
  if (/\?["'”’)]*$/.test(statement)) return drift('question');
  const parts = partsOf(evidence.withoutNames(statement.replace(listMark, '')), basis.language);
  const fragments = fragmentsOf(parts);
  if (fragments.length === 0) return nothing;
  if (fragments.some(evidence.contradicts)) return drift('statement');
  const told = placesTold(evidence, statement, parts, fragments, last);
  if (told === undefined) return drift('statement');
  return { checked: { kind: 'said', text }, told };
}

const nothing: Look = { checked: { kind: 'empty' }, told: new Set() };

function drift(why: Drift): Look {
  return { checked: { kind: 'drift', why }, told: new Set() };
}

const listMark = /^\s*(?:[-*•·–]|\d{1,2}[.)])\s+/;
const pointing =
  /^(?:it|its|they|their|this|that|these|those|he|she|his|her|both|hii|hiyo|hizi|hizo|hicho|hilo|huyo|hao|yeye|wao)\b/i;

/** The approved sentences that a sentence tells: all of it one of them anew, or each of its statements some of them. */
function placesTold(
  evidence: Evidence,
  statement: string,
  parts: readonly Part[],
  fragments: readonly Fragment[],
  last: ReadonlySet<number>,
): ReadonlySet<number> | undefined {
  const isVague = pointing.test(statement) || wordMarks(parts) < 2;
  const whole = placesRetold(evidence, parts, isVague ? last : undefined);
  if (whole.length > 0) return new Set(whole);
  const told = new Set<number>();
  let before: readonly number[] = [];
  let from = 0;
  for (const group of groupsOf(parts)) {
    const own = fragments.filter(({ part }) => part >= from && part < from + group.length);
    from += group.length;
    if (own.length === 0) continue;
    const pointsBack = from > group.length ? told : isVague ? last : undefined;
    const retold = placesRetold(
      evidence,
      group,
      wordMarks(group) < 2 ? pointsBack : isVague ? last : undefined,
    );
    if (retold.length > 0) {
      before = retold;
      for (const place of retold) told.add(place);
      continue;
    }
    for (const fragment of own) {
      const all = placesOf(evidence, fragment, parts, isVague ? last : undefined);
      // What goes on about a thing has to be told where that thing is.
      const there = fragment.goesOn ? all.filter((place) => before.includes(place)) : all;
      const places = there.length > 0 ? there : placesAdded(evidence, parts[fragment.part], before);
      if (places.length === 0) return undefined;
      if (fragment.marks.length > 0) before = places;
      for (const place of places) told.add(place);
    }
  }
  return told;
}

/** `Call us and ask for Wambui`, where the second is an approved sentence of its own, right after the first. */
function placesAdded(
  evidence: Evidence,
  part: Part | undefined,
  before: readonly number[],
): readonly number[] {
  if (part === undefined || part.isDependent || part.marks.length < 2) return [];
  return placesRetold(evidence, [part], undefined).filter((place) => {
    const all = evidence.scopes[place]?.parts.flatMap(({ marks }) => marks) ?? [];
    return before.includes(place - 1) && all.length <= part.marks.length;
  });
}

function placesRetold(
  evidence: Evidence,
  parts: readonly Part[],
  after: ReadonlySet<number> | undefined,
): readonly number[] {
  return evidence.scopes.flatMap((scope, place) => {
    const follows = after === undefined || after.has(place) || after.has(place - 1);
    return follows && evidence.retells(parts, scope) ? [place] : [];
  });
}

function wordMarks(parts: readonly Part[]): number {
  return parts.flatMap(({ marks }) => marks).filter(({ value }) => value === undefined).length;
}

/**
 * The approved sentences that a statement stands in. What does not name its thing (`It is free`) has
 * to follow the sentence that did, or to repeat most of what is approved: else it would be heard as
 * said of whatever was asked for.
 */
function placesOf(
  evidence: Evidence,
  fragment: Fragment,
  sentence: readonly Part[],
  vagueAfter: ReadonlySet<number> | undefined,
): readonly number[] {
  return evidence.scopes.flatMap((scope, place) => {
    const follows = vagueAfter === undefined || vagueAfter.has(place) || vagueAfter.has(place - 1);
    const fits = scope.parts.some(
      (part, home) =>
        evidence.fits(fragment, sentence, scope, home) &&
        (follows || evidence.tellsMost(part, sentence)),
    );
    return fits ? [place] : [];
  });
}

/** A yes or no is the engine's to give: the same one stays, one that it did not give is left out, its opposite is a drift. */
function withoutVerdict(
  text: string,
  builtIn: string,
): { readonly text: string; readonly statement: string } | undefined {
  const opener = verdictOpener.exec(text);
  if (opener === null) return { text, statement: text };
  const statement = text.slice(opener[0].length);
  const given = verdictOpener.exec(builtIn);
  if (given === null) {
    const begun = statement.charAt(0).toUpperCase() + statement.slice(1);
    return { text: begun, statement: begun };
  }
  return isYes(given[0]) === isYes(opener[0]) ? { text, statement } : undefined;
}

function isYes(opener: string): boolean {
  return !/^(?:no|hapana|la)\b/i.test(opener);
}

// Two words tell no language, and what they state is held against the passages anyhow.
function isOtherLanguage(text: string, words: number, wanted: Language): boolean {
  if (words < 3) return false;
  const { language, confidence } = languageOf(text);
  return language !== wanted && confidence >= sureConfidence;
}

const sureConfidence = 0.8;
