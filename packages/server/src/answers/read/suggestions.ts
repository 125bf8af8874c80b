/** After a refusal: the approved questions that the reader finds closest, for "Did you mean…?". */
import { hasAtMost, type Language, siteLimits } from '@baraza/contract';
import type { Prepared } from '../find/prepared.ts';
import type { Ask, Passage } from '../knowledge.ts';
import type { Read } from './read-passages.ts';

/** At most two, the closest first, in the visitor's language where the owner wrote them in it. */
export function suggestionsAmong(
  prepared: Pick<Prepared, 'twins'>,
  { history }: Pick<Ask, 'history'>,
  language: Language,
  read: readonly Read[],
): readonly string[] {
  // Whoever greets or thanks meant no question.
  if (read[0]?.passage.entry.field?.kind === 'talk') return [];
  const asked = new Set(history.map(({ content }) => content.trim()));
  const titles = read
    .filter(({ passage, score }) => passage.entry.kind === 'faq' && score.answer >= closeLeast)
    .map(({ passage }) => titleIn(prepared, passage, language))
    .filter((title) => isShort(title) && !asked.has(title));
  return [...new Set(titles)].slice(0, siteLimits.askSuggestionsMax);
}

/**
 * A logit; measured by `node evals/businesses.ts`: lower, and what is offered where nothing is known grows faster than
 * what is offered rightly.
 */
const closeLeast = -2.5;

function isShort(title: string): boolean {
  return title !== '' && hasAtMost(title, siteLimits.askSuggestionCharactersMax);
}

function titleIn({ twins }: Pick<Prepared, 'twins'>, passage: Passage, language: Language): string {
  const told = twins.get(passage.entry.id)?.find((twin) => twin.language === language);
  return (told ?? passage).entry.title.trim();
}
