/** What callers of the site assistant get back; the server's tests hold every answer against these. */
import { z } from 'zod';
import { siteProblemStatus } from './site-problems.ts';
import { faqSchema, profileSchema } from './site-profile.ts';
import {
  askModes,
  entryKinds,
  languages,
  leadStatuses,
  questionStatuses,
  siteKeyPattern,
  siteStatuses,
} from './site-vocabulary.ts';

const language = z.enum(languages);
const time = z.iso.datetime();
const siteKey = z.string().regex(new RegExp(siteKeyPattern));

export const configSchemaOfSite = z.object({
  name: z.string(),
  business: z.string(),
  greeting: z.string(),
  colour: z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/),
  position: z.enum(['left', 'right']),
  suggestions: z.array(z.string()),
  whatsapp: z.string(),
  voice: z.boolean(),
  enabled: z.boolean(),
  languages: z.array(language),
  language,
  speak: z.boolean(),
  live: z.boolean(),
  feedback: z.boolean(),
  privacy: z.string(),
});
export type SiteConfig = z.output<typeof configSchemaOfSite>;

const sourceSchema = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  quote: z.string(),
  kind: z.enum(entryKinds),
  language,
});
export type AnswerSource = z.output<typeof sourceSchema>;

export const tokenEventSchema = z.object({ type: z.literal('token'), text: z.string() });
export type TokenEvent = z.output<typeof tokenEventSchema>;
export const doneEventSchema = z.object({
  type: z.literal('done'),
  answered: z.boolean(),
  language,
  sources: z.array(sourceSchema),
  handoff: z.string(),
  id: z.string(),
  error: z.object({ code: z.string(), error: z.string() }).optional(),
});
export type DoneEvent = z.output<typeof doneEventSchema>;

export const transcriptionSchema = z.object({
  /** "" where no speech was recognised. */
  text: z.string(),
  language,
  duration_ms: z.int(),
});

export const leadReceiptSchema = z.object({
  ok: z.literal(true),
  id: z.string(),
  received_at: time,
  message: z.string(),
});
export type LeadReceipt = z.output<typeof leadReceiptSchema>;
export const okSchema = z.object({ ok: z.literal(true) });

const used = z.object({ used: z.int(), limit: z.int().nullable() });
const usageSchema = z.object({
  period: z.object({ from: time, to: time }),
  questions: used,
  answered: z.object({ rate: z.number(), unanswered: z.int() }),
  leads: z.int(),
  voice: used,
  live_seconds: used,
  days: z.array(
    z.object({ date: z.string(), questions: z.int(), answered: z.int(), leads: z.int() }),
  ),
});
export type SiteUsage = z.output<typeof usageSchema>;

export const siteSummarySchema = z.object({
  id: z.string(),
  status: z.enum(siteStatuses),
  created_at: time,
  key: siteKey,
  origins_open: z.boolean(),
});
export type SiteSummary = z.output<typeof siteSummarySchema>;

export const siteDetailsSchema = z.object({
  site: siteSummarySchema.extend({ webhook_secret: z.string().optional() }),
  profile: profileSchema,
  version: z.int(),
  usage: usageSchema,
  embed: z.string().optional(),
  capabilities: z.array(z.string()),
  plan: z.string(),
});
export type SiteDetails = z.output<typeof siteDetailsSchema>;

export const siteListSchema = z.object({
  sites: z.array(siteSummarySchema.extend({ plan: z.string() })),
});
export type SiteList = z.output<typeof siteListSchema>;

export const savedProfileSchema = z.object({
  profile: profileSchema,
  version: z.int(),
  index: z.object({
    status: z.enum(['ready', 'lexical']),
    passages: z.int(),
    ms: z.number(),
  }),
  warnings: z.array(z.string()),
});
export type SavedProfile = z.output<typeof savedProfileSchema>;

export const createdSiteSchema = siteDetailsSchema.extend({ warnings: z.array(z.string()) });
export type CreatedSite = z.output<typeof createdSiteSchema>;

export const rotatedKeySchema = z.object({
  key: siteKey,
  created_at: time,
  embed: z.string().optional(),
});
export type RotatedKey = z.output<typeof rotatedKeySchema>;

export const questionSchema = z.object({
  id: z.string(),
  asked_at: time,
  question: z.string(),
  language,
  mode: z.enum(askModes),
  answered: z.boolean(),
  answer: z.string(),
  sources: z.array(sourceSchema),
  conversation: z.string().nullable(),
  status: z.enum(questionStatuses),
  feedback: z.enum(['up', 'down']).nullable(),
  page: z.string().nullable(),
  count: z.int().optional(),
  wordings: z.array(z.string()).optional(),
});
export type SiteQuestion = z.output<typeof questionSchema>;

export const questionListSchema = z.object({
  questions: z.array(questionSchema),
  next: z.string().nullable(),
  total: z.int(),
  truncated: z.boolean().optional(),
});
export type QuestionList = z.output<typeof questionListSchema>;

/** An answer as its owner sees it: with the approved sentences that it was made from. */
export const previewSchema = z.object({
  text: z.string(),
  answered: z.boolean(),
  language,
  sources: z.array(sourceSchema),
  handoff: z.string(),
  made: z.array(z.object({ id: z.string(), sentence: z.string() })),
});
export type Preview = z.output<typeof previewSchema>;

/** A taught question: the FAQ that it became, and what asking it again gives now. */
export const taughtQuestionSchema = z.object({
  question: questionSchema,
  faq: faqSchema,
  version: z.int(),
  asked_again: previewSchema,
});
export type TaughtQuestion = z.output<typeof taughtQuestionSchema>;

export const deletedSchema = z.object({ deleted: z.literal(true), id: z.string() });

export const leadSchema = z.object({
  id: z.string(),
  name: z.string(),
  contact: z.string(),
  message: z.string(),
  received_at: time,
  language: language.nullable(),
  page: z.string().nullable(),
  question_id: z.string().nullable(),
  conversation: z.string().nullable(),
  status: z.enum(leadStatuses),
});
export type SiteLead = z.output<typeof leadSchema>;

export const leadListSchema = z.object({
  leads: z.array(leadSchema),
  next: z.string().nullable(),
});
export type LeadList = z.output<typeof leadListSchema>;

export const siteExportSchema = z.object({
  format: z.literal('baraza-site'),
  version: z.literal(1),
  site: z.string(),
  exported_at: time,
  profile: profileSchema,
  questions: z.array(questionSchema),
  leads: z.array(leadSchema),
});
export type SiteExport = z.output<typeof siteExportSchema>;

export const importedSiteSchema = savedProfileSchema.extend({
  questions: z.int(),
  leads: z.int(),
});
export type ImportedSite = z.output<typeof importedSiteSchema>;

export const siteProblemSchema = z.object({
  error: z.string().min(1),
  code: z.enum(Object.keys(siteProblemStatus) as [keyof typeof siteProblemStatus]),
  request_id: z.string(),
  handoff: z.string().optional(),
});
