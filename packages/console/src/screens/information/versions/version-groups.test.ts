import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProfileVersion } from '@baraza/contract';
import { daysAgo, groupDays, groupVersions } from './version-groups.ts';

const price = (title: string) => ({ list: 'prices', id: title, title }) as const;

function saved(version: number, savedAt: string, kind: 'added' | 'changed'): ProfileVersion {
  const none = { added: [], changed: [], removed: [] };
  return {
    version,
    saved_at: savedAt,
    by: 'owner (osk_1)',
    changes: { ...none, [kind]: [price(`p${version}`)] },
  } as unknown as ProfileVersion;
}

test('additions that were saved together form one group; other changes are not grouped', () => {
  const groups = groupVersions([
    saved(6, '2026-11-16T08:10:20.000Z', 'changed'),
    saved(5, '2026-11-16T08:10:02.000Z', 'added'),
    saved(4, '2026-11-16T08:10:01.000Z', 'added'),
    saved(3, '2026-11-16T08:05:00.000Z', 'added'),
    saved(2, '2026-11-14T08:00:01.000Z', 'changed'),
    saved(1, '2026-11-14T08:00:00.000Z', 'changed'),
  ]);
  assert.deepEqual(
    groups.map(({ version, before }) => [version.version, before]),
    [
      [6, 5],
      [5, 3],
      [3, 2],
      [2, 1],
      [1, undefined],
    ],
  );
  assert.equal(groups[1]?.version.changes.added.length, 2);
  assert.deepEqual(
    groupDays(groups).map((day) => day.groups.length),
    [3, 2],
  );
});

test('days are counted by calendar days, not by 24 hours', () => {
  const now = new Date(2026, 10, 16, 0, 30);
  assert.equal(daysAgo(new Date(2026, 10, 15, 23, 50).toISOString(), now), 1);
  assert.equal(daysAgo(new Date(2026, 10, 16, 0, 5).toISOString(), now), 0);
});
