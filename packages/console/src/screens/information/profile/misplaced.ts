/** Texts that stand in the wrong language: where they belong, and how they get there. */
import type { Bilingual, Profile, ProfilePrice } from '@baraza/contract';
import { profileLists } from '@baraza/contract/plain';
import type { Language } from '../../../words/language.ts';
import { mainLanguage } from './draft.ts';
import { entriesOf } from './profile.ts';
import { type Pair, pairOf, textOf } from './texts.ts';
import { tongueOf } from './tongue.ts';

/** The language that a text of the pair is written in, and that is not its own; undefined if both are right. */
export function misplacedIn(pair: Pair): Language | undefined {
  if (tongueOf(pair.sw) === 'en') return 'en';
  return tongueOf(pair.en) === 'sw' ? 'sw' : undefined;
}

/** Whether the text can go where it belongs: the place is empty, or its text belongs here. */
export function canMove(pair: Pair, to: Language): boolean {
  const from = otherOf(to);
  return pair[to].trim() === '' || tongueOf(pair[to]) === from;
}

export function moved({ sw, en }: Pair): Pair {
  return { sw: en, en: sw };
}

const priceTexts = ['item', 'unit', 'note'] as const;

/** The prices whose texts stand in the wrong language and can be moved, as they are afterwards. */
export function movedPrices(profile: Profile): readonly ProfilePrice[] {
  const main = mainLanguage(profile);
  return profile.prices.flatMap((price) => {
    const texts = priceTexts.flatMap((name) => {
      const pair = pairOf(price[name], main);
      const tongue = misplacedIn(pair);
      if (tongue === undefined || !canMove(pair, tongue)) return [];
      return [[name, textOf(moved(pair), price[name], main)] as const];
    });
    return texts.length === 0 ? [] : [{ ...price, ...Object.fromEntries(texts) }];
  });
}

const examinedMax = 60;
const textsMin = 2;

/** The other language of a site, if everything that is written in its main language is really in that one. */
export function wholeTongue(profile: Profile): Language | undefined {
  const known = whole.get(profile);
  if (known !== undefined) return known.tongue;
  const main = mainLanguage(profile);
  let count = 0;
  let isAll = true;
  for (const text of mainTexts(profile, main)) {
    const tongue = tongueOf(text);
    if (tongue === main) isAll = false;
    if (tongue !== undefined) count += 1;
    if (!isAll || count === examinedMax) break;
  }
  const tongue = isAll && count >= textsMin ? otherOf(main) : undefined;
  whole.set(profile, { tongue });
  return tongue;
}

// Every field of a form asks for it.
const whole = new WeakMap<Profile, { readonly tongue: Language | undefined }>();

/** Names of people and businesses have no language. */
function* mainTexts(profile: Profile, main: Language): Generator<string> {
  for (const text of [profile.about, profile.greeting, profile.address])
    yield pairOf(text, main)[main];
  for (const list of profileLists)
    for (const entry of entriesOf(profile, list)) {
      const own = (entry.language as Language | undefined) ?? main;
      for (const name of entryTexts)
        if (own === main) yield pairOf(entry[name] as Bilingual | undefined, main)[main];
    }
}

const entryTexts = ['question', 'answer', 'title', 'text', 'item', 'note'];

/** The profile with the other language as its main one, and with the texts that are written in it. */
export function inMainLanguage(profile: Profile, main: Language): Profile {
  const before = otherOf(main);
  const shift = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shift);
    if (typeof value !== 'object' || value === null) return value;
    const { language, ...rest } = value as { readonly language?: unknown };
    const texts = rest as Partial<Pair>;
    if (typeof texts[before] === 'string' && texts[main] === undefined)
      return tongueOf(texts[before]) === before ? value : { [main]: texts[before] };
    const next = Object.entries(rest).map(([name, one]) => [name, shift(one)]);
    const tongue = language === before ? main : language;
    return { ...Object.fromEntries(next), ...(tongue === undefined ? {} : { language: tongue }) };
  };
  const { languages } = profile;
  return {
    ...(shift(profile) as Profile),
    languages: languages.length > 1 ? [main, before] : [main],
  };
}

function otherOf(language: Language): Language {
  return language === 'sw' ? 'en' : 'sw';
}
