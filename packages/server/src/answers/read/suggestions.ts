/** Suggests approved questions after a refusal ("Did you mean…?"): those that the reader scored highest. */
import { hasAtMost, siteLimits } from '@baraza/contract/plain';
import type { SiteInquiry } from '../find/prepared.ts';
import type { ScoredPassage } from './read-passages.ts';

/** At most two, the closest first, in the visitor's language if the owner wrote them in it. */
export function suggestionsAmong(
  { prepared, ask, language }: SiteInquiry,
  read: readonly ScoredPassage[],
): readonly string[] {
  // A greeting or thanks is not a question.
  if (read[0]?.passage.entry.field?.kind === 'talk') return [];
  const asked = new Set(ask.history.map(({ content }) => content.trim()));
  const titles = read
    .filter(
      ({ passage, score }) => passage.entry.kind === 'faq' && score.answer >= suggestionScoreMin,
    )
    .map(({ passage }) => {
      const twins = prepared.twins.get(passage.entry.id) ?? [];
      const own = twins.find((twin) => twin.language === language) ?? passage;
      return own.entry.title.trim();
    })
    .filter((title) => title !== '' && !asked.has(title))
    .filter((title) => hasAtMost(title, siteLimits.askSuggestionCharactersMax));
  return [...new Set(titles)].slice(0, siteLimits.askSuggestionsMax);
}

/**
 * A logit; measured by `node evals/businesses.ts`: with a lower one, wrong suggestions grow faster than right ones.
 */
const suggestionScoreMin = -3.5;
