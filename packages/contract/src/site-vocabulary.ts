/** The words of the site assistant: languages, kinds of information, states, and what can be off. */
export const languages = ['sw', 'en'] as const;
export type Language = (typeof languages)[number];

export const entryKinds = ['faq', 'fact', 'document', 'profile'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The lists of a profile whose entries have an id and are changed one by one. */
export const profileLists = ['facts', 'faqs', 'documents', 'prices'] as const;
export type ProfileList = (typeof profileLists)[number];

export function isProfileList(name: string): name is ProfileList {
  return (profileLists as readonly string[]).includes(name);
}

/** The fields of a profile that have a meaning of their own; a text under any other name is a fact. */
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

export const siteStatuses = ['active', 'paused'] as const;
export type SiteStatus = (typeof siteStatuses)[number];

export const questionStatuses = ['new', 'taught', 'dismissed'] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

export const feedbackValues = ['up', 'down'] as const;
export type FeedbackValue = (typeof feedbackValues)[number];

/** How owners hear of unanswered questions: each at once, or joined. */
export const digestRhythms = ['instant', 'hourly', 'daily'] as const;
export type DigestRhythm = (typeof digestRhythms)[number];

/** Where a text that answers come from is kept; `fields` are texts under names of the owner's own. */
export const gapLists = ['faqs', 'facts', 'documents', 'fields', 'profile'] as const;

export const leadStatuses = ['new', 'done', 'suspect'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

export const askModes = ['text', 'voice'] as const;
export type AskMode = (typeof askModes)[number];

/** What a server may leave out: `BARAZA_OFF` names them, and the others are its capabilities. */
export const siteFeatures = ['profile', 'rotate-key', 'embed', 'speak', 'live', 'sources'] as const;
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

/** Why an owner's trial was answered, or was not. */
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
