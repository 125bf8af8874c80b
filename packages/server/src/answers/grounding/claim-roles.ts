/**
 * Whether who does something and who it is done to have changed places:
 * `The school writes to the matron` is not `The matron writes to the school`.
 */
import type { Language } from '@baraza/contract';
import type { Mark, Sameness } from './claim-marks.ts';
import type { Part } from './claim-parts.ts';
import { conjunctions, isSwahiliVerb } from './claim-words.ts';

/** Of the parts of an approved sentence and of what is said to tell it. */
export function swapsRoles(
  told: readonly Part[],
  said: readonly Part[],
  language: Language,
  isSame: Sameness,
): boolean {
  const has = (marks: readonly Mark[], one: Mark) => marks.some((mark) => isSame(one, mark));
  const stretches = groupsOf(said).map(marksOf);
  return groupsOf(told).some((group) => {
    if (group[0]?.isDependent || group.some(hasCopula)) return false;
    const marks = marksOf(group);
    return marks.some((pivot, at) => {
      const doer = marks[at - 1];
      if (!isDeed(pivot, language) || doer === undefined || doer.value !== undefined) return false;
      return stretches.some((all) => {
        const place = all.findIndex((mark) => isSame(pivot, mark));
        if (place < 0 || isPassive(all[place])) return false;
        const before = all.slice(0, place);
        if (has(before, doer) || !has(all.slice(place + 1), doer)) return false;
        // Somebody else does it now: one that it was done to, or `we` and `you`.
        return (
          (all[place]?.by !== '' && pivot.by === '') ||
          before.some((other) => has(marks.slice(at + 1), other) && !has(marks.slice(0, at), other))
        );
      });
    });
  });
}

/** The statements of a sentence that could stand alone. */
export function groupsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const open = groups.at(-1);
    const hasClause = open?.some(({ isClause }) => isClause);
    const isOwn = part.isClause && !part.opensBound && (hasClause || beginsAnew(part));
    if (open === undefined || part.isFresh || isOwn) groups.push([part]);
    else open.push(part);
  }
  return groups;
}

/** `…, and we cook lunch here`: who does it is said again. */
function beginsAnew({ words }: Part): boolean {
  const [conjunction = '', subject = ''] = words;
  return conjunctions.has(conjunction) && subjects.has(subject);
}

const subjects = new Set('we you they it he she there'.split(' '));

function marksOf(parts: readonly Part[]): readonly Mark[] {
  return parts.flatMap(({ marks }) => marks);
}

/** What `we` do is known by its form; what is done to a thing has no doer. */
function isDeed(mark: Mark, language: Language): boolean {
  if (language === 'sw' ? !isSwahiliVerb(mark.word) : mark.by === '' && !/[^s]s$/.test(mark.word))
    return false;
  return mark.value === undefined && !mark.isName && mark.by !== 'us' && !isPassive(mark);
}

// `Tinted glass is not cut`: nobody is named who does it.
function hasCopula({ words }: Part): boolean {
  return ['is', 'are', 'was', 'were', 'be', 'been'].some((word) => words.has(word));
}

function isPassive(mark: Mark | undefined): boolean {
  return /(?:ed|wn|en|w[aei])$/.test(mark?.word ?? '');
}
