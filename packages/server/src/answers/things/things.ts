/** Whether a passage speaks of another thing of the kind that was asked for. */
import { longPattern } from '../../kernel/long-pattern.ts';
import type { Passage } from '../knowledge.ts';
import { type Kind, type Mention, mentionsIn, wholeKind } from './wordings.ts';

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
      !isTold && beside.some((one) => one.kind === kind) && !(kind.isOrdered && spans(text, kind))
    );
  });
}

function isAsked({ use, thing }: Mention): boolean {
  return use === 'any' || thing === wholeKind;
}

function isOneOf({ thing }: Mention, things: readonly Mention[]): boolean {
  return thing === wholeKind || things.some((asked) => asked.thing === thing);
}

const asksForKind = longPattern('i')`\b(?:which|what|other|others|besides|any|gani|zipi|ipi|vipi
  |nyingine|yoyote|zozote|zote|how do i get|nitafikaje|nafikaje|ninafikaje|nikitoka|directions)\b`;
const saysAll = /\b(?:only|nothing else|no other|pekee|peke yake|tu)\b/i;

/** From Monday to Friday is also Wednesday; what is next to the church on Saturday is not. */
function spans(text: string, kind: Kind): boolean {
  const isNamed = (part: string) => mentionsIn(part).some((one) => one.kind === kind);
  return [...text.matchAll(spanMarks)].some(({ 0: mark, index }) => {
    const end = index + mark.length;
    const earlier =
      text
        .slice(Math.max(0, index - besideMax), index)
        .split(clauseEnd)
        .at(-1) ?? '';
    const [later = ''] = text.slice(end, end + besideMax).split(clauseEnd, 1);
    const before = earlier.split(' ').slice(-2).join(' ');
    const after = later.split(' ', 5).join(' ');
    if (!isNamed(before) && !isNamed(after)) return false;
    return isEnding.test(mark) || [before, after].every((side) => /\d/.test(side) || isNamed(side));
  });
}

const spanMarks =
  /\s*[-–—]\s*|\s(?:to|through|until|till|hadi|mpaka)\s|(?<=\b(?:between|kati ya)\s[^.;]{3,20})\s(?:and|na)\s/gi;
const isEnding = /until|till|hadi|mpaka/i;
const clauseEnd = /[.!?;]\s/;
// More letters than the few words beside it have.
const besideMax = 80;
