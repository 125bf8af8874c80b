/** A sentence taken apart into the statements that it joins, so that what one of them says is not held to be said of another. */
import type { Language } from './answers.ts';
import { type Value, valuesOf } from './claim-values.ts';
import {
  type Bound,
  boundsOf,
  determiners,
  groupOf,
  isGiving,
  isNegator,
  isNeutral,
  isSwahiliVerb,
  prepositions,
  subjectWords,
} from './claim-words.ts';
import { stemOf, tokensOf } from './text.ts';

/** A word or a value that states something. */
export interface Mark {
  readonly word: string;
  /** Written as a name: nothing but the very word says the same. */
  readonly isName: boolean;
  readonly value: Value | undefined;
  /** What other forms of the word share with it; the second without an object in it (`tunaikodisha`). */
  readonly roots: readonly string[];
  /** Of a verb, where its form or the word before it tells: whether the business does it, or somebody else. */
  readonly by: 'us' | 'others' | '';
  /** Which of the sentence's words it is. */
  readonly at: number;
}

export interface Part {
  readonly marks: readonly Mark[];
  readonly isDenied: boolean;
  readonly bounds: ReadonlySet<Bound>;
  /** Leans on the part before it: `in Kiambu for 400`. */
  readonly isDependent: boolean;
  /** Begins a statement of its own, as after a semicolon or `but`. */
  readonly isFresh: boolean;
  /** Its first word sets a bound, such as `if`: it limits what stands beside it. */
  readonly opensBound: boolean;
  /** Has a verb with its own subject. */
  readonly isClause: boolean;
  /** Its words, neutral ones too. */
  readonly words: ReadonlySet<string>;
}

export function partsOf(sentence: string, language: Language): readonly Part[] {
  const { values, rest } = valuesOf(sentence);
  const pieces = cut(sentence, rest, values, language);
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const joins =
      (piece.joint === 'soft' && last && !compete(last, piece)) || isListed(last, piece);
    if (last !== undefined && joins)
      joined[joined.length - 1] = { ...last, items: [...last.items, ...piece.items] };
    else joined.push(piece);
  }
  let carried = false;
  let excepting = false;
  return joined.map((piece) => {
    const part = partOf(piece, language);
    // `We sell no phones, tablets or cables`: what is denied stays so until a contrast.
    if (piece.joint === 'contrast' || part.isClause) carried = false;
    const opensWith = piece.items[0]?.word ?? '';
    if (excepting && !conjunctions.has(opensWith)) carried = false;
    const isDenied = part.isDenied || carried;
    excepting = part.bounds.has('except') || (excepting && isDenied);
    carried = isDenied;
    return { ...part, isDenied };
  });
}

type Joint = 'start' | 'hard' | 'soft' | 'contrast' | 'bracket';

interface Item {
  readonly word: string;
  readonly raw: string;
  readonly value: Value | undefined;
  readonly at: number;
}

interface Piece {
  readonly joint: Joint;
  readonly items: readonly Item[];
}

function cut(
  sentence: string,
  rest: string,
  values: readonly Value[],
  language: Language,
): readonly Piece[] {
  const items = itemsOf(sentence, rest, values);
  const pieces: Piece[] = [];
  let open: Item[] = [];
  let joint: Joint = 'start';
  let end = 0;
  items.forEach((item, index) => {
    const gap = rest.slice(end, item.start);
    const mark = jointOf(gap, item.word, items[index + 1]?.word ?? '', language);
    if (mark !== undefined && open.length > 0) {
      pieces.push({ joint, items: open });
      open = [];
      joint = mark;
    }
    open.push({ ...item, at: index });
    end = item.end;
  });
  if (open.length > 0) pieces.push({ joint, items: open });
  return pieces;
}

interface PlacedItem extends Omit<Item, 'at'> {
  readonly start: number;
  readonly end: number;
}

