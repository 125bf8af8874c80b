/** Storage objects: validation of keys, and the entries of a list. */
import { z } from 'zod';
import { limits } from './limits.ts';

const encoder = new TextEncoder();

/** What is wrong with an object key; undefined if it is valid. */
export function objectKeyFault(key: string): string | undefined {
  if (key === '') return 'The object key must not be empty.';
  if (!key.isWellFormed()) return 'The object key must be Unicode text.';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused here.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(key))
    return 'The object key must have no control characters.';
  if (encoder.encode(key).length > limits.objectKeyBytesMax)
    return `The object key must have at most ${limits.objectKeyBytesMax} bytes.`;
  return undefined;
}

const objectSchema = z
  .object({
    key: z.string(),
    size: z.int().min(0).max(limits.objectBytesMax),
    contentType: z.string(),
    etag: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    /** The user who uploaded it; absent for other uploads. */
    owner: z.string().optional(),
  })
  .meta({ id: 'StoredObject' });
export type StoredObject = z.output<typeof objectSchema>;

export const objectListSchema = z
  .object({
    objects: z.array(objectSchema),
    total: z.int(),
    bytes: z.int(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ObjectList' });
export type ObjectList = z.output<typeof objectListSchema>;

export const uploadResultSchema = objectSchema
  .pick({ key: true, size: true, contentType: true, etag: true, sha256: true })
  .extend({ replaced: z.boolean() })
  .meta({ id: 'UploadResult' });
export type UploadResult = z.output<typeof uploadResultSchema>;

export const objectLinkSchema = z
  .object({ url: z.url(), expiresAt: z.iso.datetime() })
  .meta({ id: 'ObjectLink' });
export type ObjectLink = z.output<typeof objectLinkSchema>;

export const objectDeletionSchema = z
  .object({ deleted: z.literal(true), key: z.string() })
  .meta({ id: 'ObjectDeletion' });
export type ObjectDeletion = z.output<typeof objectDeletionSchema>;
