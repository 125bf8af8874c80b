/** Recognises messages that consist of greetings, thanks and the like. */

import type { Language } from '@baraza/contract';
import { pick } from '../../kernel/language/bilingual.ts';
import { longPattern } from '../../kernel/long-pattern.ts';
import { waysOf } from '../fields/contacts.ts';
import type { Business, Inquiry, Reply } from '../knowledge.ts';
import { fieldReply } from '../read/field-reply.ts';
import { languageOf } from '../text/language.ts';
import { wordsOf } from '../text/text.ts';
import { type SmallTalk, words } from '../words.ts';
import { type Phrase, phrases } from './phrases.ts';

export type Pleasantry = Pick<Phrase, 'kind' | 'language'>;

/** The kind of small talk, if the whole message is small talk. */
export function smallTalkOf(question: string): Pleasantry | undefined {
  if (wordless.test(question))
    return { kind: picture.test(question) ? 'pictures' : 'wordless', language: undefined };
  if (question.length > questionCharsMax) return undefined;
  let rest = ` ${wordsOf(question).join(' ')} `;
  const found: Pleasantry[] = [];
  for (const { kind, language, pattern } of phrases)
    rest = rest.replace(pattern, () => {
      found.push({ kind, language });
      return ' ';
    });
  if (found.length === 0) return undefined;
  if (rest.split(' ').some((word) => word !== '' && !companions.has(word))) return undefined;
  const kind = ranks.find((rank) => found.some((one) => one.kind === rank));
  const language = found.find((one) => one.language !== undefined)?.language;
  return kind && { kind, language };
}

/** The question without the greeting before it. */
export function withoutGreeting(question: string): string {
  const stripped = question.replace(opening, '');
  return /[\p{L}\p{N}]{2}/u.test(stripped) ? stripped : question;
}

const questionCharsMax = 120;

// Punctuation alone tests whether anyone answers; the meaning of emoji is unknown.
const wordless = longPattern('u')`
  ^(?=\s*\S)(?:[\s\p{P}\p{S}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f|\u200d|\u20e3
  |[\u{e0020}-\u{e007f}])+$`;
const picture = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

const opening = longPattern('iu')`^\s*(?:(?:hi|hello|hey|dear (?:sir|madam|team)
  |good (?:morning|afternoon|evening|day)|greetings|habari(?: (?:za|ya) (?:asubuhi|mchana|jioni|leo|kazi|saa hizi)
  | yako| yenu| zenu| gani)?|hujambo|hamjambo|jambo|mambo(?: vipi)?|vipi|niaje|sasa|salamu|salaam|shikamoo
  |asalam aleikum|assalamu alaikum|samahani(?:ni)?|excuse me|sorry
  |pole)(?:\s+(?:there|team|ndugu|kaka|dada|boss|bro|mkuu|sir|madam|wapendwa))?\s*[,.!?…:;-]+\s*)+`;

const ranks =
  `person insult complaint language robot who-are-you help goodbye thanks elder how-are-you
  slang jambo greeting acknowledged`.split(/\s+/) as readonly SmallTalk[];

// Words that may accompany small talk without making it a question.
const companions = new Set(
  `there all everyone team guys sir madam maam mr mrs dear friend bro sis boss mkuu ndugu kaka dada mama baba
    bibi babu mzee bwana rafiki daktari mwalimu nesi mhudumu doctor doc nurse teacher wapendwa wote jamani sana
    very so much again tena pia too and na for the your help info information time msaada wako majibu jibu taarifa
    kwa ya yako wako je oh ah wow haha lol hehe please tafadhali today leo now sasa my yangu wangu hapo huko kwenu
    you ninyi nyinyi wewe then basi a it was is that`.split(/\s+/),
);

/**
 * A greeting gets the owner's own greeting if there is one in that language. Undefined if the visitor asks for a person
 * but the owner gave no contact.
 */
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
