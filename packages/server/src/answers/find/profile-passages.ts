/** The structured fields as information that can be searched: what no rule foresaw is found by its words. */
import type { Language } from '@baraza/contract';
import type { Business, Entry } from '../knowledge.ts';
import { pick } from '../text/bilingual.ts';
import { words } from '../words.ts';

export function profilePassages(business: Business, hasAbout: boolean): readonly Entry[] {
  return languagesOf(business).flatMap((language, index) => {
    const said = words[language];
    const repeats = typeof business.about === 'string' && index > 0;
    const about = hasAbout || repeats ? '' : pick(business.about, language);
    const address = pick(business.address, language);
    return [
      ...(about ? [entry(said.aboutTitle, about, undefined)] : []),
      ...(address ? [entry(said.addressTitle, said.address(withoutStop(address)), language)] : []),
    ];
  });
}

function languagesOf({ languages }: Business): readonly Language[] {
  return languages.length > 0 ? languages : ['sw', 'en'];
}

function withoutStop(text: string): string {
  return text.replace(/[.\s]+$/, '');
}

function entry(title: string, text: string, language: Language | undefined): Entry {
  return { id: 'profile', kind: 'profile', title, text, url: null, language, alternatives: [] };
}
