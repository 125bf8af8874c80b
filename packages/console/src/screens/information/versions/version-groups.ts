/** Groups versions by day, and joins additions that were saved together. */
import type { ProfileVersion } from '@baraza/contract';

interface VersionGroup {
  /** The newest version of the group, with the changes of all its versions. */
  readonly version: ProfileVersion;
  /** The version before the oldest one of the group. */
  readonly before: number | undefined;
}

const togetherMs = 60_000;

/** Takes versions newest first. Only additions are joined, so that every other change can be undone alone. */
export function groupVersions(versions: readonly ProfileVersion[]): readonly VersionGroup[] {
  const groups: VersionGroup[] = [];
  let oldest: ProfileVersion | undefined;
  for (const [at, version] of versions.entries()) {
    const before = versions[at + 1]?.version;
    const last = groups.at(-1);
    if (last !== undefined && oldest !== undefined && isTogether(oldest, version)) {
      const { changes } = last.version;
      const added = [...version.changes.added, ...changes.added];
      groups[groups.length - 1] = {
        version: { ...last.version, changes: { ...changes, added } },
        before,
      };
    } else groups.push({ version, before });
    oldest = version;
  }
  return groups;
}

/** The groups of each day; `at` is the time of the newest one. */
export function groupDays(groups: readonly VersionGroup[]) {
  const days: { readonly at: string; readonly groups: VersionGroup[] }[] = [];
  for (const group of groups) {
    const at = group.version.saved_at;
    const last = days.at(-1);
    if (last !== undefined && dayOf(last.at) === dayOf(at)) last.groups.push(group);
    else days.push({ at, groups: [group] });
  }
  return days;
}

/** How many calendar days ago, in the time zone of the browser. */
export function daysAgo(time: string, now: Date = new Date()): number {
  const [one, other] = [new Date(time), new Date(now)];
  return Math.round((other.setHours(0, 0, 0, 0) - one.setHours(0, 0, 0, 0)) / 86_400_000);
}

function isTogether(newer: ProfileVersion, older: ProfileVersion): boolean {
  const between = new Date(newer.saved_at).getTime() - new Date(older.saved_at).getTime();
  return newer.by === older.by && between <= togetherMs && isAdding(newer) && isAdding(older);
}

function isAdding({ changes: { added, changed, removed } }: ProfileVersion): boolean {
  return added.length > 0 && changed.length === 0 && removed.length === 0;
}

function dayOf(time: string): string {
  return new Date(time).toDateString();
}
