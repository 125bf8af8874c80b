import {
  type Bilingual,
  cutCharacters,
  type ExtraField,
  hasAtMost,
  isProfileField,
  type Profile,
  siteLimits,
} from '@baraza/contract';
import type { AccessRules } from '../../access/origins.ts';
import { fieldTitle } from '../../engine/profile-knowledge.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import { Problem } from '../../kernel/problem.ts';
import { readEntries } from './entry-reader.ts';
import { bilingualText, fieldProblem, isAbsent } from './field-values.ts';
import { readFields } from './profile-fields.ts';
import { contentWarnings } from './profile-warnings.ts';

type Input = { readonly [field: string]: unknown };

export interface ReadProfile {
  readonly profile: Profile;
  /** For the owner; none of them prevents saving. */
  readonly warnings: readonly string[];
}

const extraFieldsMax = 200;

/** Normalises a profile that was sent as the body, or in its field `profile`. */
export function readProfileInput(body: Input): ReadProfile {
  const input = profileIn(body);
  const extra = readExtra(input);
  const entries = readEntries(input, Object.keys(extra.fields));
  const profile: Profile = { ...readFields(input), ...entries, ...extra.fields };
  return { profile, warnings: [...extra.warnings, ...contentWarnings(profile)] };
}

// `{"profile": null}` must not count as an empty profile.
export function profileIn(body: Input): Input {
  if (!Object.hasOwn(body, 'profile')) return body;
  if (!isObject(body.profile)) throw fieldProblem('profile', 'must be an object');
  return body.profile;
}

/** The access rules, which every request needs. */
export function gateFrom(profile: Profile): AccessRules {
  const { allowed_origins, require_key, allow_apps } = profile;
  return { allowed_origins, require_key, allow_apps };
}

function readExtra(input: Input) {
  const fields: [string, ExtraField][] = [];
  const warnings: string[] = [];
  // Sorted, so that the order of fields does not change the profile.
  for (const field of Object.keys(input).toSorted()) {
    const value = input[field];
    if (isProfileField(field) || isAbsent(value)) continue;
    const quoted = JSON.stringify(cutCharacters(field, 100));
    const extra = isNameable(field) ? extraField(field, value) : undefined;
    if (extra === undefined) {
      warnings.push(
        `${quoted} was ignored: only a text or a list of texts under a custom name is kept.`,
      );
      continue;
    }
    if (extra === '') continue;
    fields.push([field, extra]);
    if (fields.length > extraFieldsMax)
      throw fieldProblem('The profile', `may have at most ${extraFieldsMax} custom fields`);
    warnings.push(
      `${quoted} is not a known field; it is kept as approved information, as a fact titled "${fieldTitle(field)}".`,
    );
  }
  return { fields: Object.fromEntries(fields), warnings };
}

function isNameable(field: string): boolean {
  return field.trim() !== '' && hasAtMost(field, 100) && !['__proto__', 'profile'].includes(field);
}

function extraField(field: string, value: unknown): ExtraField | undefined {
  const max = siteLimits.textCharactersMax;
  if (isTextual(value)) return bilingualText(value, field, max);
  if (!Array.isArray(value) || !value.every(isTextual)) return undefined;
  if (value.length > siteLimits.entriesMax)
    throw fieldProblem(field, `must have at most ${siteLimits.entriesMax} entries`);
  const items: readonly Bilingual[] = value
    .map((item, index) => bilingualText(item, `${field}[${index}]`, max))
    .filter((item) => item !== '');
  return items.length === 0 ? '' : items;
}

function isTextual(value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  return (
    names.length > 0 &&
    names.every((name) => (name === 'sw' || name === 'en') && typeof value[name] === 'string')
  );
}

/**
 * The size of a profile is that of the request or of the stored text, whichever is smaller: saving adds ids and empty
 * fields, and what was read can always be saved again.
 */
export function assertProfileSize(sentBytes: number, stored: string): void {
  if (sentBytes <= siteLimits.profileBytesMax) return;
  if (Buffer.byteLength(stored) > siteLimits.profileBytesMax)
    throw new Problem(
      'too_large',
      `The profile may have at most ${siteLimits.profileBytesMax} bytes.`,
    );
}
