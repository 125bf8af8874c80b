/**
 * What an import accepts: the parts of an export with the limits of the requests that made them, so that an import
 * stores nothing that no other call does. Longer texts are cut: earlier versions of this program had other limits.
 */
import {
  cutCharacters,
  dayMs,
  exportedConversationSchema,
  leadSchema,
  pageSchema,
  profileVersionSchema,
  questionSchema,
  siteLimits,
} from '@baraza/contract';
import { z } from 'zod';
import { Problem } from '../../kernel/problem.ts';
import { webAddress } from '../profile/field-values.ts';

// The clocks of two servers differ.
const aheadMs = dayMs;

const cut = (max: number) => z.string().transform((text) => cutCharacters(text, max));
const label = cut(siteLimits.conversationCharactersMax).nullable();

// Applications could send any text as their page, so a refusal would refuse exports of before.
const page = pageSchema.transform((text) => text ?? null);

const address = z.string().transform((text, context) => {
  try {
    return webAddress(text, '') || null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    context.addIssue({ code: 'custom', message: error.message.trim() });
    return z.NEVER;
  }
});

export function importSchemas(nowMs: number) {
  const time = z.iso
    .datetime()
    .refine((text) => Date.parse(text) <= nowMs + aheadMs, 'must not be in the future.')
    // The positions of pages are times, without a sign.
    .refine((text) => Date.parse(text) >= 0, 'must not be before 1970.');
  const { sources, ...asked } = questionSchema.shape;
  const source = sources.element.extend({
    id: cut(siteLimits.shortCharactersMax),
    title: cut(siteLimits.sentenceCharactersMax),
    quote: cut(siteLimits.quoteCharactersMax),
    url: address.nullable(),
  });
  const { messages } = exportedConversationSchema.shape;
  return {
    question: z.object({
      ...asked,
      asked_at: time,
      question: cut(siteLimits.questionCharactersMax),
      answer: cut(siteLimits.textCharactersMax),
      sources: z.array(source).transform((all) => all.slice(0, siteLimits.sourcesMax)),
      conversation: label,
      page,
    }),
    lead: leadSchema.extend({
      name: cut(siteLimits.leadNameCharactersMax),
      contact: cut(siteLimits.contactCharactersMax),
      message: cut(siteLimits.leadMessageCharactersMax),
      received_at: time,
      page,
      question_id: label,
      conversation: label,
    }),
    conversation: exportedConversationSchema.extend({
      created_at: time,
      last_at: time,
      messages: z.array(messages.element.extend({ at: time })),
    }),
    version: profileVersionSchema.extend({ saved_at: time }),
  };
}

export type ImportSchemas = ReturnType<typeof importSchemas>;
