export type Language = 'sw' | 'en';

/** Swahili where the browser asks for it before English. */
export function preferredLanguage(wishes: readonly string[]): Language {
  const known = wishes.map((wish) => wish.toLowerCase().split('-')[0]);
  return known.find((wish) => wish === 'sw' || wish === 'en') === 'sw' ? 'sw' : 'en';
}

/** A text that may be there in one language or in both, as it is best read in the one that is spoken. */
export function inLanguage(
  text: string | { readonly sw?: string | undefined; readonly en?: string | undefined } | undefined,
  spoken: Language,
): string {
  if (text === undefined || typeof text === 'string') return text ?? '';
  const other = spoken === 'sw' ? text.en : text.sw;
  return text[spoken] || other || '';
}
