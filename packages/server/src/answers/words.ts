/** Every sentence that a visitor reads besides the approved ones, in both languages. */
import type { Language } from '@baraza/contract';
import type { Ask } from './knowledge.ts';
import { lexicon } from './text/lexicon.ts';

export interface Ways {
  readonly phone: string;
  readonly whatsapp: string;
  readonly email: string;
}

/** `business` and `name` (of the assistant) are '' if not set. */
type TalkLine = string | ((business: string, name: string) => string);

type Words = typeof sw;

const whoAmI: { readonly [language in Language]: (business: string, name: string) => string } = {
  sw: (business, name) => {
    if (name && business && name !== business)
      return `Mimi ni ${name}, msaidizi wa ${business} mtandaoni.`;
    return business || name
      ? `Mimi ni msaidizi wa ${business || name} mtandaoni.`
      : 'Mimi ni msaidizi wa tovuti hii.';
  },
  en: (business, name) => {
    if (name && business && name !== business)
      return `I am ${name}, the online assistant of ${business}.`;
    return business || name
      ? `I am the online assistant of ${business || name}.`
      : 'I am the assistant of this website.';
  },
};

// Items whose name already is a kind of price: `Fees`, `Karo`.
const isPrice = /^(?:fees?|prices?|costs?|charges?|rates?|karo|ada|bei|gharama|nauli|tiketi)\b/i;

// Only a name without digits and brackets can be the subject of a sentence.
const isPlainName = /^[\p{L}'’-]+(?: [\p{L}'’-]+)*$/u;
const swahiliTalk = {
  greeting: (business) => `Habari! Karibu${business ? ` ${business}` : ''}. Nikusaidie nini leo?`,
  elder: (business) => `Marahaba! Karibu${business ? ` ${business}` : ''}. Nikusaidie nini leo?`,
  'how-are-you': 'Nzuri sana, asante! Nikusaidie nini leo?',
  slang: 'Poa sana! Nikusaidie nini leo?',
  jambo: 'Sijambo, asante! Nikusaidie nini leo?',
  thanks: 'Karibu sana! Uliza tu ukihitaji jambo lingine.',
  goodbye: 'Kwaheri, na karibu tena!',
  'who-are-you': whoAmI.sw,
  help: 'Ndiyo, karibu! Ungependa kujua nini?',
  acknowledged: 'Sawa. Uliza tu ukihitaji jambo lingine.',
  robot: (business, name) =>
    `${whoAmI.sw(business, name).slice(0, -1)}; ninajibu kiotomatiki, mimi si mtu.`,
  language: 'Sawa, tuendelee kwa Kiswahili. Ungependa kujua nini?',
  insult: 'Pole kama hatujakufurahisha; niko tayari kukusaidia.',
  complaint: 'Pole sana kwa usumbufu; tungependa kulisikia na kulitatua.',
  person: 'Karibu, tutafurahi kuongea nawe.',
  wordless: 'Ungependa kujua nini?',
  pictures:
    'Samahani, sijaelewa; tafadhali uliza kwa maneno, au wasiliana nasi moja kwa moja tukusaidie.',
} satisfies { readonly [kind: string]: TalkLine };

export type SmallTalk = keyof typeof swahiliTalk;
type Talk = { readonly [kind in SmallTalk]: TalkLine };

const sw = {
  pricesTitle: 'Bei',
  contactsTitle: 'Mawasiliano',
  addressTitle: 'Mahali tulipo',
  aboutTitle: 'Kuhusu sisi',
  talk: swahiliTalk as Talk,
  refusal:
    'Samahani, sina taarifa hiyo kwa sasa; tafadhali wasiliana nasi moja kwa moja tukusaidie.',
  /** Appended if only one part of a question in two parts could be answered. */
  otherPartUnknown: 'Kuhusu sehemu nyingine ya swali lako sina taarifa; tafadhali wasiliana nasi.',
  /** `names` are the listed sizes of the same item. */
  sizeRefusal: (names: readonly string[]) =>
    `Samahani, ukubwa huo haumo kwenye orodha yetu ya bei, ila tuna ${listed(names, 'na')}; tafadhali ` +
    'wasiliana nasi moja kwa moja tukusaidie.',
  /** Introduces a quotation in the other language. */
  quoted: (sentences: string) => `Kulingana na taarifa zetu: “${sentences}”`,
  price: (item: string, price: string) =>
    isPrice.test(item) ? `${item}: ${price}.` : `Bei ya ${inSentence(item)} ni ${price}.`,
  free: (item: string, price: string) => `${item} ni ${price}.`,
  total: (count: number, sum: string) => `Jumla ya ${count} ni ${sum}.`,
  together: (sum: string) => `Kwa pamoja ni ${sum}.`,
  prices: (lines: readonly string[], more: boolean, mode: Ask['mode']) =>
    mode === 'voice'
      ? `Bei zetu ni: ${lines.join('; ')}${more ? '; na nyinginezo' : ''}.`
      : `Bei zetu:\n${lines.map((line) => `• ${line}`).join('\n')}${more ? '\n• …' : ''}`,
  address: (place: string) => `Tunapatikana ${place}.`,
  contacts: (ways: Ways) => {
    const parts = waysListed(ways, [
      'kwa simu ',
      'au WhatsApp ',
      'kwa WhatsApp ',
      'kwa barua pepe ',
    ]);
    return parts.length === 0 ? '' : `Unaweza kuwasiliana nasi ${listed(parts, 'au')}.`;
  },
  contactsQuote: (ways: Ways) => waysQuote(ways, 'Simu', 'Barua pepe'),
};

