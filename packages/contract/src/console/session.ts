import { z } from 'zod';
import { bilingualSchema } from '../site-profile.ts';

const sentence = 'Send {"credential": "rpk_… or osk_…"} or {"link": "…"}.';

/** A credential, or the token of a one-time link. */
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

/** The signed-in user and their permissions. */
export const sessionViewSchema = z.object({
  owner: z.object({ id: z.string(), name: z.string() }),
  kind: z.enum(['key', 'owner', 'link']),
  operator: z.boolean(),
  scopes: z.array(z.string()),
  /** The resources that the scopes apply to; null for all resources of the owner. */
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
  /** Whether no site of this owner has a business name yet. */
  isNew: z.boolean(),
});

export type SessionView = z.infer<typeof sessionViewSchema>;

/** The open sessions of an owner. */
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

/** The numbers of ended sessions and of invalidated links. */
export const endedSessionsSchema = z.object({ ended: z.number().int(), links: z.number().int() });

export const signedOutSchema = z.object({ signedOut: z.literal(true) });
