import { z } from 'zod';
import { faqSchema } from '../site-profile.ts';
import { doneEventSchema, questionSchema } from '../site-responses.ts';
import { previewReasons } from '../site-vocabulary.ts';

/** An answer as its owner sees it: with the approved sentences that it was made from. */
export const previewSchema = doneEventSchema.omit({ type: true, id: true, error: true }).extend({
  text: z.string(),
  made: z.array(z.object({ id: z.string(), sentence: z.string() })),
  /** What was read with the question, best first. */
  considered: z.array(
    z.object({
      id: z.string(),
      list: z.enum(['faqs', 'facts', 'documents', 'prices', 'hours', 'business']),
      title: z.string(),
      sentence: z.string(),
      /** How surely it answers, 0 to 1; null where it was found and not read. */
      sureness: z.number().nullable(),
      chosen: z.boolean(),
    }),
  ),
  /** What `sureness` must reach for an answer, by the strictness of the profile. */
  needed: z.number(),
  reason: z.enum(previewReasons),
  /** The reason as a sentence, in the language of the answer. */
  why: z.string(),
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
