/**
 * Whether the words of an approved sentence came to stand for something else: `only` beside another
 * thing, the ends of a relation exchanged, a way the other way round.
 */
import { customers } from './claim-drops.ts';
import type { Mark, Sameness } from './claim-marks.ts';
import type { Part } from './claim-parts.ts';
import { prepositions } from './claim-words.ts';

/** Of the parts that a statement is taken from, and of the sentence that it stands in. */
export function shifts(
  parts: readonly Part[],
  used: ReadonlySet<number>,
  sentence: readonly Part[],
  isSame: Sameness,
  earlier: readonly Mark[],
): boolean {
  const told = parts.filter((_, index) => used.has(index));
  return (
    movesOnly(parts, used, sentence, isSame) ||
    turnsAway(told, sentence, isSame) ||
    movesLimit(told, sentence, isSame) ||
    movesDoer(told, sentence, isSame) ||
    givesAway(told, sentence, isSame) ||
    told.some((part) => sentence.some((said) => swapsEnds(part, said, isSame))) ||
    told.some((part) => splitsRange(part, sentence, isSame)) ||
    leavesCause(parts, used, [...sentence.flatMap(({ marks }) => marks), ...earlier], isSame)
  );
}

/** `Pets are welcome on the terrace only` is not `only pets are welcome on the terrace`. */
function movesOnly(
  parts: readonly Part[],
  used: ReadonlySet<number>,
  sentence: readonly Part[],
  isSame: Sameness,
): boolean {
  const told = parts.flatMap(({ focus }, index) => {
    if (![index - 1, index, index + 1].some((beside) => used.has(beside))) return [];
    // `Toyota, Nissan and Mazda only`: said of all of the list.
    const list = focus.some(({ isJoined }) => isJoined) ? (parts[index - 1]?.marks ?? []) : [];
    return [...focus, ...list.filter(({ isName, value }) => isName || value)];
  });
  const said = sentence.flatMap(({ focus }) => focus);
  if (told.length === 0 || said.length === 0) return false;
  return !told.some((one) => said.some((mark) => isSame(one, mark)));
}

/** `About three hours and at most six guests` is not `at most three hours and about six guests`. */
function movesLimit(told: readonly Part[], sentence: readonly Part[], isSame: Sameness): boolean {
  const limits = (['more', 'less', 'before', 'after'] as const).filter((bound) =>
    told.some(({ bounds }) => bounds.has(bound)),
  );
  return limits.some((bound) =>
    sentence.some(({ bounds, marks }) => {
      if (!bounds.has(bound)) return false;
      const homes = told.filter((part) =>
        part.marks.some((one) => one.value && marks.some((mark) => isSame(one, mark))),
      );
      return homes.length > 0 && !homes.some((part) => part.bounds.has(bound));
    }),
  );
}

/** `Transport is paid by the buyer` is not `we pay the buyer for transport`. */
function movesDoer(told: readonly Part[], sentence: readonly Part[], isSame: Sameness): boolean {
  const doers = told.flatMap(({ marks }) =>
    marks.filter(({ after, value }) => after === 'by' && value === undefined),
  );
  return doers.some((doer) =>
    sentence.some(({ marks }) =>
      marks.some(
        (mark, at) => at > 0 && isSame(doer, mark) && !mark.isJoined && movers.has(mark.after),
      ),
    ),
  );
}

// Where one stands who is not the doer: `we pay the buyer`, `given to the instructors`.
const movers = new Set(
  'to for from we you they pay pays paid give gives given send sends sent deliver delivers replace ask asks'.split(
    ' ',
  ),
);

/** `Tuma picha`, that the visitor is asked for, is not done by somebody else: `daktari atatuma picha`. */
function givesAway(told: readonly Part[], sentence: readonly Part[], isSame: Sameness): boolean {
  const asked = told.flatMap(({ marks }) =>
    marks.filter(({ at, by, word }) => at === 0 && by === 'others' && !ofThird.test(word)),
  );
  const said = sentence.flatMap(({ marks }) => marks);
  if (said.some(({ word }) => customers.has(word))) return false;
  return asked.some((one) => said.some((mark) => ofThird.test(mark.word) && isSame(one, mark)));
}

const ofThird = /^(?:a|wa)(?:na|ta|me|li)[a-z]{3,}[aeiu]$/;

/** `The bus to Arusha` is not `the bus from Arusha`. */
function turnsAway(told: readonly Part[], sentence: readonly Part[], isSame: Sameness): boolean {
  return sentence.some(({ marks }) =>
    marks.some((mark) => {
      const [isFrom, isTo] = [sources.has(mark.after), aims.has(mark.after)];
      if (mark.value !== undefined || (!isFrom && !isTo)) return false;
      const places = told.flatMap((part) => part.marks.filter((one) => isSame(one, mark)));
      if (places.length === 0 || places.some(({ isJoined }) => isJoined)) return false;
      if (isTo) return places.every(({ after }) => sources.has(after));
      return places.every(({ after }) => aims.has(after) || (mark.isName && !sources.has(after)));
    }),
  );
}

const aims = new Set(['to', 'kwenda', 'kuelekea', 'hadi', 'mpaka']);
const sources = new Set(['from', 'kutoka', 'toka']);

/** `The tasting is included in the tour` is not `the tour is included in the tasting`. */
function swapsEnds({ marks }: Part, said: Part, isSame: Sameness): boolean {
  const [subject] = marks;
  const [first] = said.marks;
  if (subject === undefined || first === undefined || isSame(subject, first)) return false;
  if (isBehind(subject) || isBehind(first)) return false;
  const end = marks.find((one) => isSame(one, first));
  const moved = said.marks.find((mark) => isSame(subject, mark));
  return (
    end !== undefined &&
    moved !== undefined &&
    isBehind(end) &&
    end.after === moved.after &&
    !marks.slice(0, marks.indexOf(end)).some((one) => one !== subject && isBehind(one))
  );
}

function isBehind({ after }: Mark): boolean {
  return prepositions.has(after);
}

/** `On Tuesdays and Thursdays from 8 to 12` is not `on Tuesdays from 8 and on Thursdays to 12`. */
function splitsRange({ marks }: Part, sentence: readonly Part[], isSame: Sameness): boolean {
  const ends = (['start', 'end'] as const).map((edge) =>
    marks.find(({ value }) => value?.kind === 'time' && value.edge === edge),
  );
  const [start, end] = ends.map((one) =>
    one === undefined
      ? -1
      : sentence.findIndex((part) => part.marks.some((mark) => isSame(one, mark))),
  );
  if (start === undefined || end === undefined || start < 0 || end < 0 || start === end)
    return false;
  return [start, end].every((index) =>
    sentence[index]?.marks.some(({ value }) => value?.kind === 'day'),
  );
}

/** `There is no tour in heavy rain and the money is paid back`: the second is said of what is not to be had. */
function leavesCause(
  parts: readonly Part[],
  used: ReadonlySet<number>,
  said: readonly Mark[],
  isSame: Sameness,
): boolean {
  return [...used].some((index) => {
    const [cause, part] = [parts[index - 1], parts[index]];
    if (
      cause === undefined ||
      part === undefined ||
      used.has(index - 1) ||
      cause.marks.length === 0
    )
      return false;
    if (!cause.isDenied || cause.bounds.has('except') || part.isDenied || part.isFresh)
      return false;
    if (!part.isClause || part.marks.some(({ value }) => value !== undefined)) return false;
    return !cause.marks.some((one) => said.some((mark) => isSame(one, mark)));
  });
}
