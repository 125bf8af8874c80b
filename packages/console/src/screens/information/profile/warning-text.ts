/** The server's warnings in the current language, with titles instead of indexes. */
import type { Profile } from '@baraza/contract';
import { profileLists } from '@baraza/contract/plain';
import { inCurrent, type Pair } from '../../../words/language.ts';
import { entriesOf } from './profile.ts';
import { entryTitle, fieldLabel, hoursLine } from './readable.ts';
import { t } from './words.ts';

/** Sentences of the server and their translations; `$1` stands for the first group of the pattern. */
const sentences: readonly (readonly [RegExp, ...Pair])[] = [
  [
    /^There is no (Swahili|English) text for (.*)\.$/,
    'Haya hayajaandikwa kwa $1: $2.',
    'Not written in $1 yet: $2.',
  ],
  [
    /^None of the approved information is in (Swahili|English), a language of this site\.$/,
    'Hakuna taarifa yoyote kwa $1, ingawa msaidizi hujibu kwa lugha hiyo.',
    'Nothing is written in $1 yet, although the assistant answers in it.',
  ],
  [/^(\w+\[\d+\]) repeats (\w+\[\d+\])\.$/, '$1 inarudia $2.', '$1 repeats $2.'],
  [
    /^(\w+\[\d+\]) and (\w+\[\d+\]) answer the same question differently: (.*)\.$/,
    '$1 na $2 zina majibu tofauti kwa swali $3.',
    '$1 and $2 answer $3 differently.',
  ],
  [
    /^(\w+\[\d+\]) and (\w+\[\d+\]) name different prices of (.*)\.$/,
    '$1 na $2 zina bei tofauti za $3.',
    '$1 and $2 have different prices for $3.',
  ],
  [
    /^(\w+\[\d+\]) and (\w+\[\d+\]) overlap on .*\.$/,
    'Saa hizi zinaingiliana: $1 na $2.',
    'These hours overlap: $1 and $2.',
  ],
  [
    /^(\w+\[\d+\]) closes at ([\d:]+), on the day after it opens\.$/,
    '$1: mnafunga $2 siku inayofuata.',
    '$1: you close at $2 on the next day.',
  ],
  [
    /^(\w+\[\d+\]) is open for 24 hours, from [\d:]+\.$/,
    '$1: mko wazi kwa saa 24.',
    '$1: you are open for 24 hours.',
  ],
  [
    /^(\w+\[\d+\])\.price says no amount: (".*")\.$/,
    'Bei ya $1 haitaji kiasi: $2.',
    'The price of $1 says no amount: $2.',
  ],
];

/** Unknown warnings are shown as they are. */
export function warningText(warning: string, profile: Profile): string {
  for (const [pattern, ...text] of sentences) {
    const [whole, ...parts] = pattern.exec(warning) ?? [];
    if (whole === undefined) continue;
    const named = parts.map((part) => withTitles(part, profile));
    return inCurrent(text).replace(/\$(\d)/g, (_, at: string) => named[Number(at) - 1] ?? '');
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
