/** What is said to a greeting or thanks: the owner's own greeting where there is one in that language. */

import type { Language } from '@baraza/contract';
import { waysOf } from '../fields/contacts.ts';
import type { Ask, Business, Reply } from '../knowledge.ts';
import { pick } from '../text/bilingual.ts';
import { languageOf } from '../text/language.ts';
import { spoken } from '../text/spoken-form.ts';
import { words } from '../words.ts';
import { cutText, quoteCharsMax } from '../write/quote.ts';
import type { SmallTalk } from './small-talk-kind.ts';

/** Undefined for a visitor who wants a person where the owner gave no way to reach one. */
export function smallTalkReply(
  kind: SmallTalk,
  business: Business,
  language: Language,
  mode: Ask['mode'],
): Reply | undefined {
  const say = words[language];
  const isUnderstood = kind !== 'pictures';
  const own = kind === 'greeting' ? ownGreeting(business, language) : '';
  const ways = { ...waysOf(business), ...(mode === 'voice' ? { email: '' } : {}) };
  const offered = offersContact.has(kind) ? say.contacts(ways) : '';
  if (kind === 'person' && offered === '') return undefined;
  const text = [own || said(kind, business, language), offered]
    .filter((part) => part !== '')
    .join(' ');
  const quote = own || (offered && say.contactsQuote(ways));
  const title = own
    ? pick(business.business, language) || pick(business.name, language)
    : say.contactsTitle;
  return {
    answered: isUnderstood,
    language,
    text: mode === 'voice' ? spoken(text, language) : text,
    sources:
      quote === ''
        ? []
        : [
            {
              id: 'profile',
              title,
              url: null,
              quote: cutText(quote, quoteCharsMax),
              kind: 'profile',
              language,
            },
          ],
    made: quote === '' ? [] : [{ entryId: 'profile', sentence: quote }],
    confidence: isUnderstood ? 1 : 0,
  };
}

// Who is angry or wants a person is handed over, not talked round.
const offersContact: ReadonlySet<SmallTalk> = new Set(['insult', 'complaint', 'person']);

function said(kind: SmallTalk, business: Business, language: Language): string {
  const say = words[language];
  const name = pick(business.business, language);
  switch (kind) {
    case 'greeting':
      return say.greeting(name);
    case 'elder':
      return say.elder(name);
    case 'jambo':
      return say.jambo;
    case 'how-are-you':
      return say.howAreYou;
    case 'slang':
      return say.slang;
    case 'thanks':
      return say.thanks;
    case 'goodbye':
      return say.goodbye;
    case 'who-are-you':
      return say.whoAmI(pick(business.name, language), name);
    case 'robot':
      return say.robot(pick(business.name, language), name);
    case 'help':
      return say.help;
    case 'acknowledged':
      return say.acknowledged;
    case 'language':
      return say.languageChanged;
    case 'insult':
      return say.insult;
    case 'complaint':
      return say.complaint;
    case 'person':
      return say.person;
    case 'wordless':
      return say.wordless;
    case 'pictures':
      return say.pictures;
  }
}

function ownGreeting({ greeting }: Business, language: Language): string {
  if (typeof greeting !== 'string') return greeting[language]?.trim() ?? '';
  const text = greeting.trim();
  return text !== '' && languageOf(text).language === language ? text : '';
}
