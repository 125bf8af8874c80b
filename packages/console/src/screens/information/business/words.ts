import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  who: ['Wewe ni nani', 'Who you are'],
  where: ['Mahali na mawasiliano', 'Where you are, and how to reach you'],
  first: ['Mteja anapofungua', 'What customers see first'],
  firstLead: [
    'Hiki ndicho mteja anachoona kwanza akifungua mazungumzo.',
    'The chat window opens with these.',
  ],
  hints: {
    about: [
      'Sentensi mbili au tatu: mnauza au mnafanya nini, na kwa nani.',
      'Two or three sentences: what you sell or do, and for whom.',
    ],
    address: [
      'Kama unavyomwelekeza mtu: barabara, jengo, alama ya karibu.',
      'As you would give directions: street, building, a landmark.',
    ],
    timezone: [
      'Huamua saa za kufungua, na nchi ya namba kama 0722 123 456.',
      'Decides when you are open, and the country of numbers such as 0722 123 456.',
    ],
    whatsapp: [
      'Mfano 0722 123 456 au +254 722 123 456.',
      'For example 0722 123 456 or +254 722 123 456.',
    ],
  },
  suggestion: (at: number) => [`Swali la kuanzia ${at}`, `Suggested question ${at}`],
  removeSuggestion: (at: number) => [`Ondoa swali la ${at}`, `Remove question ${at}`],
  addSuggestion: ['Ongeza swali la kuanzia', 'Add a suggested question'],
});
