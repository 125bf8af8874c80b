/** The bodies of the calls of a move, line by line. */
import { emailAddressOf, memberRoles } from '@baraza/contract';
import { z } from 'zod';

/** The first call of a run: who has the site, and of which version the data is. */
export const openingSchema = z.object({
  version: z.int(),
  owner: z.object({ id: z.string().max(100), name: z.string().max(200) }),
  members: z
    .array(
      z.object({
        id: z.string().max(100),
        name: z.string().max(200),
        email: z
          .string()
          .nullable()
          // Only an address as it can be confirmed here is one that signs in.
          .transform((email) => (email !== null && emailAddressOf(email) === email ? email : null)),
        role: z.enum(memberRoles),
        created_at: z.int(),
      }),
    )
    .max(1_000),
  /** Whether rows of the site that arrived before must be deleted first. */
  restart: z.boolean(),
});
export type Opening = z.output<typeof openingSchema>;

const value = z.union([z.string(), z.number(), z.null()]);
/** A row, or the rest of the key of one that is gone. */
export const lineSchema = z.union([
  z.object({ table: z.string(), row: z.record(z.string(), value) }),
  z.object({ table: z.string(), gone: z.string() }),
]);
/** What the other server has, to be compared. */
export const preparedSchema = z.object({
  counts: z.record(z.string(), z.int()),
  mailboxes: z.array(
    z.object({
      email: z.string(),
      token_hash: z.string().nullable(),
      expires_at: z.int(),
      confirmed_at: z.int().nullable(),
    }),
  ),
});

export type MoveLine = z.output<typeof lineSchema>;
