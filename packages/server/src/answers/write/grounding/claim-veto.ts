/**
 * What no reader is asked about: a number, amount, time, day, date, address or name that the approved passages do
 * not have, and a turn of their meaning that words show.
 */

import { lexicon } from '../../text/lexicon.ts';
import { wordsOf } from '../../text/text.ts';
import type { ApprovedText } from './approved-text.ts';
import type { Basis } from './basis.ts';
import { createTurns, type Turn } from './claim-turns.ts';
import { createWordCheck } from './claim-words.ts';
import { createToldValues } from './told-values.ts';
import { valueKind, valuesOf } from './values.ts';

export type Veto = 'value' | 'name' | 'elsewhere' | Turn;

/** The reason for which a sentence may not be said, whatever a reader says of it. */
export function createVeto(
  { names, language, asked = '' }: Basis,
  { texts, isForeign }: ApprovedText,
): (sentence: string) => Veto | undefined {
  const hasValues = createToldValues(texts, asked);
  const marks = new Set(texts.flatMap(marksIn));
  const ownNames = names.filter(isName);
  const { hasNames, isElsewhere } = createWordCheck(texts, language);
  // Words of two languages cannot be laid beside each other: whose value it is can only be told where there is one.
  const turnOf = isForeign ? createExchanges(texts) : createTurns(texts, language);
  return (sentence) => {
    const named = ownNames.reduce((left, name) => left.replaceAll(name, ' '), sentence);
    const { values, rest } = valuesOf(named);
    if (!hasValues(named, values)) return 'value';
    if (marksIn(named).some((mark) => !marks.has(mark))) return 'value';
    const wordsAlone = withBlanks(named, rest);
    if (!hasNames(wordsAlone)) return 'name';
    if (isElsewhere(wordsAlone)) return 'elsewhere';
    return turnOf(named);
  };
}

function createExchanges(texts: readonly string[]): (sentence: string) => Turn | undefined {
  const told = Map.groupBy(
    texts.flatMap((text) => valuesOf(text).values),
    valueKind,
  );
  return (sentence) => {
    const isOneOfMany = valuesOf(sentence).values.some((value) => {
      const rivals = told.get(valueKind(value)) ?? [];
      return new Set(rivals.map(({ key }) => key)).size > 1;
    });
    return isOneOfMany ? 'exchange' : undefined;
  };
}

/** Signs before numbers, and addresses that are spelled out: `at evil dot example`. */
function marksIn(text: string): readonly string[] {
  return text.toLowerCase().match(marked) ?? [];
}

const marked =
  /(?<![\p{L}\p{N}]|\p{N} )[-−–+]\d+|(?<=\p{L} ?\(?)\b(?:dot|nukta)\b|\(at\)|\bhxxps?/gu;

/** The text without its values, in its own capitals. */
function withBlanks(text: string, rest: string): string {
  return text.replace(/\S/g, (letter, at: number) => (rest.charAt(at) === ' ' ? ' ' : letter));
}

// A name that is a word as well (`Free`) would let that word pass.
function isName(name: string): boolean {
  const words = wordsOf(name);
  const [first = ''] = words;
  if (words.length !== 1) return words.length > 1;
  return (['sw', 'en'] as const).every((from) => lexicon().translations(first, from).length === 0);
}
