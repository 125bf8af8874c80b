import type { AnswerSource, SiteQuestion } from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import type { QuestionRow } from '../../store/site/questions.ts';
import { csvLine } from '../leads/csv.ts';
import type { Notice } from '../notices/notices.ts';

/** A question as its owner sees it. */
export function viewQuestion(row: QuestionRow): SiteQuestion {
  return {
    id: row.id,
    asked_at: isoTime(row.asked_at),
    question: row.question,
    language: row.language,
    mode: row.mode,
    answered: row.answered === 1,
    answer: row.answer,
    sources: JSON.parse(row.sources) as AnswerSource[],
    conversation: row.conversation,
    status: row.status,
    feedback: row.feedback,
    page: row.page,
  };
}

/** Several that mean the same: the newest of them speaks for all. */
export function viewGroup(
  newest: QuestionRow,
  count: number,
  questions: readonly string[],
): SiteQuestion {
  return { ...viewQuestion(newest), count, wordings: [...new Set(questions)] };
}

export const questionHeading = csvLine([
  'id',
  'asked_at',
  'question',
  'language',
  'mode',
  'answered',
  'answer',
  'sources',
  'conversation',
  'status',
  'feedback',
  'page',
  'count',
  'wordings',
]);

export function questionLine(question: SiteQuestion): string {
  return csvLine([
    question.id,
    question.asked_at,
    question.question,
    question.language,
    question.mode,
    question.answered,
    question.answer,
    question.sources.map(({ title, id }) => title || id).join('; '),
    question.conversation,
    question.status,
    question.feedback,
    question.page,
    question.count ?? 1,
    (question.wordings ?? [question.question]).join(' | '),
  ]);
}

/** What an owner is told of a question that could not be answered. */
export function questionNotice(row: QuestionRow): Notice {
  const { id, question, language, page, conversation } = row;
  return {
    type: 'question.unanswered',
    atMs: row.asked_at,
    data: { id, question, language, page, conversation, asked_at: isoTime(row.asked_at) },
  };
}
