import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Jaribu swali', 'Try a question'],
  lead: [
    'Uliza kama mteja. Jibu linatoka kwa ulichoandika sasa, hata kabla ya kuhifadhi.',
    'Ask as a customer would. The answer uses what you have written, even before you save.',
  ],
  question: ['Swali la mteja', "A customer's question"],
  ask: ['Uliza', 'Ask'],
  ideas: [
    ['Mnafungua saa ngapi?', 'Mko wapi?'],
    ['When are you open?', 'Where are you?'],
  ],
  answered: ['Limejibiwa', 'Answered'],
  refused: ['Halina jibu', 'No answer'],
  unread: ['Halijasomwa', 'Not read'],
  busyTitle: ['Maswali ni mengi sasa', 'Too busy right now'],
  busy: [
    'Watu wengi wanauliza kwa sasa, kwa hivyo swali hili halijasomwa. Jaribu tena baada ya muda mfupi.',
    'Many people are asking right now, so this question was not read. Try again in a moment.',
  ],
  from: ['Jibu limetoka hapa', 'What the answer is based on'],
  others: (count: number) => [`Mengine yaliyosomwa (${count})`, `Also considered (${count})`],
  notRead: [
    'Ina baadhi ya maneno ya swali, lakini haikuhitajika.',
    'It matches some words, but was not needed.',
  ],
  aboutOther: ['Inahusu jambo lingine.', 'It is about something else.'],
  far: [
    'Inakaribia, lakini haijibu swali hili.',
    'It is related, but does not answer this question.',
  ],
  near: [
    'Nayo inafaa, lakini nyingine inafaa zaidi.',
    'It also fits, but another one fits better.',
  ],
  reasons: {
    own_question: [
      'Swali hili lipo kwenye Maswali ya kawaida, kwa hivyo jibu ni lile uliloandika.',
      'This is one of your common questions, so the answer is the one you wrote.',
    ],
    small_talk: [
      'Ni salamu au shukrani, kwa hivyo msaidizi amejibu kwa adabu tu.',
      'This is a greeting or thanks, so the assistant gave a polite reply.',
    ],
    read: [
      'Jibu limesomwa kutoka kwa taarifa zako zilizo hapa chini.',
      'The answer comes from the information below.',
    ],
    field: [
      'Jibu limetoka kwa taarifa za biashara yako, kama saa, bei au mawasiliano.',
      'The answer comes from your business details: hours, prices or contacts.',
    ],
    no_question: [
      'Hakuna swali ndani yake, kwa hivyo hakuna cha kujibu.',
      'This is not a question, so there is nothing to answer.',
    ],
    not_sure: [
      'Kuna taarifa zinazokaribia, lakini hazijibu swali hili kwa uhakika.',
      'Some of your information is related, but does not clearly answer this.',
    ],
    nothing_found: [
      'Hakuna ulichoandika kinachohusu swali hili.',
      'None of your information is about this.',
    ],
    not_read: [
      'Msaidizi hakuweza kusoma vizuri sasa. Jaribu tena baada ya muda mfupi.',
      'The assistant could not read your information just now. Try again in a moment.',
    ],
  },
  teach: [
    'Andika jibu kwenye Maswali ya kawaida, kisha jaribu tena.',
    'Add the answer under Common questions, then try again.',
  ],
  toFaqs: ['Nenda kwenye Maswali ya kawaida', 'Go to Common questions'],
  addAnswer: ['Andika jibu', 'Write the answer'],
});
