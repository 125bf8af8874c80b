/**
 * An exam that a model must pass before it may decide what answers a question: how its server wants to be asked, then
 * twenty questions about a made-up business, once for each model and day. Until it passes, the reader decides and the
 * model only rephrases.
 */
import { dayMs, type Language, minuteMs } from '@baraza/contract';
import type { InformationText } from '../../engine/messages.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { LanguageModel } from '../../models/models.ts';
import { createStatementReader } from './statement-reader.ts';
import { answerRequest } from './writing-request.ts';

// Items about a made-up business, each with a title, which may be '', and a text. The id of the first is `i1`.
const examInformation: readonly (readonly [string, string])[] = [
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
  /** Ids of the items that answer; empty if nothing does. */
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

export type ModelExam = ReturnType<typeof createModelExam>;

interface Result {
  readonly hasPassed: boolean;
  readonly dueAtMs: number;
}

export function createModelExam({ log, clock }: { readonly log: Log; readonly clock: Clock }) {
  const results = new Map<string, Result>();
  let isRunning = false;

  const run = async (model: LanguageModel, name: string): Promise<void> => {
    isRunning = true;
    try {
      await model.examine();
      const right = await rightAnswers(model);
      const hasPassed = right >= passMark;
      results.set(name, { hasPassed, dueAtMs: clock() + dayMs });
      log.info(
        hasPassed
          ? 'the model may decide what answers'
          : 'the model words answers but does not decide',
        {
          right,
          of: examQuestions.length,
        },
      );
    } catch {
      // A model that could not be asked has neither passed nor failed.
      const before = results.get(name)?.hasPassed ?? false;
      results.set(name, { hasPassed: before, dueAtMs: clock() + retryMs });
    } finally {
      isRunning = false;
    }
  };

  return {
    /** Whether the model has passed; starts the exam if it is due, without waiting for it. */
    hasPassed: (model: LanguageModel): boolean => {
      const name = model.name ?? '';
      const result = results.get(name);
      const isDue = result === undefined || clock() >= result.dueAtMs;
      if (isDue && !isRunning) void run(model, name);
      return result?.hasPassed ?? false;
    },
  };
}

/** Two mistakes are allowed: even the best models sometimes make one. */
export const passMark = examQuestions.length - 2;
const retryMs = 10 * minuteMs;
const questionMs = 60_000;

async function rightAnswers(model: LanguageModel): Promise<number> {
  let right = 0;
  // One after the other: visitors come first.
  for (const exam of examQuestions) {
    const request = answerRequest({ question: exam.question }, exam.language, examItems);
    const signal = AbortSignal.timeout(questionMs);
    let text = '';
    for await (const written of model.write(request, signal)) {
      if (written.type === 'text') text += written.text;
      if (text.length > answerCharsMax) break;
    }
    if (isRight(text.slice(0, answerCharsMax), exam)) right += 1;
  }
  return right;
}

const answerCharsMax = 4_000;

const examItems: readonly InformationText[] = examInformation.map(([title, text], at) => ({
  id: `i${at + 1}`,
  title,
  text,
}));

/** Whether a text cites an item that answers the question, or refuses if no item does. */
export function isRight(text: string, { answeredBy }: ExamQuestion): boolean {
  const reader = createStatementReader();
  const statements = [...reader.push(text), ...reader.end()];
  if (answeredBy.length === 0) return statements.length === 0 && reader.hasRefused();
  return statements[0]?.from.some((id) => answeredBy.includes(id.toLowerCase())) ?? false;
}
