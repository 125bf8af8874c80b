/** Activity log entries: one for every change, named in the past tense, written in the same transaction. */
import { z } from 'zod';
import { idPattern } from './ids.ts';
import { storedRecordSchema } from './records/records.ts';
import { eventTypes, services } from './vocabulary.ts';

export const activityEntrySchema = z
  .object({
    id: z.string().regex(new RegExp(idPattern('activity'))),
    at: z.iso.datetime(),
    action: z.enum(eventTypes),
    resourceId: z.string().regex(new RegExp(idPattern('resource'))),
    service: z.enum(services),
    kind: z.string(),
    name: z.string(),
    /** `userId` is the account that made the change; `keyId` is empty then. */
    actor: z.object({ keyId: z.string(), name: z.string(), userId: z.string().optional() }),
    detail: z.record(z.string(), z.unknown()),
    /** For events with `include=record`: the record when the event is sent; null if it was deleted. */
    record: storedRecordSchema.nullable().optional(),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.output<typeof activityEntrySchema>;
