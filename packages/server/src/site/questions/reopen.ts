/** A question whose taught answer was deleted is an open one again. */
import type { Profile, ProfileFaq } from '@baraza/contract';
import { findWordings } from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import { groupsOf } from './question-groups.ts';
import { wordingsOf, wordName } from './taught-faq.ts';

const idsMax = 500;

/** The taught questions that only this entry answered: in its wordings, or in others that mean the same. */
export async function questionsTaughtBy(
  reader: Reader,
  site: Pick<SiteRow, 'id'>,
  faq: ProfileFaq,
  { faqs }: Pick<Profile, 'faqs'>,
): Promise<readonly string[]> {
  const own = new Set(wordingsOf(faq).map(wordName));
  const others = faqs.filter((other) => other.taught && other.id !== faq.id);
  const kept = new Set(others.flatMap(wordingsOf).map(wordName));
  const filter = { open: false, status: 'taught', sinceMs: undefined, text: undefined } as const;
  const { groups } = await groupsOf(reader, site, filter);
  const ids = groups.flat();
  const names = new Map<string, string>();
  for (let at = 0; at < ids.length; at += idsMax)
    for (const { id, question } of await findWordings(reader, site.id, ids.slice(at, at + idsMax)))
      names.set(id, wordName(question));
  const nameOf = (id: string) => names.get(id) ?? '';
  return groups
    .filter((group) => group.some((id) => own.has(nameOf(id))))
    .flat()
    .filter((id) => !kept.has(nameOf(id)));
}
