/** What is sent of a draft: without what was left empty, and with a name for what is gone. */
import type { Profile, ProfileFaq } from '@baraza/contract';
import { isEmptyText } from './profile.ts';

/** An empty line of a list is no entry of it, and an empty address of a notice is none. */
export function withoutBlanks(profile: Profile): Profile {
  const filled = <Text>(texts: readonly Text[]) => texts.filter((text) => !isEmptyText(text));
  const tidied = (faq: ProfileFaq) => {
    if (!faq.alternatives?.some(isEmptyText)) return faq;
    const { alternatives, ...rest } = faq;
    const left = filled(alternatives);
    return left.length === 0 ? rest : { ...faq, alternatives: left };
  };
  return {
    ...profile,
    suggestions: filled(profile.suggestions),
    allowed_origins: filled(profile.allowed_origins),
    notify: Object.fromEntries(
      Object.entries(profile.notify).filter(([, value]) => !isEmptyText(value)),
    ),
    faqs: profile.faqs.map(tidied),
  };
}

/** A merge patch (RFC 7396) keeps the members that it does not name: those that are gone are named as null. */
export function patchOf(before: unknown, after: unknown): unknown {
  if (after === undefined) return null;
  if (!isObject(before) || !isObject(after)) return after;
  const gone = Object.keys(before).filter((name) => !(name in after));
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...after };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
