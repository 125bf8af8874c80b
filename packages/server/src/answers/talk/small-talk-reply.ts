/** The reply to a greeting or thanks: the owner's own greeting where there is one in that language. */
import type { Language } from '@baraza/contract';
import { waysOf } from '../fields/contacts.ts';
import type { Business, Inquiry, Reply } from '../knowledge.ts';
import { fieldReply } from '../read/say-field.ts';
import { pick } from '../text/bilingual.ts';
import { languageOf } from '../text/language.ts';
import { type SmallTalk, words } from '../words.ts';

/** Undefined for a visitor who wants a person where the owner gave no way to reach one. */
export function smallTalkReply(kind: SmallTalk, inquiry: Inquiry): Reply | undefined {
  const { business, language, ask } = inquiry;
  const say = words[language];
  const isUnderstood = kind !== 'pictures';
  const own = kind === 'greeting' ? ownGreeting(business, language) : '';
  const ways = { ...waysOf(business), ...(ask.mode === 'voice' ? { email: '' } : {}) };
  const offered = offersContact.has(kind) ? say.contacts(ways) : '';
  if (kind === 'person' && offered === '') return undefined;
  const text = [own || talkText(kind, inquiry), offered].filter((part) => part !== '').join(' ');
  const quote = own || (offered && say.contactsQuote(ways));
  const title = own
    ? pick(business.business, language) || pick(business.name, language)
    : say.contactsTitle;
  const reply = fieldReply({ text, title, quote, ...(quote === '' && { parts: [] }) }, inquiry);
  return { ...reply, answered: isUnderstood, confidence: isUnderstood ? 1 : 0 };
}

// A visitor who is angry or wants a person is given the contacts.
const offersContact: ReadonlySet<SmallTalk> = new Set(['insult', 'complaint', 'person']);

function talkText(kind: SmallTalk, { business, language }: Inquiry): string {
  const line = words[language].talk[kind];
  if (typeof line === 'string') return line;
  return line(pick(business.business, language), pick(business.name, language));
}

function ownGreeting({ greeting }: Business, language: Language): string {
  if (typeof greeting !== 'string') return greeting[language]?.trim() ?? '';
  const text = greeting.trim();
  return text !== '' && languageOf(text).language === language ? text : '';
}
