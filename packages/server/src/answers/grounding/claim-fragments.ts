/** The statements of a sentence, each with what it inherits from those before it. */
import { type Mark, valueKind } from './claim-marks.ts';
import type { Part } from './claim-parts.ts';
import { type Bound, isPriceWord } from './claim-words.ts';

export interface Fragment {
  readonly marks: readonly Mark[];
  readonly isDenied: boolean;
  readonly bounds: ReadonlySet<Bound>;
  /** Goes on about what was named before it: `Dr Juma, the dentist, …`. */
  readonly goesOn: boolean;
  /** Which part of the sentence it is. */
  readonly part: number;
}

/** A part that states nothing is none. */
export function fragmentsOf(parts: readonly Part[]): readonly Fragment[] {
  const fragments: Fragment[] = [];
  let waiting: readonly Mark[] = [];
  let before: readonly Mark[] = [];
  let head: Mark | undefined;
  parts.forEach((part, index) => {
    if (part.isFresh) {
      waiting = [];
      before = [];
      head = undefined;
    }
    const { marks: own, isDenied, bounds } = part;
    if (own.length === 0) {
      if (bounds.size > 0)
        fragments.push({ marks: [], isDenied, bounds, goesOn: false, part: index });
      return;
    }
    const hasClauseBefore = before.length > 0;
    // `For a double room, you pay 6,500`: what comes first waits for its verb.
    if (
      !part.isClause &&
      !hasClauseBefore &&
      index < parts.length - 1 &&
      laterClause(parts, index)
    ) {
      waiting = [...waiting, ...own];
      // `For an ultrasound, do not eat`: what it waits for is denied of it.
      const verb = parts.find(({ isClause }, at) => at > index && isClause);
      const denied = part.isDependent ? (verb?.isDenied ?? isDenied) : isDenied;
      fragments.push({ marks: own, isDenied: denied, bounds, goesOn: false, part: index });
      return;
    }
    const earlier = [...waiting, ...before];
    const isParallel = !part.isClause && hasOwnAmount(own, earlier);
    const inherited = part.isClause ? waiting : inheritedBy(part, own, earlier, isParallel, head);
    const goesOn = !part.isClause && !isParallel && earlier.length > 0;
    waiting = [];
    const marks = [...inherited, ...own];
    head ??= marks.find(({ word }) => !isPriceWord(word));
    before = part.isClause ? marks : [...before, ...own];
    const shared = index === 0 ? sharedBy(parts) : [];
    fragments.push({ marks: [...marks, ...shared], isDenied, bounds, goesOn, part: index });
  });
  return fragments.filter(({ marks, bounds }) => marks.length > 0 || bounds.size > 0);
}

/** `Children and teachers enter free`: what is said of the last of them is said of the first. */
function sharedBy([first, next]: readonly Part[]): readonly Mark[] {
  if (first === undefined || next === undefined) return [];
  const isBare = (part: Part) => !part.isClause && !part.isDependent && !part.isFresh;
  const isThing = first.marks.length === 1 && first.marks.every((mark) => kindOf(mark) === '');
  return isThing && isBare(first) && isBare(next) && next.marks.length > 1 ? next.marks : [];
}

function laterClause(parts: readonly Part[], index: number): boolean {
  const next = parts.findIndex(({ isFresh }, at) => at > index && isFresh);
  return parts.slice(index + 1, next < 0 ? undefined : next).some(({ isClause }) => isClause);
}

/**
 * `…, for 500` is said of what was named before it; an amount, a day or a name of its own is not
 * shared with the other.
 */
function inheritedBy(
  { isDependent }: Part,
  own: readonly Mark[],
  before: readonly Mark[],
  isParallel: boolean,
  head: Mark | undefined,
): readonly Mark[] {
  const kinds = countedKinds(own);
  return before.filter((mark) => {
    const kind = countedKind(mark, before);
    if (kind !== '') return isDependent && !kinds.has(kind);
    return !isParallel && (isDependent || mark === head);
  });
}

/** `Lunch from 12:30 and dinner from 6:45`: with a thing and an amount of its own it is said of that. */
function hasOwnAmount(own: readonly Mark[], before: readonly Mark[]): boolean {
  const kinds = countedKinds(own);
  return (
    own.some((mark) => kindOf(mark) === '' && !isPriceWord(mark.word)) &&
    before.some((mark) => mark.value !== undefined && kinds.has(countedKind(mark, before)))
  );
}

function countedKinds(marks: readonly Mark[]): ReadonlySet<string> {
  return new Set(marks.map((mark) => countedKind(mark, marks)).filter((kind) => kind !== ''));
}

/** Numbers of different things are of different kinds: `Grade 1 to 3, at most 45 minutes`. */
function countedKind(mark: Mark, among: readonly Mark[]): string {
  const kind = kindOf(mark);
  if (kind !== 'number') return kind;
  const counted = among.find(
    ({ value, at }) => value === undefined && Math.abs(at - mark.at) === 1,
  );
  return `${kind} ${counted?.roots[0] ?? ''}`;
}

/** Of what there may be only one in a statement; '' for a plain word. */
export function kindOf({ value, isName }: Mark): string {
  return value === undefined ? (isName ? 'name' : '') : valueKind(value);
}
