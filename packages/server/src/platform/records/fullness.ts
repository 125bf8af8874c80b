/** How many records a resource holds at most, and what its owner is told before and when it is full. */
import type { Caller } from '../../access/scopes.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { recordChange } from '../activity.ts';
import type { Platform, Work } from '../platform.ts';
import { isUsers } from '../users/account-record.ts';

type Sizes = Pick<Platform, 'recordsMax' | 'accountsMax'>;
type Sized = Pick<ResourceRow, 'service' | 'kind'>;

export function recordsMaxOf({ recordsMax, accountsMax }: Sizes, resource: Sized): number {
  return isUsers(resource) ? accountsMax : recordsMax;
}

/** Who holds no key can do nothing about it: they read no setting's name and no number. */
export function fullProblem(
  sizes: Sizes,
  resource: Sized,
  { keyId }: Pick<Caller, 'keyId'>,
): Problem {
  const [holder, what, setting] = isUsers(resource)
    ? ['Users resource', 'accounts', 'BARAZA_ACCOUNTS_MAX']
    : [resource.service === 'connect' ? 'form' : 'collection', 'records', 'BARAZA_RECORDS_MAX'];
  if (keyId === '') return new Problem('full', `This ${holder} is full.`);
  const max = recordsMaxOf(sizes, resource);
  return new Problem('full', `A ${holder} holds at most ${max} ${what} (${setting}).`);
}

const nearlyFull = 0.8;

/** Tells the owner, once for each crossing, that a resource is nearly full or full. */
export async function noteFullness(
  work: Work,
  before: Pick<ResourceRow, 'record_count'>,
  resource: ResourceRow,
): Promise<void> {
  const recordsMax = recordsMaxOf(work.platform, resource);
  const { record_count: records } = resource;
  const crosses = (count: number) => before.record_count < count && records >= count;
  const full = resource.service === 'connect' ? 'form-full' : 'resource-full';
  const action = crosses(recordsMax)
    ? full
    : crosses(Math.ceil(recordsMax * nearlyFull))
      ? 'resource-nearly-full'
      : undefined;
  if (action !== undefined)
    await recordChange(work, { action, resource, detail: { records, recordsMax } });
}
