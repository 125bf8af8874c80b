import type { Language } from '@baraza/contract';
import type { Mail } from '../../delivery/mail.ts';
import type { ClaimedNotice } from '../../store/site/notices.ts';
import { mailWords } from '../words.ts';
import { oneLine } from './one-line.ts';

interface MailFacts {
  readonly data: {
    readonly id: string;
    readonly name?: string;
    readonly contact?: string;
    readonly message?: string;
    readonly question?: string;
    readonly page?: string | null;
  };
}

/** A notice as a plain text for a person: what a visitor wrote stands in it and does nothing. */
export function mailOf(
  { id, event, payload }: Pick<ClaimedNotice, 'id' | 'event' | 'payload'>,
  siteId: string,
  language: Language,
  /** Where the question is answered. */
  page: (questionId: string) => string,
): Omit<Mail, 'to'> {
  const { data } = JSON.parse(payload) as MailFacts;
  const words = mailWords[language];
  const line = (name: string, value: string | null | undefined) =>
    value == null || value === '' ? [] : [`${name}: ${oneLine(value)}`];
  if (event === 'lead.created')
    return {
      id,
      subject: `${words.lead} – ${siteId}`,
      text: [
        words.leadIntroduction,
        '',
        ...line(words.name, data.name),
        ...line(words.contact, data.contact),
        ...line(words.message, data.message),
        ...line(words.page, data.page),
        '',
      ].join('\n'),
    };
  return {
    id,
    subject: `${words.question} – ${siteId}`,
    text: [
      words.questionIntroduction,
      '',
      ...line(words.asked, data.question),
      ...line(words.page, data.page),
      '',
      words.teach,
      `${words.answerHere}: ${page(data.id)}`,
      '',
    ].join('\n'),
  };
}
