/**
 * Hours, each price, contacts and small talk as passages, each in both languages: the reader was trained on this form
 * (`training/reader/site_texts.py`).
 */
import type { Language } from '@baraza/contract';
import { type Weekday, weekdays } from '@baraza/contract/plain';
import { pick, wordings } from '../../kernel/language/bilingual.ts';
import { monthNames, weekdayNames } from '../../kernel/language/calendar.ts';
import { withCommas } from '../fields/prices/money.ts';
import type { Business, Entry, Field } from '../knowledge.ts';
import { words } from '../words.ts';

const smallTalk = 'Salamu, asante, kwaheri, wewe ni nani. Greeting, thanks, goodbye, who are you.';

/** Without the passage for small talk if the site has no information at all. */
export function fieldPassages(business: Business, hasEntries: boolean): readonly Entry[] {
  const hours = hoursText(business);
  const contact = contactText(business);
  const fields = [
    ...(hours === '' ? [] : [entry({ kind: 'hours' }, hoursTitle, hours)]),
    ...business.prices.map((price, at) =>
      entry({ kind: 'price', at }, priceTitle, priceLine(price)),
    ),
    ...(contact === '' ? [] : [entry({ kind: 'contact' }, contactTitle, contact)]),
  ];
  const isEmpty = fields.length === 0 && !hasEntries;
  return isEmpty ? fields : [...fields, entry({ kind: 'talk' }, '', smallTalk)];
}

const hoursTitle = 'Saa za kufungua na kufunga. Opening hours.';
const priceTitle = 'Bei. Price.';
const contactTitle = 'Mawasiliano na mahali. Contact and place.';

function entry(field: Field, title: string, text: string): Entry {
  const common = { id: 'profile', kind: 'profile', url: null, alternatives: [] } as const;
  // The text is in both languages, so one index is enough.
  return { ...common, language: 'sw', title, text, field };
}

function hoursText({ hours, closed }: Business): string {
  const rows = hours.map((row) => {
    const named = weekdays.filter((day) => row.days.includes(day)).map(bothNames);
    return `${named.join(', ')} ${row.open}-${row.close}`;
  });
  const open = new Set(hours.flatMap((row) => row.days));
  const shut = weekdays.filter((day) => !open.has(day)).map(bothNames);
  const dates = closed.map(({ date, note }) => [dateText(date), ...wordings(note ?? '')].join(' '));
  return [
    ...rows,
    ...(hours.length > 0 && shut.length > 0 ? [`${shut.join(', ')} imefungwa closed`] : []),
    ...(dates.length > 0 ? [`imefungwa closed ${dates.join(', ')}`] : []),
  ].join('; ');
}

function dateText(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (year === undefined) return date;
  const at = Number(month) - 1;
  return `${Number(day)} ${monthNames.sw[at]} ${monthNames.en[at]} ${year}`;
}

function bothNames(day: Weekday): string {
  return `${weekdayNames.sw[day]} ${weekdayNames.en[day]}`;
}

function priceLine({ item, price = '', currency, unit, note }: Business['prices'][number]): string {
  const amount =
    typeof price === 'number' ? `${currency} ${String(price).replace(/^\d+/, withCommas)}` : price;
  const per = wordings(unit ?? '').join(' / ');
  const notes = wordings(note ?? '').join(' / ');
  return `${wordings(item).join(' / ')}: ${amount}${per && ` ${per}`}${notes && ` (${notes})`}`;
}

function contactText({ phone, whatsapp, email, address }: Business): string {
  return [
    phone && `phone ${phone}`,
    whatsapp && `whatsapp ${whatsapp}`,
    email && `email ${email}`,
    ...wordings(address),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** Description and address as searchable entries, for questions that no rule covers. */
export function profilePassages(business: Business, hasAbout: boolean): readonly Entry[] {
  const languages: readonly Language[] =
    business.languages.length > 0 ? business.languages : ['sw', 'en'];
  return languages.flatMap((language, index) => {
    const { aboutTitle, addressTitle, address: located } = words[language];
    const repeats = typeof business.about === 'string' && index > 0;
    const about = hasAbout || repeats ? '' : pick(business.about, language);
    const address = pick(business.address, language).replace(/[.\s]+$/, '');
    return [
      ...(about ? [profileEntry(aboutTitle, about, undefined)] : []),
      ...(address ? [profileEntry(addressTitle, located(address), language)] : []),
    ];
  });
}

function profileEntry(title: string, text: string, language: Language | undefined): Entry {
  return { id: 'profile', kind: 'profile', title, text, url: null, language, alternatives: [] };
}
