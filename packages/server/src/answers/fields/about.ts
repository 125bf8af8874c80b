/** Describes the business in the owner's own words, if nothing better was found. */

import { pick } from '../../kernel/language/bilingual.ts';
import { longPattern } from '../../kernel/long-pattern.ts';
import { languageOf } from '../text/language.ts';
import { words } from '../words.ts';
import { cutText } from '../write/quote.ts';
import type { FieldAnswer, FieldQuestion } from './question.ts';

export function aboutAnswer({ business, plain, language }: FieldQuestion): FieldAnswer | undefined {
  const about = pick(business.about, language);
  if (about === '' || !asksAbout.test(` ${plain} `)) return undefined;
  const shown = cutText(about, aboutCharsMax);
  const foreign = languageOf(about).language !== language;
  return {
    text: foreign ? words[language].quoted(shown) : shown,
    title: words[language].aboutTitle,
    quote: about,
  };
}

const aboutCharsMax = 420;

const asksAbout = longPattern()`^ (?:(?:so|please|tafadhali|je|naomba|kindly|hi|hello
  |habari) )*(?:(?:and )?what (?:do you (?:guys |people )?(?:do|offer|sell|provide|have)
  |(?:kind|type|sort) of (?:business|company|place|services?) (?:is (?:this|it)|are you
  |do you (?:have|offer|provide|run))|is (?:this|your) (?:business|company|place|shop|organi[sz]ation
  |about)(?: about| do)?|services (?:do you (?:offer|provide|have)|are (?:offered|available))
  |does (?:this|your) (?:business|company|shop) do|are your services)
  |tell me (?:more )?about (?:you|yourself|yourselves|your (?:business|company|services|shop|work)
  |this (?:business|company))|about (?:you|us|your (?:business|company))|who are you guys
  |(?:ninyi|nyinyi) ni (?:nani|akina nani|kina nani)|(?:ni|hii ni) (?:biashara|kampuni|duka) gani(?: hii| hili)?
  |(?:kwani )?(?:mna|huwa mna|mnajihusisha na|mnashughulika na|mnafanya|mnauza
  |mnatoa)(?: (?:biashara|kazi|huduma|bidhaa|vitu))? (?:nini|gani|zipi|ipi)(?: hapo| hapa)?
  |huduma (?:zenu|gani|zipi|zenu ni (?:zipi|gani))(?: mnazotoa| mnatoa)?
  |(?:niambie|nieleze|nipe maelezo|eleza) (?:zaidi )?kuhusu (?:ninyi|nyinyi|biashara yenu|kampuni yenu
  |huduma zenu)|kuhusu ninyi) $`;
