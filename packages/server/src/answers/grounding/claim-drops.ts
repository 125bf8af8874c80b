/**
 * Whether what was left out of an approved sentence narrows it: `late books cost 10 a day` is not
 * `books cost 10 a day`.
 */
import { kindOf } from './claim-fragments.ts';
import { isDealing, type Mark, type Sameness } from './claim-marks.ts';
import type { Part } from './claim-parts.ts';
import { isPaying, isPriceWord, isSwahiliVerb, prepositions } from './claim-words.ts';

/**
 * A statement keeps the words of the parts that it is taken from. It may leave out the further ones
 * of a list, what something costs, verbs that say no more than that it is so, what the title says
 * and what was said before it. Who may not shorten keeps lists and costs too.
 */
export function keepsWords(
  parts: readonly Part[],
  used: ReadonlySet<number>,
  sentence: readonly Part[],
  known: readonly Mark[],
  isSame: Sameness,
  mayShorten = true,
): boolean {
  const said = sentence.flatMap(({ marks }) => marks);
  const isOurs =
    said.some(({ by }) => by === 'us') ||
    sentence.some(({ words }) => ourselves.some((word) => words.has(word)));
  // `Mfumo huu`, `this kit`: which one is meant was asked for.
  const [opening] = sentence;
  const shown = demonstratives.some((word) => opening?.words.has(word))
    ? opening?.marks[0]
    : undefined;
  const deals = said.some(isDealing);
  const isYours =
    said.some(({ by, at }) => by === 'others' && (at > 0 || !sentence[0]?.isClause)) ||
    sentence.some(({ words }) => [...words].some((word) => addressed.test(word)));
  const isGot = sentence.some(({ words }) =>
    ['get', 'gets', 'utapata', 'unapata'].some((word) => words.has(word)),
  );
  return [...used].every((index) => {
    const marks = parts[index]?.marks ?? [];
    const isKept = (told: Mark) =>
      // Who hires it is not who buys it.
      (mayBeLeftOut(told) && !(deals && isDealing(told))) ||
      // Who pays the school does not pay us when we say `we pay`.
      (isOurs && ownPlaces.has(told.word) && (told === marks[0] || isPlaced(told))) ||
      // `The customer pays` is `you pay`, and never `we pay`.
      ((isYours || (isOurs && told !== marks[0])) &&
        told.after !== 'by' &&
        customers.has(told.word)) ||
      (isGot && handing.has(told.word)) ||
      (told.word === 'used' && sentence.some(({ words }) => words.has('use'))) ||
      said.some((mark) => isSame(told, mark) || isSameValue(told, mark)) ||
      (!isDealing(told) && known.some((mark) => isSame(told, mark) || told.word === mark.word));
    const kept = marks.map(isKept);
    // `The hall seats 250 people and can be hired`: what only lends its beginning goes on as it likes.
    const last = marks.findLastIndex((told) => said.some((mark) => isSame(told, mark)));
    // Free here is not free there: `free in Kinondoni and 3,000 in other places`.
    const isFreed = said.some(isFree) && !marks.some(isFree);
    const lends = mayShorten && index === 0 && used.size > 1;
    return marks.every((_, at) => {
      if (kept[at] === true || (lends && at > last && !marks[at]?.isName)) return true;
      if (!mayShorten) return false;
      const [from, to] = runAround(kept, at);
      const run = marks.slice(from, to);
      const isShown =
        shown !== undefined &&
        marks[0] !== undefined &&
        isSame(marks[0], shown) &&
        !marks.slice(1, from).some((told) => said.some((mark) => isSame(told, mark)));
      return (
        isShown ||
        run[0]?.isJoined ||
        marks[to]?.isJoined ||
        (run.some(isShare) && !isFreed) ||
        isHours(run)
      );
    });
  });
}

/** `We deliver from 8 to 5 for 200`: the hours are one thing, the price is another. */
function isHours(run: readonly Mark[]): boolean {
  return run.length === 2 && run.every(({ value }) => value?.kind === 'time' && value.edge !== '');
}

/** `at the shop`, `kwenye duka`, `benki ya kijiji`: where it is or whose, not to whom it is done. */
function isPlaced({ after }: Mark): boolean {
  return prepositions.has(after) && after !== 'to';
}

/** What it costs, and the part of it that is taken: told or not, the rest is as it is. */
function isShare(told: Mark): boolean {
  return kindOf(told) === 'money' || told.roots.includes('=percent');
}

function isFree({ roots }: Mark): boolean {
  return roots.includes('=free');
}

/** `12:00 noon` says one time twice. */
function isSameValue(told: Mark, said: Mark): boolean {
  return told.value !== undefined && told.value.key === said.value?.key;
}

// `We take no cash` is what `the school takes no cash` says.
const ourselves = [
  'we',
  'our',
  'ours',
  'us',
  'yetu',
  'wetu',
  'zetu',
  'letu',
  'kwetu',
  'sisi',
  'tuna',
  'hatuna',
];
const ownPlaces = new Set(
  `clinic school shop store hotel lodge gym salon bank restaurant kitchen company business office sacco shule
    duka kliniki zahanati hoteli saluni benki mgahawa jikoni kampuni chama kituo hosteli hostel chuo college`.split(
    /\s+/,
  ),
);

const demonstratives = [
  'this',
  'these',
  'huu',
  'hii',
  'hizi',
  'hiki',
  'hivi',
  'hili',
  'haya',
  'huyu',
  'hawa',
];
const addressed = /^(?:you|[um](?:na|ta)(?:weza|hitaji|takiwa|paswa|pata|kuwa))$/;
// Who is spoken to is the customer, and gets what is handed over.
export const customers: ReadonlySet<string> = new Set(
  'customer customers client clients buyer buyers mteja wateja mnunuzi wanunuzi'.split(' '),
);
const handing = new Set('delivered sent issued handed hutumwa hupelekwa huletwa'.split(' '));

/** The stretch of left out words around one of them. */
function runAround(kept: readonly boolean[], at: number): readonly [number, number] {
  let from = at;
  while (from > 0 && kept[from - 1] === false) from -= 1;
  let to = at;
  while (to < kept.length && kept[to] === false) to += 1;
  return [from, to];
}

function mayBeLeftOut({ word, isLight, value }: Mark): boolean {
  if (isLight || isPriceWord(word) || isPaying(word) || bearing.has(word)) return true;
  return (
    value === undefined &&
    (located.test(word) || (isSwahiliVerb(word) && (!relative.test(word) || /onyesha$/.test(word))))
  );
}

const bearing = new Set(
  `ready meet meets take takes served serve serves given give gives held sold sell sells carry carries keep
    keeps run runs cover covers sent send sends reply valid open done made writes write issue issues cases
    case mwenyewe kisha alike`.split(/\s+/),
);

// `zilizouzwa`, `wanaokuja`: which ones are meant.
const relative =
  /^(?:ni|u|a|tu|m|wa|i|li|ya|ki|vi|zi)(?:na|li|taka)(?:vyo|cho|lo|yo|po|ye|zo|o)(?!ko$)[a-z]{3,}$/;
// `kilichoko Kijitonyama`: where it is, is said by the place.
const located = /^(?:ki|vi|i|li|zi|u|ya|a|wa)li(?:cho|vyo|yo|lo|zo|o|ye)(?:ko|po|mo)$/;
