import type { Words } from '../../../words/language.ts';

const sw = {
  who: 'Wewe ni nani',
  where: 'Mahali na mawasiliano',
  first: 'Mteja anapofungua',
  firstLead: 'Hiki ndicho mteja anachoona kwanza kwenye dirisha la maongezi.',
  hints: {
    business: undefined,
    about: 'Sentensi mbili au tatu: mnauza au mnafanya nini, na kwa nani.',
    address: 'Kama unavyomwelekeza mtu: barabara, jengo, alama ya karibu.',
    greeting: undefined,
    phone: undefined,
    whatsapp: 'Pamoja na namba ya nchi, mfano +254 700 000 000.',
    email: undefined,
  },
  suggestion: (at: number) => `Swali la kupendekeza ${at}`,
  removeSuggestion: (at: number) => `Ondoa swali la ${at}`,
  addSuggestion: 'Ongeza swali la kupendekeza',
};

export const words: Words<
  Omit<typeof sw, 'hints'> & {
    readonly hints: Readonly<Record<keyof typeof sw.hints, string | undefined>>;
  }
> = {
  sw,
  en: {
    who: 'Who you are',
    where: 'Where you are, and how to reach you',
    first: 'When a customer opens it',
    firstLead: 'This is what a customer sees first in the chat window.',
    hints: {
      business: undefined,
      about: 'Two or three sentences: what you sell or do, and for whom.',
      address: 'As you would tell somebody the way: street, building, a landmark.',
      greeting: undefined,
      phone: undefined,
      whatsapp: 'With the country code, for example +254 700 000 000.',
      email: undefined,
    },
    suggestion: (at: number) => `Suggested question ${at}`,
    removeSuggestion: (at: number) => `Remove question ${at}`,
    addSuggestion: 'Add a suggested question',
  },
};
