/** Taught questions are open again when the entry that answered them is deleted. */
import type { SiteRow } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import type { Untaught } from '../profile/work/change.ts';
import { groupsOf, wordingsById } from './question-groups.ts';
import { wordName } from './taught-faq.ts';

/** The taught questions that only one entry answered: in its wordings, or in others with the same meaning. */
export async function questionsTaughtBy(
  reader: Reader,
  site: Pick<SiteRow, 'id'>,
  untaught: Untaught,
): Promise<readonly string[]> {
  const own = new Set(untaught.own);
  const kept = new Set(untaught.others);
  const filter = { open: false, status: 'taught', sinceMs: undefined, text: undefined } as const;
  const { groups } = await groupsOf(reader, site, filter);
  const wordings = await wordingsById(reader, site, groups.flat());
  const nameOf = (id: string) => wordName(wordings.get(id)?.question ?? '');
  return groups
    .filter((group) => group.some((id) => own.has(nameOf(id))))
    .flat()
    .filter((id) => !kept.has(nameOf(id)));
}
