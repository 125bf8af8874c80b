import type { Language } from '@baraza/contract';
import { languages } from '@baraza/contract';

/**
 * The language to speak to somebody of whom only the head of a request is known: what the address
 * asks for, then what the browser prefers, then the site's own.
 */
export function visitorLanguage(
  wanted: string | undefined,
  acceptLanguage: string | undefined,
  own: readonly Language[],
): Language {
  return known(wanted) ?? preferred(acceptLanguage) ?? own[0] ?? 'en';
}

function known(text: string | undefined): Language | undefined {
  return languages.find((language) => language === text);
}

function preferred(header: string | undefined): Language | undefined {
  if (header === undefined || header.length > 500) return undefined;
  const wishes = header.split(',').map((part) => {
    const [tag = '', ...options] = part.trim().toLowerCase().split(';');
    const weight = options.map((option) => /^\s*q=([\d.]+)\s*$/.exec(option)?.[1]).find(Boolean);
    return {
      language: known(tag.split('-')[0]),
      weight: weight === undefined ? 1 : Number(weight),
    };
  });
  return wishes
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)[0]?.language;
}
