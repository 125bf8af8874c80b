/** A question whose taught answer was deleted is an open one again. */
import { findWordings } from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import type { Untaught } from '../profile/work/change.ts';
import { groupsOf } from './question-groups.ts';
import { wordName } from './taught-faq.ts';

const idsMax = 500;

/** The taught questions that only one entry answered: in its wordings, or in others that mean the same. */
export async function questionsTaughtBy(
  reader: Reader,
  site: Pick<SiteRow, 'id'>,
  untaught: Untaught,
): Promise<readonly string[]> {
  const own = new Set(untaught.own);
  const kept = new Set(untaught.others);
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
