/** Notices as devices show them. What a visitor wrote is read when the notice is sent, and is left out once deleted. */
import { cutCharacters, hourMs, type Language, minuteMs } from '@baraza/contract';
import type { PushMessage } from '../../delivery/push.ts';
import { findConversation } from '../../store/site/conversations.ts';
import { findLead } from '../../store/site/leads.ts';
import { findQuestion } from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { mailWords } from '../words.ts';
import { viewDigest } from './digest-view.ts';
import { oneLine } from './notice-mail.ts';

const textCharactersMax = 160;

interface Stored {
  readonly event: string;
  readonly payload: string;
}

/** Undefined if there is nothing to report any more. */
export async function pushText(
  assistant: Pick<Assistant, 'store' | 'consoleUrl'>,
  site: SiteRow,
  { business, language }: { readonly business: string; readonly language: Language },
  { event, payload }: Stored,
): Promise<PushMessage | undefined> {
  const { store } = assistant;
  const words = mailWords[language];
  const message = (title: string, body: string, path: string): PushMessage => ({
    text: JSON.stringify({
      title,
      body: short(`${business} · ${body}`),
      // A newer one of the same kind takes the place of one that is still shown.
      tag: `${event} ${site.id}`,
      url: `/#/sites/${site.id}/${path}`,
    }),
    keptMs: event === 'conversation.waiting' ? hourMs : 24 * hourMs,
    isUrgent: event !== 'questions.digest',
  });
  if (event === 'questions.digest') {
    const digest = await viewDigest(assistant, site, payload);
    if (digest === undefined) return undefined;
    const { total, questions } = digest.data;
    return message(words.digest(total), questions[0]?.question ?? '', 'questions');
  }
  const { id } = (JSON.parse(payload) as { readonly data: { readonly id: string } }).data;
  if (event === 'lead.created') {
    const lead = await findLead(store, site.id, id);
    if (lead?.status !== 'new') return undefined;
    const said = [lead.name, lead.message].filter((part) => part !== '').join(': ');
    return message(words.lead, said === '' ? lead.contact : said, 'leads');
  }
  if (event === 'conversation.waiting') {
    const conversation = await findConversation(store, site.id, id);
    if (conversation?.state !== 'waiting') return undefined;
    return message(words.waiting, words.waitingIntroduction, `conversations/${id}`);
  }
  const question = await findQuestion(store, site.id, id);
  if (question?.status !== 'new') return undefined;
  return message(words.question, question.question, `questions/${id}`);
}

/** The words of a test notice. */
export function trialPush(language: Language): PushMessage {
  const { trial: title, trialIntroduction: body } = mailWords[language];
  const text = JSON.stringify({ title, body, tag: 'trial', url: '/' });
  return { text, keptMs: 10 * minuteMs, isUrgent: true };
}

function short(text: string): string {
  const line = oneLine(text);
  const cut = cutCharacters(line, textCharactersMax);
  return cut === line ? line : `${cut}…`;
}
