/** What is said to a greeting or thanks: the owner's own greeting where there is one in that language. */
import type { Ask, Business, Language, Reply } from './answers.ts';
import { pick } from './bilingual.ts';
import { languageOf } from './language.ts';
import { cutText, quoteCharsMax } from './quote.ts';
import type { SmallTalk } from './small-talk.ts';
import { spoken } from './speech.ts';
import { words } from './words.ts';

export function pleasantReply(
  kind: SmallTalk,
  business: Business,
  language: Language,
  mode: Ask['mode'],
): Reply {
  const own = kind === 'greeting' ? ownGreeting(business, language) : '';
  const text = own || said(kind, business, language);
  const title = pick(business.business, language) || pick(business.name, language);
  return {
    answered: true,
    language,
    text: mode === 'voice' ? spoken(text, language) : text,
    sources:
      own === ''
        ? []
        : [
            {
              id: 'profile',
              title,
              url: null,
              quote: cutText(own, quoteCharsMax),
              kind: 'profile',
              language,
            },
          ],
    made: own === '' ? [] : [{ entryId: 'profile', sentence: own }],
    confidence: 1,
  };
}

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
    case 'help':
      return say.help;
    case 'acknowledged':
      return say.acknowledged;
  }
}

function ownGreeting({ greeting }: Business, language: Language): string {
  if (typeof greeting !== 'string') return greeting[language]?.trim() ?? '';
  const text = greeting.trim();
  return text !== '' && languageOf(text).language === language ? text : '';
}
