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
  reasons: {
    own_question:
      'Swali hili lipo kwenye Maswali yako, kwa hivyo jibu lake limetolewa kama lilivyo.',
    small_talk: 'Ni salamu au shukrani, kwa hivyo msaidizi amejibu kwa adabu tu.',
    read: 'Jibu limesomwa kutoka kwa taarifa zako zilizo hapa chini.',
    field: 'Jibu limetoka kwa taarifa za biashara yako, kama saa, bei au mawasiliano.',
    no_question: 'Hakuna swali ndani yake, kwa hivyo hakuna cha kujibu.',
    not_sure: 'Kuna taarifa zinazokaribia, lakini hazijibu swali hili kwa uhakika.',
    nothing_found: 'Hakuna ulichoandika kinachohusu swali hili.',
    not_read: 'Msaidizi hakuweza kusoma vizuri sasa. Jaribu tena baada ya muda mfupi.',
  },
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
    reasons: {
      own_question: 'This is one of your Questions, so its answer was given as you wrote it.',
      small_talk: 'It is a greeting or thanks, so the assistant was just polite.',
      read: 'The answer was read from your information below.',
      field: 'The answer comes from what is known of your business: hours, prices or contacts.',
      no_question: 'There is no question in it, so there is nothing to answer.',
      not_sure: 'Some of your information comes near, but does not surely answer this.',
      nothing_found: 'Nothing that you wrote is about this.',
      not_read: 'The assistant could not read closely just now. Try again in a little while.',
    },
    teach: 'Write the answer under Questions, then try again.',
  },
};
