/** The telling words of a text with what belongs to them: whether they are denied, and the values nearest to them. */
import type { Language } from '@baraza/contract';
import { longPattern } from '../../../kernel/long-pattern.ts';
import { isStopWord, stemOf, type Token, tokensOf } from '../../text/text.ts';
import { isLack, isNegator, isPlainNegator, isVagueNegator } from './negators.ts';
import { statementsOf } from './tidy-sentence.ts';
import { type Value, valueKind, valuesOf } from './values.ts';

export interface Item {
  /** Without its endings. */
  readonly word: string;
  /** Both where it cannot be told: `we do not take cash and cards`. */
  readonly denied: readonly boolean[];
  /** Of each kind the nearest one, with its range. */
  readonly values: readonly Value[];
}

export function itemsOf(text: string, language: Language): readonly Item[] {
  return statementsOf(text).flatMap((sentence) => sentenceItems(sentence, language));
}

function sentenceItems(sentence: string, language: Language): readonly Item[] {
  const { values, rest } = valuesOf(sentence);
  const tokens = tokensOf(rest);
  const clauseAt = createCuts(rest, tokens, joints);
  const breathAt = createCuts(rest, tokens, contrasts);
  const negators = tokens.filter(({ word }, index) => isNegator(word, tokens[index + 1]?.word));
  // `One` is mostly no count: `lita moja ni KSh 60`.
  const groups = groupsOf(
    values.filter(({ key, currency }) => key !== '1' || currency !== ''),
    sentence,
  );

  const deniedAt = (start: number): readonly boolean[] => {
    const near = negators.filter((one) => breathAt(one.start) === breathAt(start));
    if (near.length === 0) return [false];
    if (near.some(({ word }) => isVagueNegator(word))) return [true, false];
    const inClause = near.filter((one) => clauseAt(one.start) === clauseAt(start));
    if (inClause.some((one) => !isLack(one.word) || isRightAfter(one, start))) return [true];
    return inClause.length === near.length ? [false] : [true, false];
  };

  const distance = (group: readonly Value[], start: number): number => {
    const letters = Math.min(...group.map((value) => Math.abs(value.start - start)));
    const cuts = Math.min(
      ...group.map((value) => Math.abs(clauseAt(value.start) - clauseAt(start))),
    );
    return letters + cuts * lettersOfCut;
  };

  const kinds = Object.values(Object.groupBy(groups, ([first]) => (first ? valueKind(first) : '')));
  const nearest = (start: number) =>
    kinds.flatMap(
      (own = []) =>
        own.toSorted((one, other) => distance(one, start) - distance(other, start))[0] ?? [],
    );
  const telling = tokens.filter(
    ({ word }) => !isStopWord(word) && !joints.has(word) && !isPlainNegator(word),
  );
  // `We do not deliver on Sundays` denies the day.
  const days = values.filter(({ kind }) => kind === 'day');
  return [
    ...telling.map(({ word, start }) => ({
      word: rootOf(word, language),
      denied: deniedAt(start),
      values: nearest(start),
    })),
    ...days.map(({ key, start }) => ({ word: `#${key}`, denied: deniedAt(start), values: [] })),
  ];
}

/** What stands in another clause is as far away as this many letters. */
const lettersOfCut = 40;
const contrasts = words(
  'but while whereas though lakini ila bali if ikiwa kama unless because since',
);
const joints = new Set([...contrasts, ...words('and or na au wala pia')]);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** `Without an appointment` denies the appointment, not what is done without it. */
function isRightAfter({ start: from }: Token, start: number): boolean {
  return start > from && start - from < lackLetters;
}

const lackLetters = 30;

/** How many cuts stand before a place: at marks, and before words of a kind. */
function createCuts(
  text: string,
  tokens: readonly Token[],
  kind: ReadonlySet<string>,
): (at: number) => number {
  let end = 0;
  const cuts = tokens.flatMap(({ word, raw, start }) => {
    const between = text.slice(end, start);
    end = start + raw.length;
    return kind.has(word) || /[,;:()–—]/.test(between) ? [start] : [];
  });
  return (at) => cuts.filter((cut) => cut <= at).length;
}

/** `from 8 to 10` and `Mondays and Fridays` are one. */
function groupsOf(values: readonly Value[], text: string): readonly (readonly Value[])[] {
  const groups: Value[][] = [];
  for (const value of values) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (
      group !== undefined &&
      before !== undefined &&
      valueKind(before) === valueKind(value) &&
      range.test(text.slice(before.end, value.start).trim())
    )
      group.push(value);
    else groups.push([value]);
  }
  return groups;
}

const range = longPattern(
  'i',
)`^(?:[–,(-]|to|and|or|hadi|mpaka|until|na|au|through)?\s?(?:saa|the|kshs?\.?
  |tshs?\.?|kes|tzs|usd|dola|shilingi)?$`;

const denying = /^ha(?:tu|wa|zi|ki|vi|li|ku|i|u|m|ya)(?=[a-z]{3,}i$)/;

/** What the forms of a word share, denied ones too: `haipokei` and `tunapokea`. */
function rootOf(word: string, language: Language): string {
  if (language === 'en') return stemOf(word, 'en');
  const verb = denying.test(word) ? word.replace(denying, 'ku').replace(/i$/, 'a') : word;
  return stemOf(verb, 'sw').replace(/[aeiou]$/, '');
}
