import type { Words } from '../../../words/language.ts';

const sw = {
  title: 'Jaribu swali',
  lead: 'Uliza kama mteja. Jibu linatoka kwa ulichoandika sasa, hata kabla ya kuhifadhi.',
  question: 'Swali la mteja',
  ask: 'Uliza',
  answered: 'Limejibiwa',
  refused: 'Halina jibu',
  from: 'Jibu limetoka hapa',
  others: (count: number) => `Mengine yaliyosomwa (${count})`,
  notRead: 'Ilipatikana kwa maneno, lakini haikuhitajika.',
  aboutOther: 'Inahusu jambo lingine.',
  far: 'Inakaribia, lakini haijibu swali hili.',
  near: 'Nayo inafaa, lakini nyingine inafaa zaidi.',
  teach: 'Andika jibu kwenye Maswali, kisha jaribu tena.',
};

export const words: Words<typeof sw> = {
  sw,
  en: {
    title: 'Try a question',
    lead: 'Ask as a customer would. The answer comes from what is written now, even before you save.',
    question: "A customer's question",
    ask: 'Ask',
    answered: 'Answered',
    refused: 'No answer',
    from: 'The answer came from here',
    others: (count: number) => `What else was read (${count})`,
    notRead: 'Found by its words, but it was not needed.',
    aboutOther: 'It is about something else.',
    far: 'It comes near, but does not answer this question.',
    near: 'It fits too, but another one fits better.',
    teach: 'Write the answer under Questions, then try again.',
  },
};
