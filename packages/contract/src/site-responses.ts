/** Schemas of responses of the site assistant; the server's tests validate every response with them. */
import { z } from 'zod';
import { allowanceSchema } from './console/usage.ts';
import { exportedConversationSchema } from './conversations/exported-conversation.ts';
import { siteLimits } from './site-limits.ts';
import { siteProblemStatus } from './site-problems.ts';
import { factSchema, faqSchema, priceSchema, profileSchema } from './site-profile.ts';
import {
  askModes,
  entryKinds,
  feedbackValues,
  languages,
  leadStatuses,
  profileLists,
  questionStatuses,
  siteKeyPattern,
  siteStatuses,
} from './site-vocabulary.ts';

const language = z.enum(languages);
const time = z.iso.datetime();
const siteKey = z.string().regex(new RegExp(siteKeyPattern));

export const configSchemaOfSite = z
  .object({
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
    /** Present if visitors can ask for a person. */
    people: z.literal(true).optional(),
  })
  .meta({ id: 'SiteConfig' });
export type SiteConfig = z.output<typeof configSchemaOfSite>;

const sourceSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    url: z.string().nullable(),
    quote: z.string(),
    kind: z.enum(entryKinds),
    language,
  })
  .meta({ id: 'AnswerSource' });
export type AnswerSource = z.output<typeof sourceSchema>;

export const tokenEventSchema = z
  .object({ type: z.literal('token'), text: z.string() })
  .meta({ id: 'TokenEvent' });
export type TokenEvent = z.output<typeof tokenEventSchema>;
/** Why a stream ended before its work was done. */
export const streamFaultSchema = z
  .object({ code: z.string(), error: z.string() })
  .meta({ id: 'StreamFault' });

export const doneEventSchema = z
  .object({
    type: z.literal('done'),
    answered: z.boolean(),
    language,
    sources: z.array(sourceSchema),
    handoff: z.string(),
    id: z.string(),
    /** For a refusal: approved questions that may have been meant, the closest first; absent if none is close. */
    suggestions: z.array(z.string()).max(siteLimits.askSuggestionsMax).optional(),
    /** The visitor asks for a person, and `POST …/person` notifies one. */
    offer: z.literal('person').optional(),
    error: streamFaultSchema.optional(),
    /** A person has taken over the conversation and will read the message. */
    person: z.literal(true).optional(),
    /** In the first `done` of a conversation: the secret for its event stream. */
    conversation_secret: z.string().optional(),
  })
  .meta({ id: 'DoneEvent' });
export type DoneEvent = z.output<typeof doneEventSchema>;
export const askEventSchema = z.union([tokenEventSchema, doneEventSchema]).meta({ id: 'AskEvent' });

export const transcriptionSchema = z
  .object({
    /** Empty if no speech was recognised. */
    text: z.string(),
    language,
    duration_ms: z.int(),
  })
  .meta({ id: 'Transcription' });

export const leadReceiptSchema = z
  .object({
    ok: z.literal(true),
    id: z.string(),
    received_at: time,
    message: z.string(),
  })
  .meta({ id: 'LeadReceipt' });
export type LeadReceipt = z.output<typeof leadReceiptSchema>;
export const okSchema = z.object({ ok: z.literal(true) }).meta({ id: 'Ok' });

const usageSchema = z
  .object({
    period: z.object({ from: time, to: time }),
    questions: allowanceSchema,
    answered: z.object({ rate: z.number(), unanswered: z.int() }),
    leads: z.int(),
    voice: allowanceSchema,
    live_seconds: allowanceSchema,
    days: z.array(
      z.object({ date: z.string(), questions: z.int(), answered: z.int(), leads: z.int() }),
    ),
  })
  .meta({ id: 'SiteUsage' });
export type SiteUsage = z.output<typeof usageSchema>;

export const siteSummarySchema = z
  .object({
    id: z.string(),
    status: z.enum(siteStatuses),
    created_at: time,
    key: siteKey,
    origins_open: z.boolean(),
  })
  .meta({ id: 'SiteSummary' });
export type SiteSummary = z.output<typeof siteSummarySchema>;

const siteSchema = siteSummarySchema
  .extend({
    webhook_secret: z.string().optional(),
    /** The state of the address in `notify.email`; absent without one, or if the server sends no mail. */
    notify_email: z.enum(['confirmed', 'waiting']).optional(),
  })
  .meta({ id: 'Site' });

export const siteDetailsSchema = z
  .object({
    site: siteSchema,
    profile: profileSchema,
    version: z.int(),
    usage: usageSchema,
    embed: z.string().optional(),
    capabilities: z.array(z.string()),
    plan: z.string(),
  })
  .meta({ id: 'SiteDetails' });
export type SiteDetails = z.output<typeof siteDetailsSchema>;

export const siteListSchema = z
  .object({
    sites: z.array(siteSummarySchema.extend({ plan: z.string() })),
  })
  .meta({ id: 'SiteList' });
export type SiteList = z.output<typeof siteListSchema>;

/** An entry of a list, or a field outside the lists. */
const changeSchema = z
  .union([
    z.object({ list: z.enum(profileLists), id: z.string(), title: z.string() }),
    z.object({ field: z.string() }),
  ])
  .meta({ id: 'ProfileChange' });
export type ProfileChange = z.output<typeof changeSchema>;

