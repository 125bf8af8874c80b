import { dictionary } from '../../../words/language.ts';

type Hints = Readonly<Partial<Record<string, string>>>;

const sw = {
  who: 'Wewe ni nani',
  where: 'Mahali na mawasiliano',
  first: 'Mteja anapofungua',
  firstLead: 'Hiki ndicho mteja anachoona kwanza akifungua mazungumzo.',
  hints: {
    about: 'Sentensi mbili au tatu: mnauza au mnafanya nini, na kwa nani.',
    address: 'Kama unavyomwelekeza mtu: barabara, jengo, alama ya karibu.',
    whatsapp: 'Pamoja na namba ya nchi, mfano +254 700 000 000.',
  } as Hints,
  suggestion: (at: number) => `Swali la kuanzia ${at}`,
  removeSuggestion: (at: number) => `Ondoa swali la ${at}`,
  addSuggestion: 'Ongeza swali la kuanzia',
};

export const t = dictionary(sw, {
  who: 'Who you are',
  where: 'Where you are, and how to reach you',
  first: 'What customers see first',
  firstLead: 'The chat window opens with these.',
  hints: {
    about: 'Two or three sentences: what you sell or do, and for whom.',
    address: 'As you would give directions: street, building, a landmark.',
    whatsapp: 'With the country code, for example +254 700 000 000.',
  },
  suggestion: (at) => `Suggested question ${at}`,
  removeSuggestion: (at) => `Remove question ${at}`,
  addSuggestion: 'Add a suggested question',
});
