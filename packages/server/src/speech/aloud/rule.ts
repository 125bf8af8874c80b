import type { Language } from '@baraza/contract';

/** What is written, and how it is said. */
export type Rule = readonly [
  pattern: RegExp,
  inWords: (found: readonly string[], language: Language) => string,
];

export function applyRules(text: string, rules: readonly Rule[], language: Language): string {
  return rules.reduce(
    (result, [pattern, inWords]) =>
      result.replace(pattern, (...found) => inWords(found as readonly string[], language)),
    text,
  );
}

/** `8 to 5`, `8 hadi 5`. */
export const to = { sw: 'hadi', en: 'to' } as const;

/** A number as owners write it: `1,500`, `2.5`. */
export const amountPattern = '(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)';
