import { z } from 'zod';
import { languages } from '../site-vocabulary.ts';

const time = z.iso.datetime();

/** A conversation with the messages between a visitor and people. */
export const exportedConversationSchema = z
  .object({
    id: z.string(),
    state: z.string(),
    channel: z.string(),
    language: z.enum(languages).nullable(),
    name: z.string().nullable(),
    contact: z.string().nullable(),
    created_at: time,
    last_at: time,
    messages: z.array(
      z.object({
        id: z.string(),
        from: z.enum(['visitor', 'assistant', 'person']),
        text: z.string(),
        at: time,
        name: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'ExportedConversation' });
export type ExportedConversation = z.output<typeof exportedConversationSchema>;
