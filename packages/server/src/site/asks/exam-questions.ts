/** A made-up business and questions with known answers, to tell an answer from a near miss. */
import type { Language } from '@baraza/contract';

/** Title, which may be '', and text; the first is `i1`. */
export const examInformation: readonly (readonly [string, string])[] = [
  [
    'Saa za kufungua na kufunga. Opening hours.',
    'Jumatatu Monday, Jumanne Tuesday, Jumatano Wednesday, Alhamisi Thursday, Ijumaa Friday ' +
      '07:30-18:00; Jumamosi Saturday 08:00-13:00; Jumapili Sunday imefungwa closed',
  ],
  ['Bei. Price.', 'Puncture repair, bicycle: KES 80'],
  ['Bei. Price.', 'Puncture repair, motorcycle: KES 150'],
  ['Bei. Price.', 'Full bicycle service: KES 900'],
  ['Bei. Price.', 'Child seat hire per day: KES 120'],
  ['Mawasiliano na mahali. Contact and place.', 'phone 0711 000 222; Oginga Odinga Street, Kisumu'],
  [
    'Do you buy old bicycles?',
    'Yes, if the frame is straight and you bring the receipt or your ID. We do not buy electric bicycles.',
  ],
  [
    'Mnakodisha baiskeli?',
    'Ndiyo, kwa watu wazima tu. Amana ni KES 2,000 na hurudishwa baiskeli ikirudi bila kuharibika.',
  ],
  [
    'How long does a service take?',
    'A full service takes two days. Bicycles brought before nine on Monday are ready the same evening.',
  ],
  ['', 'We repair motorcycles up to 150 cc only. Larger ones are sent to our partner in Kondele.'],
  ['', 'Spare parts that we fit carry a guarantee of three months. Tyres and tubes carry none.'],
  [
    'Malipo',
    'Tunapokea M-Pesa na pesa taslimu. Hatupokei kadi wala hundi. Huduma ya zaidi ya KES 5,000 ' +
      'hulipwa nusu kabla ya kazi.',
  ],
  [
    'Classes',
    'Every first Saturday we teach six people to mend their own bicycle. The class is free, and ' +
      'tools are lent. Places are booked by telephone.',
  ],
];

export interface ExamQuestion {
  readonly question: string;
  readonly language: Language;
  /** The ids that answer; none where nothing does. */
  readonly answeredBy: readonly string[];
}

export const examQuestions: readonly ExamQuestion[] = [
  {
    question: 'my two wheeler has lost air, the pedal kind, what will it cost me',
    language: 'en',
    answeredBy: ['i2'],
  },
  { question: 'boda yangu imepasuka tairi, kuziba ni ngapi?', language: 'sw', answeredBy: ['i3'] },
  {
    question: 'Can I drop it early in the week at eight and ride home after work?',
    language: 'en',
    answeredBy: ['i9'],
  },
  {
    question: 'nina pikipiki ya cc 250, mnaweza kuishughulikia hapo?',
    language: 'sw',
    answeredBy: ['i10'],
  },
  {
    question: 'the chain you put on snapped after six weeks, do I pay again?',
    language: 'en',
    answeredBy: ['i11'],
  },
  { question: 'naweza kulipa kwa visa?', language: 'sw', answeredBy: ['i12'] },
  {
    question: 'I want to learn fixing it myself, is there a fee?',
    language: 'en',
    answeredBy: ['i13'],
  },
  {
    question: 'mtoto wangu wa miaka kumi anaweza kuchukua ya kukodi?',
    language: 'sw',
    answeredBy: ['i8'],
  },
  {
    question: 'would you take my battery-powered bike off my hands',
    language: 'en',
    answeredBy: ['i7'],
  },
  { question: 'Jumapili asubuhi naweza kuja?', language: 'sw', answeredBy: ['i1'] },
  { question: 'what is the price of a new helmet?', language: 'en', answeredBy: [] },
  { question: 'kukodi baiskeli kwa siku moja ni bei gani?', language: 'sw', answeredBy: [] },
  { question: 'How much do you give for an old bicycle?', language: 'en', answeredBy: [] },
  { question: 'fundi wenu mkuu anaitwa nani?', language: 'sw', answeredBy: [] },
  { question: 'Does the partner in Kondele open on Sundays?', language: 'en', answeredBy: [] },
  { question: 'darasa la kutengeneza linaanza saa ngapi?', language: 'sw', answeredBy: [] },
  { question: 'do you sell tyres for cars', language: 'en', answeredBy: [] },
  { question: 'ni nani rais wa Kenya?', language: 'sw', answeredBy: [] },
  { question: 'How long does a puncture repair take?', language: 'en', answeredBy: [] },
  { question: 'mnaweza kuja kuichukua baiskeli nyumbani kwangu?', language: 'sw', answeredBy: [] },
];
