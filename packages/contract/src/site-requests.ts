/** Schemas of requests to the site assistant. Unknown fields are ignored; error messages are complete sentences. */
import { z } from 'zod';
import { cutCharacters, hasAtLeast, hasAtMost } from './characters.ts';
import { isAnswerable } from './contacts/answerable.ts';
import { type JsonObject, searchText } from './requests.ts';
import { siteLimits } from './site-limits.ts';
import {
  feedbackValues,
  languages,
  leadStatuses,
  questionStatuses,
  sitePattern,
} from './site-vocabulary.ts';
import { listed } from './vocabulary.ts';

const bodyError = { error: 'The body must be a JSON object.' };

const text = (field: string, min: number, max: number) =>
  z
    .string({
      error: ({ input }) =>
        input === undefined ? `${field} is required.` : `${field} must be text.`,
    })
    .transform((value) => value.trim())
    .refine((value) => hasAtLeast(value, min) && hasAtMost(value, max), {
      error: `${field} must have ${min} to ${max} characters.`,
    })
    .meta({ minLength: min, maxLength: max });

/** Absent, null and empty are the same. */
const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());

/** Optional metadata never causes a refusal: a wrong type or blank text counts as absent, and a long text is cut. */
const context = (max: number) =>
  z.preprocess(
    (value) => cutCharacters(trimmed(value) ?? '', max) || undefined,
    z.string().meta({ maxLength: max }).optional(),
  );

/** The page that a visitor was on. Addresses that no website has, such as those that run a script, count as absent. */
export const pageSchema = z.preprocess((value) => {
  const text = cutCharacters(trimmed(value) ?? '', siteLimits.pageCharactersMax);
  const scheme = URL.parse(text)?.protocol ?? 'https:';
  return (/^https?:$/.test(scheme) && text) || undefined;
}, z.string().meta({ maxLength: siteLimits.pageCharactersMax }).optional());

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : undefined);

const choice = <const Words extends readonly string[]>(field: string, words: Words) =>
  z.enum(words, { error: `${field} must be one of ${listed(words)}.` });

const languageSchema = choice('language', languages);

/** `text` is the default, so it counts as absent. */
const mode = z.preprocess(
  (value) => (value === null || value === '' || value === 'text' ? undefined : value),
  z.literal('voice', { error: 'mode must be voice, or left out.' }).optional(),
);

const historyEntry = z
  .object(
    {
      role: z.enum(['user', 'assistant'], { error: 'role must be user or assistant.' }),
      content: z
        .string({ error: 'content must be text.' })
        .transform((value) => cutCharacters(value, siteLimits.historyCharactersMax)),
    },
    { error: 'Each entry of history must be an object with role and content.' },
  )
  .meta({ id: 'HistoryEntry' });

const history = z
  .array(historyEntry, { error: 'history must be a list.' })
  .transform((entries) => entries.slice(-siteLimits.historyEntriesMax));

const asked = {
  question: text('question', 1, siteLimits.questionCharactersMax),
  history: maybe(history),
  mode,
  language: maybe(languageSchema),
};

export const askRequestSchema = z
  .object(
    {
      ...asked,
      // Not cut: it could then equal the id of another ask.
      request_id: z.preprocess(
        (value) => trimmed(value) || undefined,
        text('request_id', 1, siteLimits.requestIdCharactersMax).optional(),
      ),
      conversation: context(siteLimits.conversationCharactersMax),
      /** Makes the stored conversation the history of a question that sends none. */
      conversation_secret: context(siteLimits.conversationCharactersMax),
      page: pageSchema,
    },
    bodyError,
  )
  .meta({ id: 'AskRequest' });
export type AskRequest = z.output<typeof askRequestSchema>;