function itemsOf(sentence: string, rest: string, values: readonly Value[]): readonly PlacedItem[] {
  const words = tokensOf(rest).map(({ word, raw, start }): PlacedItem => {
    const end = start + raw.length;
    return { word, raw: sentence.slice(start, end), value: undefined, start, end };
  });
  const told = values.map((value): PlacedItem => {
    const { start, end, key } = value;
    return { word: key, raw: sentence.slice(start, end), value, start, end };
  });
  const percents = [...rest.matchAll(/%/g)].map(
    ({ index }): PlacedItem => ({
      word: 'percent',
      raw: '%',
      value: undefined,
      start: index,
      end: index + 1,
    }),
  );
  return [...words, ...told, ...percents].toSorted((one, other) => one.start - other.start);
}

function jointOf(gap: string, word: string, next: string, language: Language): Joint | undefined {
  if (gap.includes('(')) return 'bracket';
  if (/[;\n]/.test(gap)) return 'contrast';
  if (contrasts.has(word)) return 'contrast';
  if (/[,)–—"“”]/.test(gap)) return 'hard';
  // `50 or more` is one amount.
  if (!conjunctions.has(word) || boundsOf(next, '', false).length > 0) return undefined;
  if (language === 'sw') return isSwahiliVerb(next) || subjectWords.has(next) ? 'hard' : 'soft';
  return determiners.has(next) ? 'soft' : 'hard';
}

const conjunctions = new Set('and or nor na au wala pia'.split(' '));
const contrasts = new Set(
  'but while whereas although though however lakini bali ila huku ijapokuwa ingawa isipokuwa except unless'.split(
    ' ',
  ),
);

/** Two amounts, two days or two names joined by `and` belong to two statements. */
function compete(one: Piece, other: Piece): boolean {
  const kinds = new Set(one.items.map(kindOf).filter((kind) => kind !== ''));
  return other.items.some((item) => kinds.has(kindOf(item)));
}

/** `Mondays, Wednesdays and Fridays`, `Nakuru, Nyeri and Meru`: one list, of which the same is said. */
function isListed(last: Piece | undefined, { joint, items }: Piece): boolean {
  if (last === undefined || joint === 'bracket' || joint === 'contrast') return false;
  const kind = kindOf(last.items.at(-1) ?? noItem);
  const [first = noItem, ...rest] = items.filter(({ word }) => !conjunctions.has(word));
  if (kind === '' || kindOf(first) !== kind) return false;
  if (rest.some((item) => kindOf(item) === '' && !isNeutral(item.word))) return false;
  // `Mondays and Thursdays from 4 pm` is one list; a time for each of the days makes two statements.
  const others = new Set(rest.map(kindOf).filter((other) => other !== '' && other !== kind));
  return !last.items.some((item) => others.has(kindOf(item)));
}

const noItem: Item = { word: '', raw: '', value: undefined, at: 0 };

function kindOf({ value, raw, at }: Item): string {
  return value === undefined ? (at > 0 && isNameLike(raw) ? 'name' : '') : valueKind(value);
}

/** Of what a statement has one: what is counted and what is paid are two things. */
export function valueKind({ kind, currency }: Value): string {
  return currency === '' ? kind : 'money';
}

function isNameLike(raw: string): boolean {
  return /^\p{Lu}/u.test(raw);
}

function partOf({ joint, items }: Piece, language: Language): Part {
  const words = items.map(({ word }) => word);
  const bounds = new Set<Bound>();
  items.forEach(({ word, value }, index) => {
    if (value !== undefined) return;
    const opens = index === 0 || (index === 1 && conjunctions.has(words[0] ?? ''));
    for (const bound of boundsOf(word, words[index + 1] ?? '', opens)) bounds.add(bound);
  });
  const first = items.find(({ word }) => !conjunctions.has(word));
  const isClause = words.some(
    (word) => subjectWords.has(word) || (language === 'sw' && isSwahiliVerb(word)),
  );
  const marks = items.flatMap((item, index) => {
    const { word, value } = item;
    const isMoney = (items[index + 1]?.value?.currency ?? '') !== '';
    if (
      value === undefined &&
      !(isMoney && isGiving(word)) &&
      !isLetters(item) &&
      (isNeutral(word) || isNegator(word) || boundOnly(word))
    )
      return isNegator(word) && !isPlainNegator(word) ? [markOf(item, items, language)] : [];
    return [markOf(item, items, language)];
  });
  return {
    marks,
    isFresh: joint === 'contrast',
    opensBound:
      first !== undefined &&
      boundsOf(first.word, words[items.indexOf(first) + 1] ?? '', true).length > 0,
    isDenied: items.some(({ word, value }) => value === undefined && isNegator(word)),
    bounds,
    isDependent:
      joint === 'bracket' ||
      first === undefined ||
      prepositions.has(first.word) ||
      (!isClause && (first.value !== undefined || (first.at > 0 && isNameLike(first.raw)))),
    isClause,
    words: new Set(words),
  };
}

// `Zone A` and `the WHO` are names, though their letters are those of small words.
function isLetters({ raw, at }: Item): boolean {
  return at > 0 && /^(?:[A-HJ-Z]|\p{Lu}{2,})$/u.test(raw);
}

// A denied verb says what is denied; `not` and `hakuna` only deny.
function isPlainNegator(word: string): boolean {
  return (
    !/^(?:ha(?:tu|wa|zi|ki|vi|li|ku|i|u|m|ya)|si|usi|msi|asi|wasi|tusi|isi|zisi|yasi)[a-z]{4,}/.test(
      word,
    ) || plainNegators.has(word)
  );
}

const plainNegators = new Set(
  'hakuna hatuna hawana haina hazina halina hakina havina hayana haipo hazipo hayupo hawapo halipo isipokuwa'.split(
    ' ',
  ),
);

function boundOnly(word: string): boolean {
  return boundsOf(word, '', false).length > 0 && !/^(?:u|m|a|wa|ni|tu|i|zi|ya|ki|vi)ki/.test(word);
}

function markOf(item: Item, items: readonly Item[], language: Language): Mark {
  const { word, raw, value, at } = item;
  const index = items.indexOf(item);
  const before = [items[index - 1]?.word ?? '', items[index - 2]?.word ?? ''];
  return {
    word,
    value,
    at,
    by: value === undefined ? doneBy(word, before, language) : '',
    isName: value === undefined && at > 0 && isNameLike(raw),
    roots: value === undefined ? rootsOf(word, language) : [],
  };
}

function doneBy(word: string, before: readonly string[], language: Language): Mark['by'] {
  if (language === 'sw') {
    const subject = /^(?:ha)?(ni|tu|u|m|a|wa)(?:na|ta|me|li|ki)[a-z]{3,}[aeiu]$/.exec(word)?.[1];
    if (subject === undefined) return '';
    return subject === 'ni' || subject === 'tu' ? 'us' : 'others';
  }
  const [last = '', further = ''] = before;
  const subject = helpers.has(last) ? further : last;
  if (subject === 'we') return 'us';
  return subject === 'you' || subject === 'they' ? 'others' : '';
}

const helpers = new Set('can will do may would also could must always never not dont'.split(' '));

function rootsOf(word: string, language: Language): readonly string[] {
  const group = groupOf(word);
  if (group !== undefined) return [group];
  const root = rootOf(word, language);
  const verb = language === 'sw' ? withObject.exec(word) : null;
  return verb === null ? [root] : [root, swahiliRoot(`tuna${verb[1]}`)];
}

const withObject =
  /^(?:ha)?(?:ni|u|a|tu|m|wa|i|li|ya|ki|vi|zi)(?:na|li|ta|me|ki)(?:i|li|ya|ki|vi|zi|u|wa|m|ku|tu|ni)([bcdfghjklmnprstvwyz][a-z]{3,}[aeiu])$/;

/** What stays of a word in all of its forms, of verb and noun alike. */
export function rootOf(word: string, language: Language): string {
  return language === 'sw' ? swahiliRoot(word) : englishRoot(word);
}

function englishRoot(word: string): string {
  let root = stemOf(word, 'en');
  for (let before = ''; before !== root; ) {
    before = root;
    root = root.replace(
      /(?<=^[a-z]{4,})(?:ation|ition|ance|ence|ion|al|i|s)$|(?<=^[a-z]{3,})ments?$/,
      '',
    );
  }
  return root.replace(/([^aeiou])\1$/, '$1');
}

function swahiliRoot(word: string): string {
  const stem = stemOf(word, 'sw').replace(/(?<=[a-z]{3})l?[ie]?w$/, '');
  return stem.replace(/(?<=[a-z]{3})[aeiou]+$/, '');
}
