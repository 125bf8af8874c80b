/** Every sentence that a visitor reads beside the approved ones, in both languages. */
import type { Ask, Language } from './answers.ts';

export interface Ways {
  readonly phone: string;
  readonly whatsapp: string;
  readonly email: string;
}

export interface Words {
  readonly pricesTitle: string;
  readonly contactsTitle: string;
  readonly addressTitle: string;
  readonly aboutTitle: string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly jambo: string;
  readonly acknowledged: string;
  readonly help: string;
  readonly refusal: string;
  greeting(business: string): string;
  elder(business: string): string;
  readonly howAreYou: string;
  readonly slang: string;
  whoAmI(name: string, business: string): string;
  /** Around what the information says in the other language. */
  quoted(sentences: string): string;
  price(item: string, price: string): string;
  prices(lines: readonly string[], more: boolean, mode: Ask['mode']): string;
  address(place: string): string;
  contacts(ways: Ways): string;
  contactsQuote(ways: Ways): string;
}

// Items that are called a price themselves.
const isPrice = /^(?:fees?|prices?|costs?|charges?|rates?|karo|ada|bei|gharama|nauli|tiketi)\b/i;

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
  refusal:
    'Samahani, sina taarifa hiyo kwa sasa; tafadhali wasiliana nasi moja kwa moja tukusaidie.',
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
    isPrice.test(item) ? `${item}: ${price}.` : `Bei ya ${item} ni ${price}.`,
  prices: (lines, more, mode) =>
    mode === 'voice'
      ? `Bei zetu ni: ${lines.join('; ')}${more ? '; na nyinginezo' : ''}.`
      : `Bei zetu:\n${lines.map((line) => `• ${line}`).join('\n')}${more ? '\n• …' : ''}`,
  address: (place) => `Tunapatikana ${place}.`,
  contacts: ({ phone, whatsapp, email }) => {
    const parts = [
      phone && `kwa simu ${phone}`,
      whatsapp && whatsapp !== phone ? `kwa WhatsApp ${whatsapp}` : '',
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
  refusal: "Sorry, I don't have that information; please contact us directly and we will help you.",
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
    isPrice.test(item) ? `${item}: ${price}.` : `The price of ${item} is ${price}.`,
  prices: (lines, more, mode) =>
    mode === 'voice'
      ? `Our prices are: ${lines.join('; ')}${more ? '; and others' : ''}.`
      : `Our prices:\n${lines.map((line) => `• ${line}`).join('\n')}${more ? '\n• …' : ''}`,
  address: (place) => `You can find us at ${place}.`,
  contacts: ({ phone, whatsapp, email }) => {
    const parts = [
      phone && `by phone on ${phone}`,
      whatsapp && whatsapp !== phone ? `on WhatsApp at ${whatsapp}` : '',
      email && `by e-mail at ${email}`,
    ].filter((part) => part !== '');
    return parts.length === 0 ? '' : `You can reach us ${listed(parts, 'or')}.`;
  },
  contactsQuote: (ways) => waysQuote(ways, 'Phone', 'E-mail'),
};

export const words: { readonly [language in Language]: Words } = { sw, en };

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
