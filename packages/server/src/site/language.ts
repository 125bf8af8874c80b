import { type Language, languages, preferredLanguage } from '@baraza/contract';

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
