/** What a merge patch (RFC 7396) has to say so that a profile becomes what its form shows. */
import type { KnownProfile } from '@baraza/contract';

type Patch = Readonly<Record<string, unknown>>;

export function patchOf(saved: KnownProfile, draft: Partial<KnownProfile>): Patch {
  return Object.fromEntries(
    Object.entries(draft).flatMap(([field, value]) => {
      const before = saved[field as keyof KnownProfile];
      const wanted = tidy(value);
      return isSame(tidy(before), wanted) ? [] : [[field, merging(before, wanted)]];
    }),
  );
}

// A language without words is no language of the text, and a text without any is empty.
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy).filter((one) => one !== '');
  if (!isRecord(value)) return typeof value === 'string' ? value.trim() : value;
  const given = Object.entries(value)
    .map(([name, part]) => [name, tidy(part)] as const)
    .filter(([, part]) => part !== '' && part !== undefined);
  const isText = Object.keys(value).every((name) => name === 'sw' || name === 'en');
  if (given.length === 0 && isText) return '';
  return Object.fromEntries(given);
}

/** What an object lost is named, since a patch leaves alone what it does not name. */
function merging(before: unknown, wanted: unknown): unknown {
  if (!isRecord(before) || !isRecord(wanted)) return wanted;
  const lost = Object.keys(before).filter((name) => !(name in wanted));
  return { ...wanted, ...Object.fromEntries(lost.map((name) => [name, null])) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sorted(value[name])]),
  );
}
