import { type Bilingual, type Language, languages, preferredLanguage } from '@baraza/contract';

/**
 * The language of a visitor by the request alone: that of the query, else the browser's preference, else the first
 * language of the site.
 */
export function visitorLanguage(
  wanted: string | undefined,
  acceptLanguage: string | undefined,
  siteLanguages: readonly Language[],
): Language {
  const asked = languages.find((language) => language === wanted);
  return asked ?? preferredLanguage(acceptLanguage) ?? siteLanguages[0] ?? 'en';
}

/** A text in a language, or in the other one where that is missing. */
export function inLanguage(text: Bilingual, language: Language): string {
  if (typeof text === 'string') return text;
  return text[language] ?? text.sw ?? text.en ?? '';
}
