/** A small shop in Kisumu, for the tests of this room. */
import type { Ask, Business, Entry } from './knowledge.ts';

export const shop: Business = {
  name: 'Msaidizi',
  business: 'Duka la Amani',
  greeting: {
    sw: 'Karibu Duka la Amani! Nikusaidie nini?',
    en: 'Welcome to Amani! How can I help?',
  },
  about: {
    sw: 'Duka la Amani linauza vyakula na vifaa vya nyumbani mjini Kisumu.',
    en: 'Amani sells groceries and household goods in Kisumu.',
  },
  whatsapp: 'https://wa.me/254700111222',
  phone: '0700 111 222',
  email: 'info@amani.example',
  address: {
    sw: 'Barabara ya Oginga Odinga, karibu na Posta, Kisumu',
    en: 'Oginga Odinga Street, next to the Post Office, Kisumu',
  },
  timezone: 'Africa/Nairobi',
  hours: [
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '08:00', close: '17:30' },
    { days: ['sat'], open: '09:00', close: '13:00' },
  ],
  closed: [
    { date: '2026-12-12', note: { sw: 'Sikukuu ya Jamhuri', en: 'Jamhuri Day' } },
    { date: '2026-12-25', note: { sw: 'Krismasi', en: 'Christmas' } },
  ],
  prices: [
    {
      item: { sw: 'Mchele', en: 'Rice' },
      price: 180,
      currency: 'KES',
      unit: { sw: 'kilo', en: 'kilo' },
    },
    {
      item: { sw: 'Sukari', en: 'Sugar' },
      price: 150,
      currency: 'KES',
      unit: { sw: 'kilo', en: 'kilo' },
    },
    {
      item: { sw: 'Mafuta ya kupikia', en: 'Cooking oil' },
      price: 1500,
      currency: 'KES',
      unit: { sw: 'lita 5', en: '5 litres' },
    },
    { item: 'Unga wa ngano', price: '210', currency: 'KES', note: '2 kg' },
    {
      item: { sw: 'Tangi la maji lita 500', en: 'Water tank 500 litres' },
      price: 4900,
      currency: 'KES',
    },
    {
      item: { sw: 'Tangi la maji lita 1,000', en: 'Water tank 1,000 litres' },
      price: 8400,
      currency: 'KES',
    },
  ],
  languages: ['sw', 'en'],
  strictness: 'normal',
};

/** Sunday the 15th of November 2026, nine in the morning in Kisumu. */
export const sunday = '2026-11-15T09:00:00+03:00';
export const mondayMorning = '2026-11-16T10:00:00+03:00';

export function asked(
  question: string,
  more: Partial<Ask> & { readonly now?: string; readonly before?: string } = {},
): Ask {
  const { now = mondayMorning, before, ...rest } = more;
  return {
    question,
    history: before === undefined ? [] : [{ role: 'user', content: before }],
    language: undefined,
    mode: 'text',
    nowMs: Date.parse(now),
    ...rest,
  };
}

export function entry(
  id: string,
  kind: Entry['kind'],
  title: string,
  text: string,
  more: Partial<Entry> = {},
): Entry {
  return { id, kind, title, text, url: null, language: undefined, alternatives: [], ...more };
}