export const leadRequestSchema = z
  .object(
    {
      contact: text(
        'contact',
        siteLimits.contactCharactersMin,
        siteLimits.contactCharactersMax,
      ).refine(isAnswerable, {
        error: 'contact must be a phone number, an e-mail address, an @name or a link.',
      }),
      name: maybe(text('name', 0, siteLimits.leadNameCharactersMax)),
      message: maybe(text('message', 0, siteLimits.leadMessageCharactersMax)),
      language: z.preprocess(
        (value) => languages.find((known) => known === trimmed(value)),
        languageSchema.optional(),
      ),
      question_id: context(siteLimits.conversationCharactersMax),
      conversation: context(siteLimits.conversationCharactersMax),
      /** With it, the last unanswered question of the conversation becomes that of the lead. */
      conversation_secret: context(siteLimits.conversationCharactersMax),
      page: pageSchema,
      // Honeypot: people do not see this field, so a value comes from a bot.
      website: z.unknown().optional(),
    },
    bodyError,
  )
  .meta({ id: 'LeadRequest' });
export type LeadRequest = z.output<typeof leadRequestSchema>;

export const feedbackRequestSchema = z
  .object(
    {
      id: z.string({ error: 'id must be the id of a question.' }),
      value: choice('value', feedbackValues),
    },
    bodyError,
  )
  .meta({ id: 'FeedbackRequest' });
export type FeedbackRequest = z.output<typeof feedbackRequestSchema>;

export const speakRequestSchema = z
  .object(
    {
      text: z.string({ error: 'text must be text.' }),
      voice: maybe(z.string({ error: 'voice must be text.' })),
    },
    bodyError,
  )
  .meta({ id: 'SpeakRequest' });

const jsonObject = (error: string) =>
  z
    .custom<JsonObject>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      { error },
    )
    .meta({ type: 'object', additionalProperties: true });

/** Validated field by field when saved, so that the refusal names the field. */
export const profileBodySchema = jsonObject('The body must be a profile as a JSON object.').meta({
  id: 'NewProfile',
});

export const profilePatchSchema = jsonObject(
  'The body must be a JSON merge patch of the profile: an object with the fields to change.',
).meta({ id: 'ProfilePatch' });

export const profileEntrySchema = jsonObject('The body must be an entry as a JSON object.').meta({
  id: 'NewEntry',
});

export const siteSlugSchema = z
  .string({ error: ({ input }) => (input === undefined ? 'id is required.' : 'id must be text.') })
  .regex(new RegExp(sitePattern), {
    error: 'id must be 3 to 40 lower-case letters, digits or hyphens.',
  });

export const createSiteSchema = z
  .object(
    {
      id: siteSlugSchema,
      profile: maybe(jsonObject('profile must be a JSON object.')),
    },
    bodyError,
  )
  .meta({ id: 'CreateSite' });

export const importBodySchema = jsonObject(
  'The body must be an export of a site as a JSON object.',
).meta({ id: 'SiteImport' });

export const teachRequestSchema = z
  .object(
    {
      answer: text('answer', 1, siteLimits.textCharactersMax),
      language: maybe(languageSchema),
      url: maybe(text('url', 1, siteLimits.sentenceCharactersMax)),
    },
    bodyError,
  )
  .meta({ id: 'TeachRequest' });
export type TeachRequest = z.output<typeof teachRequestSchema>;

export const leadPatchSchema = z
  .object({ status: choice('status', leadStatuses) }, bodyError)
  .meta({ id: 'LeadPatch' });

export const previewRequestSchema = z
  .object({ ...asked, profile: maybe(jsonObject('profile must be a JSON object.')) }, bodyError)
  .meta({ id: 'PreviewRequest' });
export type PreviewRequest = z.output<typeof previewRequestSchema>;

const parameter = z.string();
const flag = (field: string) =>
  parameter
    .refine((value) => ['true', 'false', ''].includes(value), {
      error: `${field} must be true or false.`,
    })
    .transform((value) => value === 'true')
    .meta({ enum: ['true', 'false'] });

const pageSize = parameter
  .refine((value) => /^\d{1,4}$/.test(value) && Number(value) >= 1, {
    error: `limit must be a whole number from 1 to ${siteLimits.pageSizeMax}.`,
  })
  .transform(Number)
  .refine((value) => value <= siteLimits.pageSizeMax, {
    error: `limit must be a whole number from 1 to ${siteLimits.pageSizeMax}.`,
  })
  .meta({
    type: 'integer',
    minimum: 1,
    maximum: siteLimits.pageSizeMax,
    description: 'How many entries a page has.',
  });

