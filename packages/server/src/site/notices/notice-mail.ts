import type { Language } from '@baraza/contract';
import type { Mail } from '../../delivery/mail.ts';
import type { ClaimedNotice } from '../../store/site/notices.ts';

interface MailFacts {
  readonly data: {
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
): Omit<Mail, 'to'> {
  const { data } = JSON.parse(payload) as MailFacts;
  const words = mailWords[language];
  const line = (name: string, value: string | null | undefined) =>
    value == null || value === '' ? [] : [`${name}: ${value}`];
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
      '',
    ].join('\n'),
  };
}

const mailWords = {
  sw: {
    lead: 'Mawasiliano mapya',
    leadIntroduction: 'Mgeni ameacha mawasiliano yake.',
    name: 'Jina',
    contact: 'Mawasiliano',
    message: 'Ujumbe',
    page: 'Ukurasa',
    question: 'Swali lisilo na jibu',
    questionIntroduction: 'Msaidizi hakuweza kujibu swali hili kutoka kwenye taarifa zako.',
    asked: 'Swali',
    teach: 'Ukiandika jibu mara moja, msaidizi atalijua.',
  },
  en: {
    lead: 'New contact',
    leadIntroduction: 'A visitor has left contact details.',
    name: 'Name',
    contact: 'Contact',
    message: 'Message',
    page: 'Page',
    question: 'Unanswered question',
    questionIntroduction: 'The assistant could not answer this question from your information.',
    asked: 'Question',
    teach: 'Write the answer once and the assistant will know it.',
  },
} as const;
