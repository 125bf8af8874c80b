/** What the information of a site lacks, and the digest of questions that nobody has answered. */
import { z } from 'zod';
import { gapLists, languages } from '../site-vocabulary.ts';

const language = z.enum(languages);
const time = z.iso.datetime();

const listedEntry = { id: z.string(), list: z.enum(gapLists), title: z.string() };
const gapEntrySchema = z
  .object({ ...listedEntry, languages: z.array(language) })
  .meta({ id: 'GapEntry' });
export type GapEntry = z.output<typeof gapEntrySchema>;

/** Questions with the same meaning, answered from an entry in the other language. */
const gapQuestionSchema = z
  .object({
    id: z.string(),
    question: z.string(),
    language,
    asked_at: time,
    count: z.int(),
    wordings: z.array(z.string()),
    entry: gapEntrySchema,
  })
  .meta({ id: 'GapQuestion' });
export type GapQuestion = z.output<typeof gapQuestionSchema>;

export const siteGapsSchema = z
  .object({
    questions: z.array(gapQuestionSchema),
    total: z.int(),
    /** Entries that no answer has used since that time. */
    unused: z.array(z.object({ ...listedEntry, since: time })),
    unused_total: z.int(),
    truncated: z.boolean().optional(),
  })
  .meta({ id: 'SiteGaps' });
export type SiteGaps = z.output<typeof siteGapsSchema>;

/** A webhook event: unanswered questions since the last one, grouped by meaning, the most frequent first. */
export const questionsDigestSchema = z.object({
  type: z.literal('questions.digest'),
  timestamp: time,
  data: z.object({
    site: z.string(),
    /** The scheduled time; the same for every attempt. */
    slot: time,
    total: z.int(),
    groups: z.int(),
    /** Groups that are not in `questions`. */
    more: z.int(),
    questions: z.array(
      z.object({
        id: z.string(),
        question: z.string(),
        language,
        asked_at: time,
        count: z.int(),
        wordings: z.array(z.string()),
        url: z.string(),
      }),
    ),
    url: z.string(),
  }),
});
export type QuestionsDigest = z.output<typeof questionsDigestSchema>;
