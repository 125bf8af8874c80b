import { dayMs, limits, type PlatformUsage, services } from '@baraza/contract';
import { knownIds, readableServices } from '../access/scopes.ts';
import { isoTime } from '../kernel/clock.ts';
import type { Platform } from '../platform/platform.ts';
import { bytesOf, findOwner } from '../store/owners.ts';
import { activityByDay } from '../store/platform/activity.ts';
import { countResources } from '../store/platform/resources.ts';
import type { SessionCaller } from './sessions.ts';

/** Changes for each day of kept activity, and what is stored; limited to what the scopes allow. */
export async function platformUsage(
  { store, clock, ownerBytesMax }: Platform,
  signed: SessionCaller,
  days = 30,
): Promise<PlatformUsage> {
  const { ownerId } = signed;
  const readable = readableServices(signed);
  const ids = knownIds(signed);
  const today = Math.floor(clock() / dayMs);
  const first = today - days + 1;
  const [changed, owner, counts] = await Promise.all([
    activityByDay(store, ownerId, { services: readable, resourceIds: ids }, first * dayMs),
    findOwner(store, ownerId),
    Promise.all(
      services.map((service) =>
        readable.includes(service)
          ? countResources(store, { ownerId, services: [service], ids })
          : 0,
      ),
    ),
  ]);
  const byDay = new Map(changed.map(({ day, changes }) => [Number(day), Number(changes)]));
  return {
    days: Array.from({ length: days }, (_, at) => ({
      day: isoTime((first + at) * dayMs).slice(0, 10),
      changes: byDay.get(first + at) ?? 0,
    })),
    resources: Object.fromEntries(
      services.map((service, at) => [service, counts[at] ?? 0]),
    ) as PlatformUsage['resources'],
    resourcesMax: limits.resourcesPerOwnerMax,
    bytes: ids === undefined && readable.includes('storage') ? bytesOf(owner) : null,
    bytesMax: ownerBytesMax,
  };
}
