import { z } from 'zod';
import { faqSchema } from '../site-profile.ts';
import { doneEventSchema, questionSchema } from '../site-responses.ts';
import { previewReasons } from '../site-vocabulary.ts';

/** An answer with its approved sentences and the passages that were considered, for the owner. */
export const previewSchema = doneEventSchema
  .omit({ type: true, id: true, error: true })
  .extend({
    text: z.string(),
    made: z.array(z.object({ id: z.string(), sentence: z.string() })),
    /** The passages that the reader scored, best first. */
    considered: z.array(
      z.object({
        id: z.string(),
        list: z.enum(['faqs', 'facts', 'documents', 'prices', 'hours', 'business']),
        title: z.string(),
        sentence: z.string(),
        /** The probability that it answers, 0 to 1; null if it was found but not read. */
        sureness: z.number().nullable(),
        chosen: z.boolean(),
      }),
    ),
    /** The `sureness` required for an answer, by the strictness of the profile. */
    needed: z.number(),
    reason: z.enum(previewReasons),
    /** The reason as a sentence, in the language of the answer. */
    why: z.string(),
  })
  .meta({ id: 'Preview' });
export type Preview = z.output<typeof previewSchema>;

/** A taught question: its new FAQ, and the reply to the question now. */
export const taughtQuestionSchema = z
  .object({
    question: questionSchema,
    faq: faqSchema,
    version: z.int(),
    asked_again: previewSchema,
  })
  .meta({ id: 'TaughtQuestion' });
export type TaughtQuestion = z.output<typeof taughtQuestionSchema>;
