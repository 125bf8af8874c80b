/** What the server warns of, in the reader's language and with the names of entries for their places. */
import type { Profile } from '@baraza/contract';
import { speak } from '../../../words/language.ts';
import { type Entry, entriesOf } from './profile.ts';
import { entryTitle, fieldLabel, hoursLine } from './readable.ts';
import { warningWords } from './warning-words.ts';

const shapes = [
  ['noText', /^There is no (Swahili|English) text for (.*)\.$/],
  [
    'nothingIn',
    /^None of the approved information is in (Swahili|English), a language of this site\.$/,
  ],
  ['repeats', /^(\w+\[\d+\]) repeats (\w+\[\d+\])\.$/],
  ['answers', /^(\w+\[\d+\]) and (\w+\[\d+\]) answer the same question differently: (.*)\.$/],
  ['prices', /^(\w+\[\d+\]) and (\w+\[\d+\]) name different prices of (.*)\.$/],
  ['overlap', /^(\w+\[\d+\]) and (\w+\[\d+\]) overlap on .*\.$/],
  ['nextDay', /^(\w+\[\d+\]) closes at ([\d:]+), on the day after it opens\.$/],
] as const;

/** A sentence that is not known stays as the server wrote it. */
export function warningText(warning: string, profile: Profile): string {
  const t = speak(warningWords);
  for (const [name, shape] of shapes) {
    const [, one, two = '', three = ''] = shape.exec(warning) ?? [];
    if (one === undefined) continue;
    const tongue = one === 'Swahili' ? t.swahili : t.english;
    const isTongue = name === 'noText' || name === 'nothingIn';
    return t[name](isTongue ? tongue : named(one, profile), named(two, profile), three);
  }
  return named(warning, profile);
}

function named(text: string, profile: Profile): string {
  const t = speak(warningWords);
  const field = /^[a-z_]+$/.test(text) ? fieldLabel(text) : text;
  return field
    .replace(/\b([a-z_]+)\[(\d+)\]/g, (place, list: string, index: string) =>
      placeName(list, Number(index), profile, place),
    )
    .replace(/ and (\d+) more$/, (_, more: string) => t.more(more))
    .split(', ')
    .map((part) => (/^[a-z_]+$/.test(part) ? fieldLabel(part) : part))
    .join(', ');
}

function placeName(list: string, index: number, profile: Profile, place: string): string {
  if (list === 'hours') {
    const hours = profile.hours[index];
    return hours === undefined ? place : hoursLine(hours);
  }
  if (list === 'suggestions') return `${fieldLabel(list)} ${index + 1}`;
  if (list !== 'faqs' && list !== 'facts' && list !== 'documents' && list !== 'prices')
    return place;
  const title = entryTitle(entriesOf(profile, list)[index] as Entry | undefined);
  return title === '' ? place : quoted(title);
}

const titleMax = 60;

function quoted(title: string): string {
  const short = title.length > titleMax ? `${title.slice(0, titleMax).trimEnd()}…` : title;
  return `“${short}”`;
}
