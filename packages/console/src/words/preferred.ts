export type Language = 'sw' | 'en';

/** Swahili if the browser prefers it to English. */
export function preferredLanguage(wishes: readonly string[]): Language {
  const known = wishes.map((wish) => wish.toLowerCase().split('-')[0]);
  return known.find((wish) => wish === 'sw' || wish === 'en') === 'sw' ? 'sw' : 'en';
}

/** A text in this language, or in the other one if it is missing. */
export function inLanguage(
  text: string | { readonly sw?: string | undefined; readonly en?: string | undefined } | undefined,
  spoken: Language,
): string {
  if (text === undefined || typeof text === 'string') return text ?? '';
  const other = spoken === 'sw' ? text.en : text.sw;
  return text[spoken] || other || '';
}
