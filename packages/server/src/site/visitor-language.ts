import { type Language, languages, preferredLanguage } from '@baraza/contract';

/**
 * The language to speak to somebody of whom only the head of a request is known: what the address
 * asks for, then what the browser prefers, then the site's own.
 */
export function visitorLanguage(
  wanted: string | undefined,
  acceptLanguage: string | undefined,
  own: readonly Language[],
): Language {
  const asked = languages.find((language) => language === wanted);
  return asked ?? preferredLanguage(acceptLanguage) ?? own[0] ?? 'en';
}
