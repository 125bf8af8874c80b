/** The words of the site assistant: languages, kinds of information, states, and what can be off. */
export const languages = ['sw', 'en'] as const;
export type Language = (typeof languages)[number];

export const entryKinds = ['faq', 'fact', 'document', 'profile'] as const;
export type EntryKind = (typeof entryKinds)[number];

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

export const siteStatuses = ['active', 'paused'] as const;
export type SiteStatus = (typeof siteStatuses)[number];

export const questionStatuses = ['new', 'taught', 'dismissed'] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

export const leadStatuses = ['new', 'done', 'suspect'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

export const askModes = ['text', 'voice'] as const;
export type AskMode = (typeof askModes)[number];

/** What a server may leave out: `BARAZA_OFF` names them, and the others are its capabilities. */
export const siteFeatures = ['profile', 'rotate-key', 'embed', 'speak', 'live'] as const;
export type SiteFeature = (typeof siteFeatures)[number];

export const sitePattern = '^[a-z0-9-]{3,40}$';
const isSlugText = new RegExp(sitePattern);

/** The name of a site in addresses. */
export function isSiteSlug(text: string): boolean {
  return isSlugText.test(text);
}

/** A public identifier, no secret: what an embed line carries. */
export const siteKeyPattern = '^pk_[0-9A-Za-z]{22}$';

const acceptLanguageCharactersMax = 500;

/** The one of our languages that a browser prefers by its Accept-Language; undefined when it asks for none. */
export function preferredLanguage(header: string | undefined): Language | undefined {
  if (header === undefined || header.length > acceptLanguageCharactersMax) return undefined;
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
