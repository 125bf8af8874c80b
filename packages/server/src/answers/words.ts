/** Every sentence that a visitor reads beside the approved ones, in both languages. */
import type { Language } from '@baraza/contract';
import type { Ask } from './knowledge.ts';
import { lexicon } from './text/lexicon.ts';

export interface Ways {
  readonly phone: string;
  readonly whatsapp: string;
  readonly email: string;
}

interface Words {
  readonly pricesTitle: string;
  readonly contactsTitle: string;
  readonly addressTitle: string;
  readonly aboutTitle: string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly jambo: string;
  readonly acknowledged: string;
  readonly help: string;
  readonly wordless: string;
  readonly pictures: string;
  readonly languageChanged: string;
  readonly insult: string;
  readonly complaint: string;
  readonly person: string;
  robot(name: string, business: string): string;
  readonly refusal: string;
  /** After what is known of a question in two parts. */
  readonly otherPartUnknown: string;
  /** A refusal that names what is listed of the same thing. */
  sizeRefusal(listed: readonly string[]): string;
  greeting(business: string): string;
  elder(business: string): string;
  readonly howAreYou: string;
  readonly slang: string;
  whoAmI(name: string, business: string): string;
  /** Around what the information says in the other language. */
  quoted(sentences: string): string;
  price(item: string, price: string): string;
  free(item: string, price: string): string;
  total(count: number, sum: string): string;
  together(sum: string): string;
  prices(lines: readonly string[], more: boolean, mode: Ask['mode']): string;
  address(place: string): string;
  contacts(ways: Ways): string;
  contactsQuote(ways: Ways): string;
}

// Items that are called a price themselves.
const isPrice = /^(?:fees?|prices?|costs?|charges?|rates?|karo|ada|bei|gharama|nauli|tiketi)\b/i;

// A name of words alone can be the subject of a sentence; one with sizes or brackets cannot.
const isPlainName = /^[\p{L}'’-]+(?: [\p{L}'’-]+)*$/u;
const sw: Words = {
  pricesTitle: 'Bei',
  contactsTitle: 'Mawasiliano',
  addressTitle: 'Mahali tulipo',
  aboutTitle: 'Kuhusu sisi',
  thanks: 'Karibu sana! Uliza tu ukihitaji jambo lingine.',
  goodbye: 'Kwaheri, na karibu tena!',
  jambo: 'Sijambo, asante! Nikusaidie nini leo?',
  acknowledged: 'Sawa. Uliza tu ukihitaji jambo lingine.',
  help: 'Ndiyo, karibu! Ungependa kujua nini?',
  wordless: 'Ungependa kujua nini?',
  pictures:
    'Samahani, sijaelewa; tafadhali uliza kwa maneno, au wasiliana nasi moja kwa moja tukusaidie.',
  languageChanged: 'Sawa, tuendelee kwa Kiswahili. Ungependa kujua nini?',
  insult: 'Pole kama hatujakufurahisha; niko tayari kukusaidia.',
  complaint: 'Pole sana kwa usumbufu; tungependa kulisikia na kulitatua.',
  person: 'Karibu, tutafurahi kuongea nawe.',
  robot: (name, business) =>
    `${sw.whoAmI(name, business).slice(0, -1)}; ninajibu kiotomatiki, mimi si mtu.`,
  refusal:
    'Samahani, sina taarifa hiyo kwa sasa; tafadhali wasiliana nasi moja kwa moja tukusaidie.',
  otherPartUnknown: 'Kuhusu sehemu nyingine ya swali lako sina taarifa; tafadhali wasiliana nasi.',
  sizeRefusal: (names) =>
    `Samahani, ukubwa huo haumo kwenye orodha yetu ya bei, ila tuna ${listed(names, 'na')}; tafadhali ` +
    'wasiliana nasi moja kwa moja tukusaidie.',
  greeting: (business) => `Habari! Karibu${business ? ` ${business}` : ''}. Nikusaidie nini leo?`,
  howAreYou: 'Nzuri sana, asante! Nikusaidie nini leo?',
  slang: 'Poa sana! Nikusaidie nini leo?',
  elder: (business) => `Marahaba! Karibu${business ? ` ${business}` : ''}. Nikusaidie nini leo?`,
  whoAmI: (name, business) => {
    if (name && business && name !== business)
      return `Mimi ni ${name}, msaidizi wa ${business} mtandaoni.`;
    return business || name
      ? `Mimi ni msaidizi wa ${business || name} mtandaoni.`
      : 'Mimi ni msaidizi wa tovuti hii.';
  },
  quoted: (sentences) => `Kulingana na taarifa zetu: “${sentences}”`,
  price: (item, price) =>
    isPrice.test(item) ? `${item}: ${price}.` : `Bei ya ${inSentence(item)} ni ${price}.`,
  free: (item, price) => `${item} ni ${price}.`,
  total: (count, sum) => `Jumla ya ${count} ni ${sum}.`,
  together: (sum) => `Kwa pamoja ni ${sum}.`,
  prices: (lines, more, mode) =>
    mode === 'voice'
      ? `Bei zetu ni: ${lines.join('; ')}${more ? '; na nyinginezo' : ''}.`
      : `Bei zetu:\n${lines.map((line) => `• ${line}`).join('\n')}${more ? '\n• …' : ''}`,
  address: (place) => `Tunapatikana ${place}.`,
  contacts: ({ phone, whatsapp, email }) => {
    const same = isSameNumber(phone, whatsapp);
    const parts = [
      phone && `kwa simu ${same ? 'au WhatsApp ' : ''}${phone}`,
      whatsapp && !same ? `kwa WhatsApp ${whatsapp}` : '',
      email && `kwa barua pepe ${email}`,
    ].filter((part) => part !== '');
    return parts.length === 0 ? '' : `Unaweza kuwasiliana nasi ${listed(parts, 'au')}.`;
  },
  contactsQuote: (ways) => waysQuote(ways, 'Simu', 'Barua pepe'),
};

