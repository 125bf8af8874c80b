/** Tests that owners can run before visitors see the result. */
import { z } from 'zod';
import { questionSchema } from '../site-responses.ts';
import { bodyOf } from './body.ts';

export const originTestSchema = bodyOf({
  origin: z.string('origin must be an address.').max(300, 'origin is too long.'),
}).meta({ id: 'OriginTest' });

export const originVerdictSchema = z
  .object({
    origin: z.string(),
    allowed: z.boolean(),
    why: z.string(),
  })
  .meta({ id: 'OriginVerdict' });
export type OriginVerdict = z.infer<typeof originVerdictSchema>;

/** The result of a test notice, for each channel in the profile. */
export const noticeTestSchema = z
  .object({
    sent: z.array(
      z.object({
        channel: z.enum(['webhook', 'email']),
        delivered: z.boolean(),
        /** The HTTP status of a webhook. */
        status: z.number().int().nullable(),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'NoticeTest' });
export type NoticeTest = z.infer<typeof noticeTestSchema>;

/** A question with the others of its conversation, in order. */
export const questionDetailsSchema = z
  .object({
    question: questionSchema,
    conversation: z.array(questionSchema),
  })
  .meta({ id: 'QuestionDetails' });
export type QuestionDetails = z.infer<typeof questionDetailsSchema>;