/** The changes from the previous version; `more` counts those that are not listed. */
const profileChangesSchema = z
  .object({
    added: z.array(changeSchema),
    changed: z.array(changeSchema),
    removed: z.array(changeSchema),
    more: z.int().optional(),
  })
  .meta({ id: 'ProfileChanges' });
export type ProfileChanges = z.output<typeof profileChangesSchema>;

const indexStateSchema = z
  .object({ status: z.enum(['ready', 'lexical']), passages: z.int(), ms: z.number() })
  .meta({ id: 'IndexState' });

export const savedProfileSchema = z
  .object({
    profile: profileSchema,
    version: z.int(),
    changes: profileChangesSchema,
    index: indexStateSchema,
    warnings: z.array(z.string()),
  })
  .meta({ id: 'SavedProfile' });
export type SavedProfile = z.output<typeof savedProfileSchema>;

/** The effect that saving would have. */
export const profileDryRunSchema = z
  .object({
    changes: profileChangesSchema,
    warnings: z.array(z.string()),
    version: z.int(),
  })
  .meta({ id: 'ProfileDryRun' });
export type ProfileDryRun = z.output<typeof profileDryRunSchema>;

/** Fields that the response to saving an entry adds. */
const saved = { version: z.int(), warnings: z.array(z.string()) };
export const savedEntrySchema = z
  .union([faqSchema.extend(saved), factSchema.extend(saved), priceSchema.extend(saved)])
  .meta({ id: 'SavedEntry' });
export type SavedEntry = z.output<typeof savedEntrySchema>;

export const deletedEntrySchema = z
  .object({
    deleted: z.literal(true),
    id: z.string(),
    version: z.int(),
  })
  .meta({ id: 'DeletedEntry' });
export type DeletedEntry = z.output<typeof deletedEntrySchema>;

export const profileVersionSchema = z
  .object({
    version: z.int(),
    saved_at: time,
    by: z.string(),
    changes: profileChangesSchema,
  })
  .meta({ id: 'ProfileVersion' });
export type ProfileVersion = z.output<typeof profileVersionSchema>;

export const profileVersionListSchema = z
  .object({ versions: z.array(profileVersionSchema) })
  .meta({ id: 'ProfileVersionList' });
export type ProfileVersionList = z.output<typeof profileVersionListSchema>;

export const keptVersionSchema = profileVersionSchema
  .extend({ profile: profileSchema })
  .meta({ id: 'KeptVersion' });
export type KeptVersion = z.output<typeof keptVersionSchema>;

export const createdSiteSchema = siteDetailsSchema
  .extend({ warnings: z.array(z.string()) })
  .meta({ id: 'CreatedSite' });
export type CreatedSite = z.output<typeof createdSiteSchema>;

export const rotatedKeySchema = z
  .object({
    key: siteKey,
    created_at: time,
    embed: z.string().optional(),
  })
  .meta({ id: 'RotatedKey' });
export type RotatedKey = z.output<typeof rotatedKeySchema>;

export const questionSchema = z
  .object({
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
    feedback: z.enum(feedbackValues).nullable(),
    page: z.string().nullable(),
    count: z.int().optional(),
    wordings: z.array(z.string()).optional(),
  })
  .meta({ id: 'Question' });
export type SiteQuestion = z.output<typeof questionSchema>;

export const questionListSchema = z
  .object({
    questions: z.array(questionSchema),
    next: z.string().nullable(),
    total: z.int(),
    truncated: z.boolean().optional(),
  })
  .meta({ id: 'QuestionList' });
export type QuestionList = z.output<typeof questionListSchema>;

export const deletedSchema = z
  .object({ deleted: z.literal(true), id: z.string() })
  .meta({ id: 'Deleted' });

export const leadSchema = z
  .object({
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
  })
  .meta({ id: 'Lead' });
export type SiteLead = z.output<typeof leadSchema>;

export const leadListSchema = z
  .object({
    leads: z.array(leadSchema),
    next: z.string().nullable(),
  })
  .meta({ id: 'LeadList' });
export type LeadList = z.output<typeof leadListSchema>;

export const siteExportSchema = z
  .object({
    format: z.literal('baraza-site'),
    version: z.literal(1),
    site: z.string(),
    exported_at: time,
    profile: profileSchema,
    questions: z.array(questionSchema),
    leads: z.array(leadSchema),
    /** Earlier versions, newest first, if requested. */
    versions: z.array(keptVersionSchema).optional(),
    /** If requested; answers of the assistant are in `questions`. */
    conversations: z.array(exportedConversationSchema).optional(),
    /** With the conversations: the saved answers, newest first. */
    saved_answers: z.array(z.string()).optional(),
  })
  .meta({ id: 'SiteExport' });
export type SiteExport = z.output<typeof siteExportSchema>;

export const importedSiteSchema = savedProfileSchema
  .extend({
    questions: z.int(),
    leads: z.int(),
    conversations: z.int(),
    versions: z.int(),
  })
  .meta({ id: 'ImportedSite' });
export type ImportedSite = z.output<typeof importedSiteSchema>;

export const siteProblemSchema = z.object({
  error: z.string().min(1),
  code: z.enum(Object.keys(siteProblemStatus) as [keyof typeof siteProblemStatus]),
  request_id: z.string(),
  handoff: z.string().optional(),
  /** The field of the request that is wrong. */
  field: z.string().optional(),
});
