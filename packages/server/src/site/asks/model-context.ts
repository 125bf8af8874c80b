/** How much approved information fits into what a model is given at once. */

/** Beside the rules, the question with its turns, and the answer. */
export function informationCharactersMax(contextTokens: number): number {
  return Math.max(0, contextTokens - otherTokens) * charactersPerToken;
}

const otherTokens = 1_500;
// Swahili takes more tokens than English: three letters each is on the safe side with today's tokenizers.
const charactersPerToken = 3;
