import { z } from 'zod';
import { bilingualSchema } from '../site-profile.ts';

const sentence = 'Send {"credential": "rpk_… or osk_…"} or {"link": "…"}.';

/** What opens a session: a credential, or the token of a one-time link. */
export const signInSchema = z
  .strictObject(
    {
      credential: z.string({ error: sentence }).max(200, sentence).optional(),
      link: z.string({ error: sentence }).max(200, sentence).optional(),
    },
    { error: sentence },
  )
  .refine(({ credential, link }) => (credential === undefined) !== (link === undefined), sentence);

export type SignIn = z.infer<typeof signInSchema>;

/** Who is signed in, and what may be done and seen. */
export const sessionViewSchema = z.object({
  owner: z.object({ id: z.string(), name: z.string() }),
  kind: z.enum(['key', 'owner', 'link']),
  operator: z.boolean(),
  scopes: z.array(z.string()),
  /** The ids that the scopes are for; null for all resources of the owner. */
  resources: z.array(z.string()).nullable(),
  can: z.object({ platform: z.boolean(), sites: z.boolean(), keys: z.boolean() }),
  services: z.object({ platform: z.boolean(), site: z.boolean() }),
  platformUrl: z.string(),
  siteUrl: z.string(),
  version: z.string(),
  expiresAt: z.string(),
  sites: z.array(
    z.object({
      id: z.string(),
      business: bilingualSchema,
      colour: z.string(),
      plan: z.string(),
      paused: z.boolean(),
    }),
  ),
  /** Whether no site of this owner has a name of a business yet. */
  isNew: z.boolean(),
});

export type SessionView = z.infer<typeof sessionViewSchema>;

/** Where an owner is signed in. */
export const sessionListSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['key', 'owner', 'link']),
      createdAt: z.string(),
      lastSeenAt: z.string(),
      current: z.boolean(),
    }),
  ),
});

export type SessionList = z.infer<typeof sessionListSchema>;

/** How many sessions were ended, and how many unused links. */
export const endedSessionsSchema = z.object({ ended: z.number().int(), links: z.number().int() });

export const signedOutSchema = z.object({ signedOut: z.literal(true) });