const moment = parameter
  .refine((value) => Number.isFinite(Date.parse(value)), {
    error: 'since must be a time like 2026-11-15T08:00:00Z.',
  })
  .transform((value) => Date.parse(value))
  .meta({ type: 'string', description: 'Only what came at this time or later.' });
const cursor = parameter.optional().meta({ description: 'The `next` of the page before.' });

/** Query parameters of every public endpoint. */
export const publicQuerySchema = z.object({
  key: parameter.optional().meta({
    description: 'The key of the site, for callers that are not pages of an admitted origin.',
  }),
  visitor: parameter.optional().meta({
    description: 'A random text that the page makes for each visitor; limits count by it.',
  }),
});

/** An unknown language counts as absent. */
export const configQuerySchema = publicQuerySchema.extend({
  language: parameter.optional().meta({ description: 'sw or en; by default that of the browser.' }),
});

export const transcribeQuerySchema = publicQuerySchema.extend({
  language: maybe(languageSchema).meta({ description: 'What is spoken, if it is known.' }),
});

const grouped = 'true: questions with the same meaning count as one.';
const format = choice('format', ['json', 'csv'] as const)
  .optional()
  .meta({ description: 'csv: all of them as a file for a spreadsheet.' });

export const questionsQuerySchema = z.object({
  unanswered: flag('unanswered')
    .optional()
    .meta({ description: 'true: only those without an answer.' }),
  group: flag('group').optional().meta({ description: grouped }),
  limit: pageSize.optional(),
  cursor,
  since: moment.optional(),
  q: searchText(parameter).optional().meta({ description: 'Only questions with this text.' }),
  status: choice('status', questionStatuses)
    .optional()
    .meta({ description: 'Only with this status.' }),
  feedback: choice('feedback', feedbackValues)
    .optional()
    .meta({ description: 'Only those that visitors rated like this.' }),
  format,
});
export type QuestionsQuery = z.output<typeof questionsQuerySchema>;

export const statusQuerySchema = z.object({
  group: flag('group').optional().meta({ description: grouped }),
});
export type StatusQuery = z.output<typeof statusQuerySchema>;

// An empty value is refused: it would save a profile that was meant as a dry run.
const dryRun = parameter
  .refine((value) => value !== '', { error: 'dry_run must be true or false.' })
  .pipe(flag('dry_run'));

export const saveProfileQuerySchema = z.object({
  dry_run: dryRun
    .optional()
    .meta({ description: 'true: nothing is saved; the answer says what would change.' }),
});

export const gapsQuerySchema = z.object({
  limit: pageSize.optional(),
  since: moment.optional(),
});
export type GapsQuery = z.output<typeof gapsQuerySchema>;

/** Data of visitors is exported only if requested. */
export const exportQuerySchema = z.object({
  questions: flag('questions').optional().meta({ description: 'true: with the questions.' }),
  leads: flag('leads').optional().meta({ description: 'true: with the contacts.' }),
  conversations: flag('conversations')
    .optional()
    .meta({ description: 'true: with the conversations and the saved answers.' }),
  versions: flag('versions').optional().meta({ description: 'true: with earlier versions.' }),
});
export type ExportQuery = z.output<typeof exportQuerySchema>;

export const leadsQuerySchema = z.object({
  limit: pageSize.optional(),
  cursor,
  since: moment.optional(),
  status: choice('status', leadStatuses).optional().meta({ description: 'Only with this status.' }),
  format,
});
export type LeadsQuery = z.output<typeof leadsQuerySchema>;

/** A page, a sitemap or a whole website to extract proposals from. */
export const sourceRequestSchema = z
  .object(
    {
      url: z
        .string('url must be the address of a page, like https://example.com/prices.')
        .trim()
        .min(1, 'url must not be empty.')
        .max(
          siteLimits.pageCharactersMax,
          `url must have at most ${siteLimits.pageCharactersMax} characters.`,
        ),
      whole: z.boolean('whole must be true or false.').optional().meta({
        description:
          'Also reads the pages that this one links to and those of its sitemap, for one minute, and proposes fields.',
      }),
    },
    { error: 'The body must be an object with url, the address of a page.' },
  )
  .meta({ id: 'SourceRequest' });
export type SourceRequest = z.output<typeof sourceRequestSchema>;
