/** Replies to small talk; a greeting gets the owner's own greeting if there is one in that language. */
import type { Language } from '@baraza/contract';
import { pick } from '../../kernel/language/bilingual.ts';
import { waysOf } from '../fields/contacts.ts';
import type { Business, Inquiry, Reply } from '../knowledge.ts';
import { fieldReply } from '../read/field-reply.ts';
import { languageOf } from '../text/language.ts';
import { type SmallTalk, words } from '../words.ts';

/** Undefined if the visitor asks for a person but the owner gave no contact. */
export function smallTalkReply(kind: SmallTalk, inquiry: Inquiry): Reply | undefined {
  const { business, language, ask } = inquiry;
  const texts = words[language];
  const isUnderstood = kind !== 'pictures';
  const own = kind === 'greeting' ? ownGreeting(business, language) : '';
  const ways = { ...waysOf(business), ...(ask.mode === 'voice' ? { email: '' } : {}) };
  const offered = offersContact.has(kind) ? texts.contacts(ways) : '';
  if (kind === 'person' && offered === '') return undefined;
  const text = [own || talkText(kind, inquiry), offered].filter((part) => part !== '').join(' ');
  const quote = own || (offered && texts.contactsQuote(ways));
  const title = own
    ? pick(business.business, language) || pick(business.name, language)
    : texts.contactsTitle;
  const reply = fieldReply({ text, title, quote, ...(quote === '' && { parts: [] }) }, inquiry);
  return { ...reply, answered: isUnderstood, confidence: isUnderstood ? 1 : 0 };
}

// Visitors who complain or ask for a person get the contacts.
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
