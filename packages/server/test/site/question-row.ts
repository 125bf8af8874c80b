import type { QuestionRow } from '../../src/store/site/questions.ts';

/** An unanswered question as the store has it. */
export function questionRow(
  own: Pick<QuestionRow, 'site_id' | 'id' | 'question'> & Partial<QuestionRow>,
): QuestionRow {
  return {
    asked_at: 0,
    question_folded: own.question.toLowerCase(),
    language: 'en',
    mode: 'text',
    answered: 0,
    answer: 'No.',
    sources: '[]',
    conversation: null,
    status: 'new',
    feedback: null,
    page: null,
    other_language: 0,
    notified: 1,
    ...own,
  };
}
