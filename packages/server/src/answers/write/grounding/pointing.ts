/**
 * What does not name its thing (`It is free`) is heard as said of what was told before it, or of what was asked for:
 * there it has to stand in the passages too.
 */
import { longPattern } from '../../../kernel/long-pattern.ts';
import type { Basis } from './basis.ts';
import { statementsOf } from './tidy-sentence.ts';
import { marksOf } from './values.ts';

interface Pointing {
  /** Whether a sentence points to another thing than the one that was told last. */
  readonly isAstray: (sentence: string) => boolean;
  /** To be called with each sentence that is told. */
  readonly follow: (sentence: string) => void;
}

export function createPointing({ passages, language }: Basis): Pointing {
  const sentences = passages.flatMap(({ text }) => statementsOf(text));
  const places = sentences.map((sentence) => new Set(marksOf(sentence, language)));
  const [only, another] = passages;
  // The answer to one question may begin with `It`: what it is was asked.
  let last = only?.kind === 'faq' && another === undefined ? undefined : -1;

  /** The approved sentences that share the most with this one. */
  const placesOf = (sentence: string): readonly number[] => {
    const marks = marksOf(sentence, language);
    const shared = places.map((place) => marks.filter((mark) => place.has(mark)).length);
    const most = Math.max(...shared);
    return most === 0 ? [] : shared.flatMap((count, place) => (count === most ? [place] : []));
  };

  return {
    isAstray: (sentence) => {
      if (last === undefined || !pointing.test(sentence)) return false;
      const from = last;
      const found = placesOf(sentence);
      return found.length > 0 && !found.some((place) => place === from || place === from + 1);
    },
    follow: (sentence) => {
      const found = placesOf(sentence);
      const from = last ?? -1;
      last = found.find((place) => place >= from) ?? found[0] ?? last;
    },
  };
}

const pointing = longPattern(
  'i',
)`^(?:it|its|they|their|this|that|these|those|he|she|his|her|both|hii|hiyo
  |hizi|hizo|hicho|hilo|huyo|hao|yeye|wao)(?:['’]|\b)`;
