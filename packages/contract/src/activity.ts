/** Activity log entries: one for every change, named in the past tense, written in the same transaction. */
import { z } from 'zod';
import { idPattern } from './ids.ts';
import { services } from './vocabulary.ts';

export const activityActions = [
  'resource-created',
  'resource-renamed',
  'resource-configured',
  'resource-archived',
  'resource-restored',
  'resource-validated',
  'resource-deleted',
  'secret-rotated',
  'entry-captured',
  'task-completed',
  'record-added',
  'record-updated',
  'record-deleted',
  'records-imported',
  'object-uploaded',
  'object-replaced',
  'object-deleted',
  'text-generated',
] as const;
export type ActivityAction = (typeof activityActions)[number];

export const activityEntrySchema = z.object({
  id: z.string().regex(new RegExp(idPattern('activity'))),
  at: z.iso.datetime(),
  action: z.enum(activityActions),
  resourceId: z.string().regex(new RegExp(idPattern('resource'))),
  service: z.enum(services),
  kind: z.string(),
  name: z.string(),
  actor: z.object({ keyId: z.string(), name: z.string() }),
  detail: z.record(z.string(), z.unknown()),
});
export type ActivityEntry = z.output<typeof activityEntrySchema>;
