/** Description and address as searchable entries, for questions that no rule covers. */
import type { Language } from '@baraza/contract';
import { pick } from '../../kernel/language/bilingual.ts';
import type { Business, Entry } from '../knowledge.ts';
import { words } from '../words.ts';

export function profilePassages(business: Business, hasAbout: boolean): readonly Entry[] {
  const languages: readonly Language[] =
    business.languages.length > 0 ? business.languages : ['sw', 'en'];
  return languages.flatMap((language, index) => {
    const { aboutTitle, addressTitle, address: located } = words[language];
    const repeats = typeof business.about === 'string' && index > 0;
    const about = hasAbout || repeats ? '' : pick(business.about, language);
    const address = pick(business.address, language).replace(/[.\s]+$/, '');
    return [
      ...(about ? [entry(aboutTitle, about, undefined)] : []),
      ...(address ? [entry(addressTitle, located(address), language)] : []),
    ];
  });
}

function entry(title: string, text: string, language: Language | undefined): Entry {
  return { id: 'profile', kind: 'profile', title, text, url: null, language, alternatives: [] };
}
