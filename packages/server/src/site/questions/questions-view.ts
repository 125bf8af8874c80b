import { type AnswerSource, questionSchema, type SiteQuestion } from '@baraza/contract';
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

const columns = questionSchema.keyof().options;

export const questionHeading = csvLine(columns);

export function questionLine(question: SiteQuestion): string {
  const { sources, count = 1, wordings = [question.question] } = question;
  const row = {
    ...question,
    sources: sources.map(({ title, id }) => title || id).join('; '),
    count,
    wordings: wordings.join(' | '),
  };
  return csvLine(columns.map((column) => row[column]));
}

/** The notice to the owner about an unanswered question. */
export function questionNotice(row: QuestionRow): Notice {
  const { id, question, language, page, conversation } = row;
  return {
    type: 'question.unanswered',
    atMs: row.asked_at,
    data: { id, question, language, page, conversation, asked_at: isoTime(row.asked_at) },
  };
}
