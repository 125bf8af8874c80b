/** A site's profile as it is stored and returned: every field is present. */
import { z } from 'zod';
import {
  type DigestRhythm,
  digestRhythms,
  type Language,
  languages,
  weekdays,
} from './site-vocabulary.ts';

const language = z.enum(languages);

/** A text in one language, or in both. */
export const bilingualSchema = z
  .union([z.string(), z.object({ sw: z.string().optional(), en: z.string().optional() })])
  .meta({ id: 'Bilingual' });
export type Bilingual = string | { readonly sw?: string; readonly en?: string };

const entry = { id: z.string(), url: z.string().optional(), language: language.optional() };

export const factSchema = z
  .object({ ...entry, title: bilingualSchema, text: bilingualSchema })
  .meta({ id: 'Fact' });
export const faqSchema = z
  .object({
    ...entry,
    question: bilingualSchema,
    answer: bilingualSchema,
    alternatives: z.array(z.string()).optional(),
    /** A taught answer: it stays until it is deleted explicitly. */
    taught: z.literal(true).optional(),
  })
  .meta({ id: 'Faq' });
const documentSchema = factSchema;

const hoursSchema = z
  .object({
    days: z.array(z.enum(weekdays)),
    open: z.string(),
    close: z.string(),
    /** Present where the closing time is one of the next day; the same time twice means 24 hours. */
    nextDay: z.literal(true).optional(),
  })
  .meta({ id: 'OpeningHours' });
/** With `from`, only the rest of the day is closed. */
const closedSchema = z
  .object({
    date: z.string(),
    from: z.string().optional(),
    note: bilingualSchema.optional(),
  })
  .meta({ id: 'ClosedDay' });
export const priceSchema = z
  .object({
    id: z.string(),
    item: bilingualSchema,
    /** A number or a text that says an amount; absent if only the note says what it costs. */
    price: z.union([z.number(), z.string()]).optional(),
    currency: z.string(),
    unit: bilingualSchema.optional(),
    note: bilingualSchema.optional(),
  })
  .meta({ id: 'Price' });

/** Texts and lists of texts under any other name are also approved information. */
export const profileSchema = z
  .object({
    name: bilingualSchema,
    business: bilingualSchema,
    greeting: bilingualSchema,
    colour: z.string(),
    position: z.enum(['left', 'right']),
    suggestions: z.array(bilingualSchema),
    whatsapp: z.string(),
    phone: z.string(),
    email: z.string(),
    address: bilingualSchema,
    timezone: z.string(),
    hours: z.array(hoursSchema),
    closed: z.array(closedSchema),
    prices: z.array(priceSchema),
    languages: z.array(language),
    allowed_origins: z.array(z.string()),
    voice: z.boolean(),
    privacy: bilingualSchema,
    retention_days: z.int(),
    sources: z.enum(['full', 'titles', 'none']),
    strictness: z.enum(['low', 'normal', 'high']),
    require_key: z.boolean(),
    allow_apps: z.boolean(),
    feedback: z.boolean(),
    notify: z.object({
      email: z.string().optional(),
      webhook: z.string().optional(),
      digest: z.enum(digestRhythms).optional(),
    }),
    /** Whether visitors can ask for a person. */
    people: z.boolean(),
    /** After this time without a message of the person the assistant answers again. */
    people_hours: z.number(),
    about: bilingualSchema,
    facts: z.array(factSchema),
    faqs: z.array(faqSchema),
    documents: z.array(documentSchema),
  })
  .catchall(z.union([bilingualSchema, z.array(bilingualSchema)]))
  .meta({
    id: 'Profile',
    // Not what catchall says: generated types cannot except the fields above from it.
    additionalProperties: true,
    description: 'Texts and lists of texts under any other name are approved information too.',
  });

export type ProfileFact = {
  readonly id: string;
  readonly title: Bilingual;
  readonly text: Bilingual;
  readonly url?: string;
  readonly language?: Language;
};
export type ProfileFaq = {
  readonly id: string;
  readonly question: Bilingual;
  readonly answer: Bilingual;
  readonly url?: string;
  readonly language?: Language;
  readonly alternatives?: readonly string[];
  readonly taught?: true;
};
export type ProfileHours = {
  readonly days: readonly (typeof weekdays)[number][];
  readonly open: string;
  readonly close: string;
  readonly nextDay?: true;
};
type ProfileClosed = { readonly date: string; readonly from?: string; readonly note?: Bilingual };
export type ProfilePrice = {
  readonly id: string;
  readonly item: Bilingual;
  readonly price?: number | string;
  readonly currency: string;
  readonly unit?: Bilingual;
  readonly note?: Bilingual;
};

/** The fields with a defined meaning. */
export interface KnownProfile {
  readonly name: Bilingual;
  readonly business: Bilingual;
  readonly greeting: Bilingual;
  readonly colour: string;
  readonly position: 'left' | 'right';
  readonly suggestions: readonly Bilingual[];
  /** `https://wa.me/…` or empty. */
  readonly whatsapp: string;
  readonly phone: string;
  readonly email: string;
  readonly address: Bilingual;
  readonly timezone: string;
  readonly hours: readonly ProfileHours[];
  readonly closed: readonly ProfileClosed[];
  readonly prices: readonly ProfilePrice[];
  readonly languages: readonly Language[];
  readonly allowed_origins: readonly string[];
  readonly voice: boolean;
  readonly privacy: Bilingual;
  readonly retention_days: number;
  readonly sources: 'full' | 'titles' | 'none';
  readonly strictness: 'low' | 'normal' | 'high';
  readonly require_key: boolean;
  readonly allow_apps: boolean;
  readonly feedback: boolean;
  readonly notify: {
    readonly email?: string;
    readonly webhook?: string;
    /** Daily by default. */
    readonly digest?: DigestRhythm;
  };
  /** Whether visitors can ask for a person. */
  readonly people: boolean;
  /** After this time without a message of the person the assistant answers again. */
  readonly people_hours: number;
  readonly about: Bilingual;
  readonly facts: readonly ProfileFact[];
  readonly faqs: readonly ProfileFaq[];
  readonly documents: readonly ProfileFact[];
}

/** A text or list of texts under any other name: a fact with that name as its title. */
export type ExtraField = Bilingual | readonly Bilingual[];

export type Profile = KnownProfile & { readonly [extra: string]: unknown };
