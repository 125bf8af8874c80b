/** Vocabularies of the site assistant: languages, kinds of information, states, optional features. */
export const languages = ['sw', 'en'] as const;
export type Language = (typeof languages)[number];

export const entryKinds = ['faq', 'fact', 'document', 'profile'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The lists of a profile whose entries have ids and can be changed separately. */
export const profileLists = ['facts', 'faqs', 'documents', 'prices'] as const;
export type ProfileList = (typeof profileLists)[number];

export function isProfileList(name: string): name is ProfileList {
  return (profileLists as readonly string[]).includes(name);
}

/** The fields of a profile with a defined meaning; a text under any other name is a fact. */
export const profileFields = [
  'name',
  'business',
  'greeting',
  'colour',
  'position',
  'suggestions',
  'whatsapp',
  'phone',
  'email',
  'address',
  'timezone',
  'hours',
  'closed',
  'prices',
  'languages',
  'allowed_origins',
  'voice',
  'privacy',
  'retention_days',
  'sources',
  'strictness',
  'require_key',
  'allow_apps',
  'feedback',
  'notify',
  'people',
  'people_hours',
  'about',
  'facts',
  'faqs',
  'documents',
] as const;

export function isProfileField(name: string): boolean {
  return (profileFields as readonly string[]).includes(name);
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** A frozen site is being moved to another server: it is read and takes nothing. */
export const siteStatuses = ['active', 'paused', 'frozen'] as const;
export type SiteStatus = (typeof siteStatuses)[number];

export const questionStatuses = ['new', 'taught', 'dismissed'] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

export const feedbackValues = ['up', 'down'] as const;
export type FeedbackValue = (typeof feedbackValues)[number];

/** How owners are notified of unanswered questions: each at once, or in a digest. */
export const digestRhythms = ['instant', 'hourly', 'daily'] as const;
export type DigestRhythm = (typeof digestRhythms)[number];

/** Where the text behind an answer is stored; `fields` are texts under names that the owner chose. */
export const gapLists = ['faqs', 'facts', 'documents', 'fields', 'profile'] as const;

export const leadStatuses = ['new', 'done', 'suspect'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

export const askModes = ['text', 'voice'] as const;
export type AskMode = (typeof askModes)[number];

/** Features that `BARAZA_OFF` can disable; the others are the server's capabilities. */
export const siteFeatures = ['profile', 'rotate-key', 'embed', 'speak', 'live', 'sources'] as const;
export type SiteFeature = (typeof siteFeatures)[number];

export const sitePattern = '^[a-z0-9-]{3,40}$';
const isSlugText = new RegExp(sitePattern);

/** The id of a site in URLs. */
export function isSiteSlug(text: string): boolean {
  return isSlugText.test(text);
}

/** A public identifier in the embed line, not a secret. */
export const siteKeyPattern = '^pk_[0-9A-Za-z]{22}$';

const acceptLanguageCharactersMax = 500;

/** The supported language that Accept-Language prefers; undefined if it names none. */
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

/** Why a preview was answered or not. */
export const previewReasons = [
  'own_question',
  'small_talk',
  'read',
  'field',
  'no_question',
  'not_sure',
  'nothing_found',
  'not_read',
] as const;

/**
 * Whether a closing time is one of the next day; the same time twice means 24 hours. Times are written like `08:00`, so
 * that they compare as text.
 */
export function closesNextDay(hours: { readonly open: string; readonly close: string }): boolean {
  return hours.close <= hours.open;
}
