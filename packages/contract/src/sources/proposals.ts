/** Proposals from a file or a website. */
import { z } from 'zod';
import { streamFaultSchema } from '../site-responses.ts';
import { languages, weekdays } from '../site-vocabulary.ts';

const language = z.enum(languages);
const bothLanguages = z
  .union([z.string(), z.object({ sw: z.string(), en: z.string() })])
  .meta({ id: 'ProposedText' });
const proposedText = { url: z.string().optional(), language: language.optional() };
const titledProposal = z
  .object({ ...proposedText, title: z.string(), text: z.string() })
  .meta({ id: 'ProposedArticle' });
const proposed = { from: z.string() };

/** An entry for one of the profile's lists, and its origin. */
const proposalSchema = z
  .discriminatedUnion('list', [
    z.object({ ...proposed, list: z.literal('documents'), entry: titledProposal }),
    z.object({ ...proposed, list: z.literal('facts'), entry: titledProposal }),
    z.object({
      ...proposed,
      list: z.literal('faqs'),
      entry: z.object({ ...proposedText, question: bothLanguages, answer: bothLanguages }),
    }),
    z.object({
      ...proposed,
      list: z.literal('prices'),
      entry: z.object({
        item: z.string(),
        /** Absent if it is told on request: then there is a note. */
        price: z.union([z.number(), z.string()]).optional(),
        currency: z.string(),
        unit: z.string().optional(),
        note: z.string().optional(),
      }),
    }),
    z.object({
      ...proposed,
      list: z.literal('hours'),
      entry: z.object({
        days: z.array(z.enum(weekdays)),
        open: z.string(),
        close: z.string(),
        nextDay: z.literal(true).optional(),
      }),
    }),
    // Only with `whole`.
    z.object({
      ...proposed,
      list: z.literal('profile'),
      entry: z.object({
        business: z.string().optional(),
        about: z.string().optional(),
        phone: z.string().optional(),
        whatsapp: z.string().optional(),
        email: z.string().optional(),
        address: z.string().optional(),
      }),
    }),
  ])
  .meta({ id: 'Proposal' });

/** Proposals from a file or a website; none is approved yet. */
export const proposalsSchema = z
  .object({
    proposals: z.array(proposalSchema),
    left_out: z.array(z.object({ from: z.string(), why: z.string() }).meta({ id: 'LeftOut' })),
  })
  .meta({ id: 'Proposals' });
export type Proposals = z.output<typeof proposalsSchema>;

const sourceProgressSchema = z
  .object({
    type: z.literal('progress'),
    done: z.int(),
    total: z.int().nullable(),
    unit: z.string(),
    /** Only with `whole`: how many proposals of each list the pages have so far. */
    found: z.record(z.string(), z.int()).optional(),
  })
  .meta({ id: 'SourceProgress' });
export type SourceProgress = z.output<typeof sourceProgressSchema>;

/** Progress, then exactly one `done`, even after a failure. */
export const sourceEventSchema = z
  .union([
    sourceProgressSchema,
    proposalsSchema.extend({
      type: z.literal('done'),
      error: streamFaultSchema.optional(),
    }),
  ])
  .meta({ id: 'SourceEvent' });
