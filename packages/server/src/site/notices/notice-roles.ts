import type { MemberRole } from '@baraza/contract';

export type NoticeEvent =
  | 'lead.created'
  | 'question.unanswered'
  | 'questions.digest'
  | 'conversation.waiting';

/** Whose devices show a notice: leads are for those who answer them, questions and conversations for everybody. */
export function rolesFor(event: NoticeEvent): readonly MemberRole[] {
  return event === 'lead.created' ? ['owner', 'answerer'] : ['owner', 'editor', 'answerer'];
}
