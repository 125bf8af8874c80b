/** A made-up business and questions about it with known answers; some are near misses. */
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
  /** Ids of the items that answer; empty where nothing does. */
  readonly answeredBy: readonly string[];
}

const rows: readonly (readonly [question: string, language: Language, ...answeredBy: string[]])[] =
  [
    ['my two wheeler has lost air, the pedal kind, what will it cost me', 'en', 'i2'],
    ['boda yangu imepasuka tairi, kuziba ni ngapi?', 'sw', 'i3'],
    ['Can I drop it early in the week at eight and ride home after work?', 'en', 'i9'],
    ['nina pikipiki ya cc 250, mnaweza kuishughulikia hapo?', 'sw', 'i10'],
    ['the chain you put on snapped after six weeks, do I pay again?', 'en', 'i11'],
    ['naweza kulipa kwa visa?', 'sw', 'i12'],
    ['I want to learn fixing it myself, is there a fee?', 'en', 'i13'],
    ['mtoto wangu wa miaka kumi anaweza kuchukua ya kukodi?', 'sw', 'i8'],
    ['would you take my battery-powered bike off my hands', 'en', 'i7'],
    ['Jumapili asubuhi naweza kuja?', 'sw', 'i1'],
    ['what is the price of a new helmet?', 'en'],
    ['kukodi baiskeli kwa siku moja ni bei gani?', 'sw'],
    ['How much do you give for an old bicycle?', 'en'],
    ['fundi wenu mkuu anaitwa nani?', 'sw'],
    ['Does the partner in Kondele open on Sundays?', 'en'],
    ['darasa la kutengeneza linaanza saa ngapi?', 'sw'],
    ['do you sell tyres for cars', 'en'],
    ['ni nani rais wa Kenya?', 'sw'],
    ['How long does a puncture repair take?', 'en'],
    ['mnaweza kuja kuichukua baiskeli nyumbani kwangu?', 'sw'],
  ];

export const examQuestions: readonly ExamQuestion[] = rows.map(
  ([question, language, ...answeredBy]) => ({ question, language, answeredBy }),
);
