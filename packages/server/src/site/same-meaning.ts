/** Joins questions that ask the same, however they are worded. */
import { contentWords, isNumber, stemOf, wordsOf } from '../answers/text.ts';

export interface Wording {
  readonly question: string;
  readonly language: 'sw' | 'en';
}

/** Groups in the order of their first member; members keep the order they came in. */
export function joinSame<Item extends Wording>(items: readonly Item[]): Item[][] {
  const groups: { readonly meaning: Meaning; readonly members: Item[] }[] = [];
  const byKey = new Map<string, number>();
  const byStem = new Map<string, Set<number>>();
  for (const item of items) {
    const meaning = meaningOf(item);
    const key = keyOf(meaning);
    const found = byKey.get(key) ?? similar(meaning);
    if (found !== undefined) {
      groups[found]?.members.push(item);
      byKey.set(key, found);
      continue;
    }
    const place = groups.push({ meaning, members: [item] }) - 1;
    byKey.set(key, place);
    for (const stem of meaning.stems) {
      const places = byStem.get(stem) ?? new Set();
      byStem.set(stem, places.add(place));
    }
  }
  return groups.map(({ members }) => members);

  function similar(meaning: Meaning): number | undefined {
    for (const stem of telling(meaning))
      for (const place of byStem.get(stem) ?? []) {
        const other = groups[place]?.meaning;
        if (other !== undefined && isSame(meaning, other)) return place;
      }
    return undefined;
  }

  // Two that are the same share so many words that one of these few rarest is among them.
  function telling({ stems }: Meaning): string[] {
    const seen = (stem: string) => byStem.get(stem)?.size ?? 0;
    return [...stems]
      .toSorted((one, other) => seen(one) - seen(other))
      .slice(0, Math.floor(stems.size * (1 - sameShare)) + 1);
  }
}

export function isSameQuestion(one: Wording, other: Wording): boolean {
  return joinSame([one, other]).length === 1;
}

interface Meaning {
  readonly stems: ReadonlySet<string>;
  readonly numbers: string;
  /** What kind of thing is asked for: a time, a place, a person. */
  readonly asks: string;
}

// Shared words over all words; below it, one word in four is another.
const sameShare = 0.75;

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
  const words = wordsOf(question);
  const content = contentWords(question);
  const meant = content.length > 0 ? content : words;
  return {
    stems: new Set(meant.map((word) => stemOf(word, language))),
    numbers: words.filter(isNumber).toSorted().join(' '),
    asks: [...new Set(words.flatMap((word) => kinds[word] ?? []))].toSorted().join(' '),
  };
}

function keyOf({ stems, numbers, asks }: Meaning): string {
  return `${[...stems].toSorted().join(' ')}|${numbers}|${asks}`;
}

function isSame(one: Meaning, other: Meaning): boolean {
  if (one.numbers !== other.numbers) return false;
  if (one.asks !== '' && other.asks !== '' && one.asks !== other.asks) return false;
  const common = one.stems.intersection(other.stems).size;
  return common / (one.stems.size + other.stems.size - common) >= sameShare;
}
