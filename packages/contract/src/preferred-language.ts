import { type Language, languages } from './site-vocabulary.ts';

const headerCharactersMax = 500;

/** The one of our languages that a browser prefers by its Accept-Language; undefined when it asks for none. */
export function preferredLanguage(header: string | undefined): Language | undefined {
  if (header === undefined || header.length > headerCharactersMax) return undefined;
  const wishes = header.split(',').map((part) => {
    const [tag = '', ...options] = part.trim().toLowerCase().split(';');
    const weight = options.map((option) => /^\s*q=([\d.]+)\s*$/.exec(option)?.[1]).find(Boolean);
    return {
      language: languages.find((language) => language === tag.split('-')[0]),
      weight: weight === undefined ? 1 : Number(weight),
    };
  });
  return wishes
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)[0]?.language;
}