const en: Words = {
  pricesTitle: 'Prices',
  contactsTitle: 'Contacts',
  addressTitle: 'Where we are',
  aboutTitle: 'About us',
  talk: {
    greeting: (business) =>
      business
        ? `Hello, welcome to ${business}! How can I help you?`
        : 'Hello! How can I help you?',
    elder: (business) =>
      `Marahaba! Welcome${business ? ` to ${business}` : ''}. How can I help you?`,
    'how-are-you': "I'm very well, thank you! How can I help you today?",
    slang: "I'm great, thanks! How can I help you today?",
    jambo: "I'm fine, thank you! How can I help you today?",
    thanks: "You're welcome! Just ask if you need anything else.",
    goodbye: 'Goodbye, and welcome back any time!',
    'who-are-you': whoAmI.en,
    help: 'Of course! What would you like to know?',
    acknowledged: 'All right. Just ask if you need anything else.',
    robot: (business, name) =>
      `${whoAmI.en(business, name).slice(0, -1)}; I answer automatically and am not a person.`,
    language: 'Sure, let us continue in English. What would you like to know?',
    insult: 'I am sorry that we have let you down; I am here to help.',
    complaint: 'I am very sorry about that; we would like to hear about it and put it right.',
    person: 'Of course, we will be glad to talk to you.',
    wordless: 'What would you like to know?',
    pictures:
      'Sorry, I did not understand that; please ask in words, or contact us directly and we will help you.',
  },
  refusal: "Sorry, I don't have that information; please contact us directly and we will help you.",
  otherPartUnknown:
    "About the other part of your question I don't have information; please contact us.",
  sizeRefusal: (names) =>
    `Sorry, that size is not on our price list, but we have ${listed(names, 'and')}; please contact us ` +
    'directly and we will help you.',
  quoted: (sentences) => `According to our information: “${sentences}”`,
  price: (item, price) =>
    isPrice.test(item) || !isPlainName.test(item)
      ? `${item}: ${price}.`
      : `${item} ${isPlural(item) ? 'are' : 'is'} ${price}.`,
  free: (item, price) => `${item}: ${price}.`,
  total: (count, sum) => `${count} cost ${sum}.`,
  together: (sum) => `Together that is ${sum}.`,
  prices: (lines, more, mode) =>
    mode === 'voice'
      ? `Our prices are: ${lines.join('; ')}${more ? '; and others' : ''}.`
      : `Our prices:\n${lines.map((line) => `• ${line}`).join('\n')}${more ? '\n• …' : ''}`,
  address: (place) => `You can find us at ${place}.`,
  contacts: (ways) => {
    const names = ['by phone ', 'or WhatsApp ', 'on WhatsApp at ', 'by e-mail at '] as const;
    const parts = waysListed(ways, names, 'on ');
    return parts.length === 0 ? '' : `You can reach us ${listed(parts, 'or')}.`;
  },
  contactsQuote: (ways) => waysQuote(ways, 'Phone', 'E-mail'),
};

export const words: { readonly [language in Language]: Words } = { sw, en };

/** The item's name in the middle of a sentence: lower case unless it is a proper name or an abbreviation. */
function inSentence(item: string): string {
  const [, first = '', rest = ''] = /^(\p{Lu}\p{Ll}+)(?![\p{L}\p{N}])(.*)$/u.exec(item) ?? [];
  const common = / (?:ya|wa|la|za|cha|vya|kwa) /.test(` ${rest.trim()} `);
  const isName = /^\s+\p{Lu}\p{Ll}/u.test(rest);
  if (
    first === '' ||
    isName ||
    !(common || lexicon().translations(first.toLowerCase(), 'sw').length > 0)
  )
    return item;
  return first.toLowerCase() + rest;
}

function isPlural(item: string): boolean {
  const [head = ''] = item.split(/ (?:of|for|with|in|on|to|from) /i);
  const last = head.split(' ').at(-1)?.toLowerCase() ?? '';
  return /[^sui]s$/.test(last) && !singular.has(last);
}

const singular = new Set(['gas', 'lens', 'news', 'maths', 'mathematics', 'physics']);

/** Puts a phrase before each way; `alsoWhatsapp` for a phone number that is also on WhatsApp. */
function waysListed(
  { phone, whatsapp, email }: Ways,
  [byPhone, alsoWhatsapp, onWhatsapp, byEmail]: readonly [string, string, string, string],
  before = '',
): readonly string[] {
  const isSame = phone.replace(/\D/g, '') === whatsapp.replace(/\D/g, '');
  return [
    phone && `${byPhone}${isSame ? alsoWhatsapp : ''}${before}${phone}`,
    whatsapp && !isSame ? `${onWhatsapp}${whatsapp}` : '',
    email && `${byEmail}${email}`,
  ].filter((part) => part !== '');
}

function waysQuote({ phone, whatsapp, email }: Ways, phoneName: string, emailName: string): string {
  return [
    phone && `${phoneName}: ${phone}`,
    whatsapp && `WhatsApp: ${whatsapp}`,
    email && `${emailName}: ${email}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** `A, B na C`. */
export function listed(items: readonly string[], word: string): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}
