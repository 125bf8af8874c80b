/** Groups questions with the same meaning, by overlap of word stems. */
import { createHash } from 'node:crypto';
import type { Language } from '@baraza/contract';
import { isNumber, isStopWord, stemOf, wordsOf } from '../../answers/text/text.ts';

interface Wording {
  readonly question: string;
  readonly language: Language;
}

/** Groups in the order of their first member; members keep their order. The wordings themselves are not kept. */
export interface Grouper<Item> {
  readonly add: (wording: Wording, item: Item) => void;
  readonly groups: () => Item[][];
}

export function createGrouper<Item>(): Grouper<Item> {
  const groups: { readonly meaning: Meaning; readonly members: Item[] }[] = [];
  const byKey = new Map<string, number>();
  const byStem = new Map<string, number[]>();

  function findSimilar(meaning: Meaning): number | undefined {
    let compared = 0;
    for (const stem of rarestStems(meaning))
      for (const place of byStem.get(stem) ?? []) {
        const other = groups[place]?.meaning;
        if (other !== undefined && isSame(meaning, other)) return place;
        compared += 1;
        if (compared === comparedMax) return undefined;
      }
    return undefined;
  }

  // Blocking: two questions with the same meaning share at least one of these rarest stems.
  function rarestStems({ stems }: Meaning): string[] {
    const countOf = (stem: string) => byStem.get(stem)?.length ?? 0;
    return [...stems]
      .toSorted((one, other) => countOf(one) - countOf(other))
      .slice(0, Math.floor(stems.size * (1 - sameShare)) + 1);
  }

  return {
    add: (wording, item) => {
      const meaning = meaningOf(wording);
      const key = keyOf(meaning);
      const found = byKey.get(key) ?? findSimilar(meaning);
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
  /** The kind of thing that is asked for: a time, a place, a person. */
  readonly asks: string;
  /** Hash of the rest of a long text: those are the same only when all of it is. */
  readonly rest: string;
}

// Shared stems over all stems.
const sameShare = 0.75;
// Beyond these it is a text rather than a question.
const charactersMax = 500;
const stemsMax = 40;
// If even the rarest stems are in hundreds of questions, further comparisons find nothing.
const comparedMax = 200;

const kindsAsked: { readonly [word: string]: string } = {
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
    asks: [...new Set(words.flatMap((word) => kindsAsked[word] ?? []))].toSorted().join(' '),
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
