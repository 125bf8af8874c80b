/** Things and their names: what else a thing is called, and whether a passage speaks of another of its kind. */
import type { Passage } from '../chunk.ts';
import { type Mention, mentionsIn, namesOf, wholeKind } from './wordings.ts';

/**
 * Whether a passage names some other thing of the kind that was asked for, such as dogs where cats were meant,
 * and neither that one nor the whole kind. `near` is what would be said of it: what stands elsewhere in a long
 * text speaks against nothing.
 */
export function namesAnother(
  question: string,
  { title, text }: Pick<Passage, 'title' | 'text'>,
  near: () => string,
): boolean {
  const asked = Map.groupBy(mentionsIn(question).filter(isAsked), ({ kind }) => kind);
  // Who says that it is all answers for the rest too.
  if (asked.size === 0 || saysAll.test(text)) return false;
  const told = mentionsIn(`${title} . ${text}`);
  const beside = mentionsIn(`${title} . ${near()}`).filter(({ use }) => use !== 'told');
  return [...asked].some(([kind, things]) => {
    const isOfKind = things.some(({ thing }) => thing === wholeKind);
    if (things.every(({ thing }) => thing === wholeKind)) return false;
    if (isOfKind && asksForKind.test(question)) return false;
    const isTold = told.some((one) => one.kind === kind && isOneOf(one, things));
    return (
      !isTold && beside.some((one) => one.kind === kind) && !(kind.isOrdered && range.test(text))
    );
  });
}

/** Other single words for a thing, in both languages, where the word means that thing. */
export function sameThings(word: string): readonly string[] {
  return namesOf(word);
}

function isAsked({ use, thing }: Mention): boolean {
  return use === 'any' || thing === wholeKind;
}

function isOneOf({ thing }: Mention, things: readonly Mention[]): boolean {
  return thing === wholeKind || things.some((asked) => asked.thing === thing);
}

const asksForKind =
  /\b(?:which|what|other|others|besides|any|gani|zipi|ipi|vipi|nyingine|yoyote|zozote|zote)\b/i;
const saysAll = /\b(?:only|just|nothing else|no other|pekee|peke yake|tu)\b/i;

// From Monday to Friday is also Wednesday.
const range =
  /\p{L}\s*(?:-|–|—|\bto\b|\bthrough\b|\buntil\b|\btill\b|\bhadi\b|\bmpaka\b)\s*[\p{L}\d]/iu;
