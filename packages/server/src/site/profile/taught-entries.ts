/** Taught answers stay when a profile is saved without them, or with an earlier text of their entries. */
import {
  cutCharacters,
  isProfileField,
  type Profile,
  type ProfileFaq,
  siteLimits,
} from '@baraza/contract';
import { fieldProblem } from './field-values.ts';

/**
 * The next profile with the taught answers of the current one. An entry that is marked `taught` in the next profile is
 * an edit by its owner: it replaces the text, with a warning.
 */
export function withTaught(current: Profile, next: Profile) {
  const taught = current.faqs.filter((faq) => faq.taught);
  if (taught.length === 0) return { profile: next, warnings: [] };
  const byId = new Map(taught.map((faq) => [faq.id, faq]));
  const kept: ProfileFaq[] = [];
  const edited: ProfileFaq[] = [];
  const faqs = next.faqs.map((faq) => {
    const known = byId.get(faq.id);
    if (known === undefined) return faq;
    byId.delete(faq.id);
    if (isSame(known, faq)) return faq.taught ? faq : known;
    const isEdit = faq.taught === true;
    (isEdit ? edited : kept).push(known);
    return isEdit ? faq : known;
  });
  const missing = [...byId.values()];
  const used = idsOutsideFaqs(next);
  const more = faqs.length + missing.length - siteLimits.entriesMax;
  if (missing.length > 0 && more > 0)
    throw fieldProblem(
      'faqs',
      `may have at most ${siteLimits.entriesMax} entries, and ${describe(missing)} kept: ` +
        `send ${more} fewer, or delete those first`,
    );
  const added = missing.map(
    ({ id, ...faq }) => (used.has(id) ? faq : { id, ...faq }) as ProfileFaq,
  );
  const warnings = [
    warning(missing, 'kept, although not in this profile; delete an entry to remove it.'),
    warning(kept, 'kept as taught; change the entry itself to say something else.'),
    warning(edited, 'changed by this profile; the previous version still has what was taught.'),
  ].flat();
  if (missing.length === 0 && faqs.every((faq, at) => faq === next.faqs[at]))
    return { profile: next, warnings };
  return { profile: { ...next, faqs: [...faqs, ...added] }, warnings };
}

function warning(faqs: readonly ProfileFaq[], what: string): readonly string[] {
  return faqs.length === 0 ? [] : [`${describe(faqs)} ${what}`];
}

function describe(faqs: readonly ProfileFaq[]): string {
  const names = faqs.slice(0, namedMax).map(({ id }) => id);
  const more = faqs.length - names.length;
  const list = names.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return faqs.length === 1
    ? `1 taught answer (faqs: ${cutCharacters(list, 200)}) is`
    : `${faqs.length} taught answers (faqs: ${cutCharacters(list, 600)}) are`;
}

const namedMax = 5;

function isSame({ taught: _, ...known }: ProfileFaq, { taught: __, ...faq }: ProfileFaq): boolean {
  return JSON.stringify(known) === JSON.stringify(faq);
}

// Ids that a taught answer must not have: those of other lists and of the owner's own fields.
function idsOutsideFaqs(profile: Profile): ReadonlySet<string> {
  return new Set([
    ...Object.keys(profile).filter((field) => !isProfileField(field)),
    ...profile.facts.map(({ id }) => id),
    ...profile.documents.map(({ id }) => id),
  ]);
}
