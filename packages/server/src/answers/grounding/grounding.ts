/**
 * Holds what a model writes against the approved passages it was given: a sentence that says more
 * than they do, or something else, does not pass.
 */

import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';
import { isInstruction } from '../instructions.ts';
import { languageOf } from '../language.ts';
import { wordsOf } from '../text.ts';
import type { Basis } from './basis.ts';
import { type Fragment, fragmentsOf } from './claim-fragments.ts';
import type { Mark } from './claim-marks.ts';
import { type Part, partsOf } from './claim-parts.ts';
import { groupsOf } from './claim-roles.ts';
import { isManners } from './claim-words.ts';
import { createEvidence, type Evidence } from './evidence-scopes.ts';
import { tidySentence, verdictOpener } from './tidy-sentence.ts';

type Checked =
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
  let before: Before = {
    places: new Set(only?.kind === 'faq' && !another ? [-1] : []),
    marks: [],
  };
  return {
    check: (written) => {
      const { checked, told } = check(basis, evidence, written, before);
      if (checked.kind === 'said') before = told;
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
const sentenceCharsMax = 400;

interface Look {
  readonly checked: Checked;
  readonly told: Before;
}

/** What a sentence can lean on: the one that was told before it. */
interface Before {
  /** Which approved sentences it tells. */
  readonly places: ReadonlySet<number>;
  readonly marks: readonly Mark[];
}

function check(basis: Basis, evidence: Evidence, written: string, before: Before): Look {
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
  if (copied >= 0) {
    const marks = evidence.scopes[copied]?.parts.flatMap((part) => part.marks) ?? [];
    return { checked: { kind: 'said', text }, told: { places: new Set([copied]), marks } };
  }
  if (/\?["'”’)]*$/.test(statement)) return drift('question');
  const parts = partsOf(evidence.withoutNames(statement.replace(listMark, '')), basis.language);
  const fragments = fragmentsOf(parts);
  if (fragments.length === 0) return nothing;
  if (fragments.some(evidence.contradicts)) return drift('statement');
  const places = placesTold(evidence, statement, parts, fragments, before);
  if (places === undefined) return drift('statement');
  const marks = parts.flatMap((part) => part.marks);
  return { checked: { kind: 'said', text }, told: { places, marks } };
}

const none: Before = { places: new Set(), marks: [] };
const nothing: Look = { checked: { kind: 'empty' }, told: none };

function drift(why: Drift): Look {
  return { checked: { kind: 'drift', why }, told: none };
}

const listMark = /^\s*(?:[-*•·–]|\d{1,2}[.)])\s+/;
const pointing = longPattern('i')`^(?:it|its|they|their|this|that|these|those|he|she|his|her|both
  |each|hii|hiyo|hizi|hizo|hicho|hilo|huyo|hao|yeye|wao)\b`;

/** The approved sentences that a sentence tells: all of it one of them anew, or each of its statements some of them. */
function placesTold(
  evidence: Evidence,
  statement: string,
  parts: readonly Part[],
  fragments: readonly Fragment[],
  { places: last, marks: earlier }: Before,
): ReadonlySet<number> | undefined {
  const isVague = pointing.test(statement) || wordMarks(parts) < 2;
  const whole = placesRetold(evidence, parts, isVague ? last : undefined, earlier);
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
      earlier,
    );
    if (retold.length > 0) {
      before = retold;
      for (const place of retold) told.add(place);
      continue;
    }
    for (const fragment of own) {
      const all = placesOf(evidence, fragment, parts, isVague ? last : undefined, earlier);
      // What goes on about a thing has to be told where that thing is.
      const there = fragment.goesOn ? all.filter((place) => isThere(fragment, place, before)) : all;
      const places = there.length > 0 ? there : placesAdded(evidence, parts[fragment.part], before);
      if (places.length === 0) return undefined;
      if (fragment.marks.length > 0) before = places;
      for (const place of places) told.add(place);
    }
  }
  return told;
}

/** In the sentence that told of it, or with an amount of its own in the one beside it. */
function isThere({ marks }: Fragment, place: number, before: readonly number[]): boolean {
  if (before.includes(place)) return true;
  const isBeside = before.includes(place - 1) || before.includes(place + 1);
  return isBeside && marks.some(({ value }) => value !== undefined);
}

/** `Call us and ask for Wambui`, where the second is an approved sentence of its own, right after the first. */
function placesAdded(
  evidence: Evidence,
  part: Part | undefined,
  before: readonly number[],
): readonly number[] {
  if (part === undefined || part.isDependent || part.marks.length < 2) return [];
  return placesRetold(evidence, [part], undefined, []).filter((place) => {
    const all = evidence.scopes[place]?.parts.flatMap(({ marks }) => marks) ?? [];
    return before.includes(place - 1) && all.length <= part.marks.length;
  });
}

function placesRetold(
  evidence: Evidence,
  parts: readonly Part[],
  after: ReadonlySet<number> | undefined,
  earlier: readonly Mark[],
): readonly number[] {
  return evidence.scopes.flatMap((scope, place) => {
    const follows = after === undefined || isAbout(evidence, place, after);
    return follows && evidence.retells(parts, scope, earlier) ? [place] : [];
  });
}

/** Whether `it` can be what a place tells of: what was told there or right before, or at first what was asked for. */
function isAbout(evidence: Evidence, place: number, after: ReadonlySet<number>): boolean {
  if (after.has(place) || after.has(place - 1)) return true;
  const { title = [], parts = [] } = evidence.scopes[place] ?? {};
  const subject = parts[0]?.marks[0];
  return (
    after.has(-1) &&
    subject !== undefined &&
    subject.value === undefined &&
    title.some((mark) => evidence.isSame(subject, mark))
  );
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
  earlier: readonly Mark[],
): readonly number[] {
  return evidence.scopes.flatMap((scope, place) => {
    const follows = vagueAfter === undefined || isAbout(evidence, place, vagueAfter);
    const fits = scope.parts.some(
      (part, home) =>
        evidence.fits(fragment, sentence, scope, home, earlier) &&
        (follows || evidence.tellsMost(part, sentence)),
    );
    return fits ? [place] : [];
  });
}

/**
 * A yes or no is the engine's to give: the same one stays, one that it did not give is left out,
 * its opposite is a drift.
 */
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
