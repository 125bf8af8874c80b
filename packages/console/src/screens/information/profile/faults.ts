/** What the server would refuse, found before it is sent, so that all of it is told at once. */
import type { Profile } from '@baraza/contract';
import {
  amountFromWords,
  closesNextDay,
  copiedAddress,
  internationalNumber,
  isEmailAddress,
  isPrice,
  isTelephone,
  namesAmount,
  profileLists,
  siteLimits,
} from '@baraza/contract/plain';
import { entriesOf, isEmptyText, isSame } from './profile.ts';

/** The faults of what differs from `base`, in the words of the server. */
export function faultsIn(sent: Profile, base: Profile): readonly string[] {
  return [...fieldFaults(sent, base), ...hourFaults(sent, base), ...entryFaults(sent, base)];
}

/** What a typed price must be, in the words of the server; undefined if it is one, or empty. */
export function priceFault(price: number | string | undefined): string | undefined {
  if (price === undefined || String(price).trim() === '') return undefined;
  if (!isPrice(price)) return 'must be a number that is not negative.';
  if (typeof price === 'number') return undefined;
  const isUnread = namesAmount(price) && amountFromWords(price) === undefined;
  return isUnread ? 'must be written in digits.' : undefined;
}

const telephone = 'must be a telephone number.';
const email = 'must be an address like duka@example.com.';
const page = 'must be an address like https://example.com/page.';

function fieldFaults(sent: Profile, base: Profile): readonly string[] {
  const rules = [
    ['phone', sent.phone, base.phone, isTelephone, telephone],
    [
      'whatsapp',
      sent.whatsapp,
      base.whatsapp,
      (text) =>
        /[a-z]\.[a-z]/i.test(text) || internationalNumber(text, sent.timezone) !== undefined,
      telephone,
    ],
    ['email', sent.email, base.email, isMail, email],
    ['notify.email', sent.notify.email, base.notify.email, isMail, email],
    ['notify.webhook', sent.notify.webhook, base.notify.webhook, isPage, page],
    [
      'retention_days',
      String(sent.retention_days),
      String(base.retention_days),
      (text) => /^[1-9]\d*$/.test(text) && Number(text) <= siteLimits.retentionDaysMax,
      `must be a whole number from 1 to ${siteLimits.retentionDaysMax}.`,
    ],
  ] as const satisfies readonly Rule[];
  return (rules as readonly Rule[])
    .filter(([, text = '', before, isRight]) => {
      const written = text.trim();
      return written !== '' && text !== before && !isRight(written);
    })
    .map(([field, , , , rule]) => `${field} ${rule}`);
}

type Rule = readonly [
  field: string,
  text: string | undefined,
  before: string | undefined,
  isRight: (text: string) => boolean,
  rule: string,
];

function isMail(text: string): boolean {
  return isEmailAddress(copiedAddress(text));
}

function isPage(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
}

function hourFaults(sent: Profile, base: Profile): readonly string[] {
  return sent.hours.flatMap((row, at) => {
    const isAsked = closesNextDay(row) && row.nextDay !== true;
    if (!isAsked || base.hours.some((one) => isSame(one, row))) return [];
    return [`hours[${at}].close must be after ${row.open}, or with "nextDay":true.`];
  });
}

const required = ['question', 'answer', 'text', 'item'];

function entryFaults(sent: Profile, base: Profile): readonly string[] {
  return profileLists.flatMap((list) => {
    const known = new Map(entriesOf(base, list).map((entry) => [entry.id, entry]));
    return entriesOf(sent, list).flatMap((entry, at) => {
      const before = known.get(entry.id);
      if (isSame(before, entry)) return [];
      const place = `${list}[${at}]`;
      const empty = required
        .filter((name) => name in entry && isEmptyText(entry[name]))
        .map((name) => `${place}.${name} must not be empty.`);
      const { url, price } = entry as { readonly url?: string; readonly price?: string | number };
      const isWrong = url !== undefined && url.trim() !== '' && !isPage(url.trim());
      const isBare = list === 'prices' && (price ?? '') === '' && isEmptyText(entry.note);
      const unread = price === before?.price ? undefined : priceFault(price);
      const noPrice = isBare ? 'must be a number that is not negative.' : unread;
      return [
        ...empty,
        ...(isWrong ? [`${place}.url ${page}`] : []),
        ...(noPrice === undefined ? [] : [`${place}.price ${noPrice}`]),
      ];
    });
  });
}
