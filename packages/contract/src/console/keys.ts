import { z } from 'zod';
import { nameSchema } from '../requests.ts';
import { bodyOf } from './body.ts';

const daysMax = 3_650;
const graceMinutesMax = 7 * 24 * 60;

/** A key without its secret. */
export const keyViewSchema = z.object({
  id: z.string(),
  owner: z.string(),
  name: z.string(),
  type: z.enum(['platform', 'owner']),
  public: z.string(),
  scopes: z.array(z.string()),
  resources: z.array(z.string()).nullable(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  /** Whether this session was opened with it. */
  isOwn: z.boolean(),
});

export const keyListSchema = z.object({ keys: z.array(keyViewSchema) });
export type KeyView = z.infer<typeof keyViewSchema>;
export type KeyList = z.infer<typeof keyListSchema>;

const newPlatformKey = bodyOf({
  type: z.literal('platform'),
  name: nameSchema,
  scopes: z.array(z.string(), 'scopes must be a list.').max(20, 'scopes has too many.'),
  resources: z.array(z.string(), 'resources must be a list of ids.').nullable().optional(),
  expiresInDays: z
    .int('expiresInDays must be a whole number, or null for never.')
    .min(1, 'expiresInDays must be at least 1.')
    .max(daysMax, `expiresInDays must be at most ${daysMax}.`)
    .nullable()
    .optional(),
});

const newOwnerCredential = bodyOf({ type: z.literal('owner'), name: nameSchema });

export const newKeySchema = z.discriminatedUnion('type', [newPlatformKey, newOwnerCredential], {
  error: (issue) =>
    issue.code === 'invalid_union'
      ? 'type must be platform or owner.'
      : 'The body must be a JSON object.',
});
export type NewKey = z.infer<typeof newKeySchema>;

/** A new key with its secret, which is shown only once. */
export const issuedKeySchema = keyViewSchema.extend({ key: z.string() });
export type IssuedKey = z.infer<typeof issuedKeySchema>;

export const rotateKeySchema = bodyOf({
  graceMinutes: z
    .int('graceMinutes must be a whole number.')
    .min(0, 'graceMinutes must be at least 0.')
    .max(graceMinutesMax, `graceMinutes must be at most ${graceMinutesMax}.`)
    .optional(),
});
