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

/** A group with the same meaning, represented by its newest question. */
export function viewGroup(
  newest: QuestionRow,
  count: number,
  questions: readonly string[],
): SiteQuestion {
  return { ...viewQuestion(newest), count, wordings: [...new Set(questions)] };
}

type Column = readonly [
  name: string,
  cell: (question: SiteQuestion) => string | number | boolean | null,
];

const columns: readonly Column[] = [
  ['id', ({ id }) => id],
  ['asked_at', ({ asked_at }) => asked_at],
  ['question', ({ question }) => question],
  ['language', ({ language }) => language],
  ['mode', ({ mode }) => mode],
  ['answered', ({ answered }) => answered],
  ['answer', ({ answer }) => answer],
  ['sources', ({ sources }) => sources.map(({ title, id }) => title || id).join('; ')],
  ['conversation', ({ conversation }) => conversation],
  ['status', ({ status }) => status],
  ['feedback', ({ feedback }) => feedback],
  ['page', ({ page }) => page],
  ['count', ({ count = 1 }) => count],
  ['wordings', ({ question, wordings = [question] }) => wordings.join(' | ')],
];

export const questionHeading = csvLine(columns.map(([name]) => name));

export function questionLine(question: SiteQuestion): string {
  return csvLine(columns.map(([, cell]) => cell(question)));
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
