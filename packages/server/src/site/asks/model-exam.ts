/**
 * An exam that a model must pass before it may decide what answers a question: twenty questions about a made-up
 * business, once for each model and day. Until it passes, the reader decides and the model only rephrases.
 */
import { dayMs, minuteMs } from '@baraza/contract';
import type { InformationText } from '../../engine/messages.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { LanguageModel } from '../../models/models.ts';
import { type ExamQuestion, examInformation, examQuestions } from './exam-questions.ts';
import { createStatementReader } from './statement-reader.ts';
import { answerOrder } from './writing-order.ts';

export interface ModelExam {
  /** Whether the model has passed; starts the exam where it is due, without waiting for it. */
  readonly hasPassed: (model: LanguageModel) => boolean;
}

interface Result {
  readonly hasPassed: boolean;
  readonly dueAtMs: number;
}

export function createModelExam({
  log,
  clock,
}: {
  readonly log: Log;
  readonly clock: Clock;
}): ModelExam {
  const results = new Map<string, Result>();
  let isRunning = false;

  const run = async (model: LanguageModel, name: string): Promise<void> => {
    isRunning = true;
    try {
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
    hasPassed: (model) => {
      const name = model.name ?? '';
      const result = results.get(name);
      const isDue = result === undefined || clock() >= result.dueAtMs;
      if (isDue && !isRunning) void run(model, name);
      return result?.hasPassed ?? false;
    },
  };
}

/** Two mistakes are allowed: the best models make one now and then. */
export const passMark = examQuestions.length - 2;
const retryMs = 10 * minuteMs;
const questionMs = 60_000;

async function rightAnswers(model: LanguageModel): Promise<number> {
  let right = 0;
  // One after the other: visitors come first.
  for (const question of examQuestions) {
    const signal = AbortSignal.timeout(questionMs);
    let text = '';
    for await (const written of model.write(examOrder(question), signal)) {
      if (written.type === 'text') text += written.text;
      if (text.length > answerCharsMax) break;
    }
    if (isRight(text.slice(0, answerCharsMax), question)) right += 1;
  }
  return right;
}

const answerCharsMax = 4_000;

function examOrder({ question, language }: ExamQuestion) {
  return answerOrder({ question, mode: undefined }, language, examItems);
}

const examItems: readonly InformationText[] = examInformation.map(([title, text], at) => ({
  id: `i${at + 1}`,
  title,
  text,
}));

/** Whether it cites what answers, or refuses where nothing does. */
export function isRight(text: string, { answeredBy }: ExamQuestion): boolean {
  const reader = createStatementReader();
  const statements = [...reader.push(text), ...reader.end()];
  if (answeredBy.length === 0) return statements.length === 0 && reader.hasRefused();
  return statements[0]?.from.some((id) => answeredBy.includes(id.toLowerCase())) ?? false;
}
