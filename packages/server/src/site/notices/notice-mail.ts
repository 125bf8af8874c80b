import type { Language } from '@baraza/contract';
import type { Mail } from '../../delivery/mail.ts';
import { mailWords } from '../words.ts';

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

/** A notice as a plain text; what a visitor wrote is quoted in it as text. */
export function mailOf(
  { id, event, payload }: { readonly id: string; readonly event: string; readonly payload: string },
  siteId: string,
  language: Language,
  /** Address of the page on which a question or a conversation is answered. */
  page: (id: string) => string,
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
  if (event === 'conversation.waiting')
    return {
      id,
      subject: `${words.waiting} – ${siteId}`,
      text: [words.waitingIntroduction, '', `${words.answerHere}: ${page(data.id)}`, ''].join('\n'),
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

/** Without the line breaks of a visitor, which could look like lines of ours. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
