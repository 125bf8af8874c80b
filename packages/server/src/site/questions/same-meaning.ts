/** Groups questions with the same meaning, by overlap of word stems. */
import { createHash } from 'node:crypto';
import type { Language } from '@baraza/contract';
import { isNumber, isStopWord, stemOf, wordsOf } from '../../answers/text/text.ts';

interface Wording {
  readonly question: string;
  readonly language: Language;
}

/** Groups in the order of their first member; members keep the order they came in. */
export function groupSame<Item extends Wording>(items: readonly Item[]): Item[][] {
  const joiner = createGrouper<Item>();
  for (const item of items) joiner.add(item, item);
  return joiner.groups();
}

/** The same for those that come one after the other; the wordings themselves are not kept. */
export interface Grouper<Item> {
  readonly add: (wording: Wording, item: Item) => void;
  readonly groups: () => Item[][];
}

export function createGrouper<Item>(): Grouper<Item> {
  const groups: { readonly meaning: Meaning; readonly members: Item[] }[] = [];
  const byKey = new Map<string, number>();
  const byStem = new Map<string, number[]>();

  function similar(meaning: Meaning): number | undefined {
    let looked = 0;
    for (const stem of rarestStems(meaning))
      for (const place of byStem.get(stem) ?? []) {
        const other = groups[place]?.meaning;
        if (other !== undefined && isSame(meaning, other)) return place;
        looked += 1;
        if (looked === looksMax) return undefined;
      }
    return undefined;
  }

  // Blocking: two questions with the same meaning share at least one of these rarest stems.
  function rarestStems({ stems }: Meaning): string[] {
    const seen = (stem: string) => byStem.get(stem)?.length ?? 0;
    return [...stems]
      .toSorted((one, other) => seen(one) - seen(other))
      .slice(0, Math.floor(stems.size * (1 - sameShare)) + 1);
  }

  return {
    add: (wording, item) => {
      const meaning = meaningOf(wording);
      const key = keyOf(meaning);
      const found = byKey.get(key) ?? similar(meaning);
      if (found !== undefined) {
        groups[found]?.members.push(item);
        byKey.set(key, found);
        return;
      }
      const place = groups.push({ meaning, members: [item] }) - 1;
      byKey.set(key, place);
      for (const stem of meaning.stems) {
        const places = byStem.get(stem);
        if (places === undefined) byStem.set(stem, [place]);
        else places.push(place);
      }
    },
    groups: () => groups.map(({ members }) => members),
  };
}

interface Meaning {
  readonly stems: ReadonlySet<string>;
  readonly numbers: string;
  /** What kind of thing is asked for: a time, a place, a person. */
  readonly asks: string;
  /** Stands for what follows in a long one; those are the same only when all of it is. */
  readonly rest: string;
}

// Shared words over all words; below it, one word in four is another.
const sameShare = 0.75;
// A question has a few words that matter; beyond these it is a text.
const charactersMax = 500;
const stemsMax = 40;
// Where even the rarest words are in hundreds of questions, they tell nothing.
const looksMax = 200;

const kinds: { readonly [word: string]: string } = {
  when: 'time',
  lini: 'time',
  saa: 'time',
  where: 'place',
  wapi: 'place',
  who: 'person',
  nani: 'person',
  why: 'reason',
  mbona: 'reason',
  many: 'amount',
  much: 'amount',
  ngapi: 'amount',
  bei: 'amount',
};

function meaningOf({ question, language }: Wording): Meaning {
  const words = wordsOf(question.slice(0, charactersMax));
  const content = words.filter((word) => !isStopWord(word));
  const meant = content.length > 0 ? content : words;
  const rest = meant.slice(stemsMax).join(' ') + question.slice(charactersMax).toLowerCase();
  return {
    stems: new Set(meant.slice(0, stemsMax).map((word) => stemOf(word, language))),
    numbers: words.filter(isNumber).toSorted().join(' '),
    asks: [...new Set(words.flatMap((word) => kinds[word] ?? []))].toSorted().join(' '),
    rest: rest === '' ? '' : createHash('sha256').update(rest).digest('base64url'),
  };
}

function keyOf({ stems, numbers, asks, rest }: Meaning): string {
  return `${[...stems].toSorted().join(' ')}|${numbers}|${asks}|${rest}`;
}

function isSame(one: Meaning, other: Meaning): boolean {
  if (one.numbers !== other.numbers || one.rest !== other.rest) return false;
  if (one.asks !== '' && other.asks !== '' && one.asks !== other.asks) return false;
  const [less, more] = [one.stems.size, other.stems.size].toSorted((a, b) => a - b);
  if ((less ?? 0) < (more ?? 0) * sameShare) return false;
  const common = one.stems.intersection(other.stems).size;
  return common / (one.stems.size + other.stems.size - common) >= sameShare;
}