const en: Words = {
  pricesTitle: 'Prices',
  contactsTitle: 'Contacts',
  addressTitle: 'Where we are',
  aboutTitle: 'About us',
  thanks: "You're welcome! Just ask if you need anything else.",
  goodbye: 'Goodbye, and welcome back any time!',
  jambo: "I'm fine, thank you! How can I help you today?",
  acknowledged: 'All right. Just ask if you need anything else.',
  help: 'Of course! What would you like to know?',
  wordless: 'What would you like to know?',
  pictures:
    'Sorry, I did not understand that; please ask in words, or contact us directly and we will help you.',
  languageChanged: 'Sure, let us continue in English. What would you like to know?',
  insult: 'I am sorry that we have let you down; I am here to help.',
  complaint: 'I am very sorry about that; we would like to hear about it and put it right.',
  person: 'Of course, we will be glad to talk to you.',
  robot: (name, business) =>
    `${en.whoAmI(name, business).slice(0, -1)}; I answer automatically and am not a person.`,
  refusal: "Sorry, I don't have that information; please contact us directly and we will help you.",
  otherPartUnknown:
    "About the other part of your question I don't have information; please contact us.",
  sizeRefusal: (names) =>
    `Sorry, that size is not on our price list, but we have ${listed(names, 'and')}; please contact us ` +
    'directly and we will help you.',
  greeting: (business) =>
    business ? `Hello, welcome to ${business}! How can I help you?` : 'Hello! How can I help you?',
  howAreYou: "I'm very well, thank you! How can I help you today?",
  slang: "I'm great, thanks! How can I help you today?",
  elder: (business) => `Marahaba! Welcome${business ? ` to ${business}` : ''}. How can I help you?`,
  whoAmI: (name, business) => {
    if (name && business && name !== business)
      return `I am ${name}, the online assistant of ${business}.`;
    return business || name
      ? `I am the online assistant of ${business || name}.`
      : 'I am the assistant of this website.';
  },
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
  contacts: ({ phone, whatsapp, email }) => {
    const same = isSameNumber(phone, whatsapp);
    const parts = [
      phone && `by phone ${same ? 'or WhatsApp ' : ''}on ${phone}`,
      whatsapp && !same ? `on WhatsApp at ${whatsapp}` : '',
      email && `by e-mail at ${email}`,
    ].filter((part) => part !== '');
    return parts.length === 0 ? '' : `You can reach us ${listed(parts, 'or')}.`;
  },
  contactsQuote: (ways) => waysQuote(ways, 'Phone', 'E-mail'),
};

export const words: { readonly [language in Language]: Words } = { sw, en };

/** The name of a thing inside a sentence; a name or an abbreviation keeps its capital. */
function inSentence(item: string): string {
  const [, first = '', rest = ''] = /^(\p{Lu}\p{Ll}+)(?![\p{L}\p{N}])(.*)$/u.exec(item) ?? [];
  const common = / (?:ya|wa|la|za|cha|vya|kwa) /.test(` ${rest.trim()} `);
  const isName = /^\s+\p{Lu}\p{Ll}/u.test(rest);
  if (first === '' || isName || !(common || isKnown(first))) return item;
  return first.toLowerCase() + rest;
}

function isPlural(item: string): boolean {
  const [head = ''] = item.split(/ (?:of|for|with|in|on|to|from) /i);
  const last = head.split(' ').at(-1)?.toLowerCase() ?? '';
  return /[^sui]s$/.test(last) && !singular.has(last);
}

const singular = new Set(['gas', 'lens', 'news', 'maths', 'mathematics', 'physics']);

function isKnown(word: string): boolean {
  return lexicon().translations(word.toLowerCase(), 'sw').length > 0;
}

function isSameNumber(phone: string, whatsapp: string): boolean {
  return phone.replace(/\D/g, '') === whatsapp.replace(/\D/g, '');
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
