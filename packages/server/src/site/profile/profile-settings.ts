import type { Profile } from '@baraza/contract';

/** Fields that decide who may ask, what is kept and who is notified; editors cannot change them. */
const settings: ReadonlySet<string> = new Set([
  'allowed_origins',
  'voice',
  'retention_days',
  'sources',
  'strictness',
  'require_key',
  'allow_apps',
  'feedback',
  'notify',
  'people',
  'people_hours',
]);

/** The settings that differ between two profiles. */
export function changedSettings(before: Profile, after: Profile): readonly string[] {
  // Both are normalised, so equal values have the same text.
  return [...settings].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}
