/** The server's warnings in the current language, with titles instead of indexes. */
import type { Profile } from '@baraza/contract';
import { profileLists } from '@baraza/contract/plain';
import { type Bilingual, inCurrent } from '../../../words/language.ts';
import { entriesOf } from './profile.ts';
import { entryTitle, fieldLabel, hoursLine } from './readable.ts';
import { t } from './words.ts';

type Sentence = (one: string, two: string, three: string) => string;

const sentences: readonly (Bilingual<Sentence> & { readonly pattern: RegExp })[] = [
  {
    pattern: /^There is no (Swahili|English) text for (.*)\.$/,
    sw: (tongue, places) => `Haya hayajaandikwa kwa ${tongue}: ${places}.`,
    en: (tongue, places) => `Not written in ${tongue} yet: ${places}.`,
  },
  {
    pattern:
      /^None of the approved information is in (Swahili|English), a language of this site\.$/,
    sw: (tongue) => `Hakuna taarifa yoyote kwa ${tongue}, ingawa msaidizi hujibu kwa lugha hiyo.`,
    en: (tongue) => `Nothing is written in ${tongue} yet, although the assistant answers in it.`,
  },
  {
    pattern: /^(\w+\[\d+\]) repeats (\w+\[\d+\])\.$/,
    sw: (one, other) => `${one} inarudia ${other}.`,
    en: (one, other) => `${one} repeats ${other}.`,
  },
  {
    pattern: /^(\w+\[\d+\]) and (\w+\[\d+\]) answer the same question differently: (.*)\.$/,
    sw: (one, other, question) => `${one} na ${other} zina majibu tofauti kwa swali ${question}.`,
    en: (one, other, question) => `${one} and ${other} answer ${question} differently.`,
  },
  {
    pattern: /^(\w+\[\d+\]) and (\w+\[\d+\]) name different prices of (.*)\.$/,
    sw: (one, other, item) => `${one} na ${other} zina bei tofauti za ${item}.`,
    en: (one, other, item) => `${one} and ${other} have different prices for ${item}.`,
  },
  {
    pattern: /^(\w+\[\d+\]) and (\w+\[\d+\]) overlap on .*\.$/,
    sw: (one, other) => `Saa hizi zinaingiliana: ${one} na ${other}.`,
    en: (one, other) => `These hours overlap: ${one} and ${other}.`,
  },
  {
    pattern: /^(\w+\[\d+\]) closes at ([\d:]+), on the day after it opens\.$/,
    sw: (hours, close) => `${hours}: mnafunga ${close} siku inayofuata.`,
    en: (hours, close) => `${hours}: you close at ${close} on the next day.`,
  },
];

/** Unknown warnings are shown as they are. */
export function warningText(warning: string, profile: Profile): string {
  for (const sentence of sentences) {
    const [, ...parts] = sentence.pattern.exec(warning) ?? [];
    const [one, two = '', three = ''] = parts.map((part) => withTitles(part, profile));
    if (one !== undefined) return inCurrent(sentence)(one, two, three);
  }
  return withTitles(warning, profile);
}

function withTitles(text: string, profile: Profile): string {
  if (text === 'Swahili') return t.languages.sw;
  if (text === 'English') return t.languages.en;
  return text
    .replace(/\b([a-z_]+)\[(\d+)\]/g, (place, list: string, index: string) =>
      titleAt(list, Number(index), profile, place),
    )
    .replace(/ and (\d+) more$/, (_, more: string) => ` ${t.andMore(more)}`)
    .split(', ')
    .map((part) => (/^[a-z_]+$/.test(part) ? fieldLabel(part) : part))
    .join(', ');
}

const titleMax = 60;

function titleAt(name: string, index: number, profile: Profile, place: string): string {
  const hours = profile.hours[index];
  if (name === 'hours') return hours === undefined ? place : hoursLine(hours);
  if (name === 'suggestions') return `${fieldLabel(name)} ${index + 1}`;
  const list = profileLists.find((one) => one === name);
  const title = list === undefined ? '' : entryTitle(entriesOf(profile, list)[index]);
  if (title === '') return place;
  return `“${title.length > titleMax ? `${title.slice(0, titleMax).trimEnd()}…` : title}”`;
}
