import { z } from 'zod';
import { bilingualSchema } from '../site-profile.ts';
import { memberRoles } from './roles.ts';

const sentence = 'Send {"credential": "rpk_… or osk_…"}, {"link": "…"} or {"passkey": {…}}.';

/** A credential, the token of a one-time link, or the response of a passkey. */
export const signInSchema = z
  .strictObject(
    {
      credential: z.string({ error: sentence }).max(200, sentence).optional(),
      link: z.string({ error: sentence }).max(200, sentence).optional(),
      passkey: z.record(z.string(), z.unknown(), sentence).optional(),
    },
    { error: sentence },
  )
  .refine(
    (proofs) => Object.values(proofs).filter((one) => one !== undefined).length === 1,
    sentence,
  );

const sessionKinds = ['key', 'owner', 'link', 'passkey'] as const;

export type SignIn = z.infer<typeof signInSchema>;

/** The signed-in user and their permissions. */
export const sessionViewSchema = z.object({
  owner: z.object({ id: z.string(), name: z.string() }),
  kind: z.enum(sessionKinds),
  /** The person who is signed in; null for a platform key. */
  member: z
    .object({
      id: z.string(),
      name: z.string(),
      /** As it was entered. */
      email: z.string().nullable(),
      /** The address that signs in; null until one is confirmed. */
      confirmedEmail: z.string().nullable(),
      /** The name that visitors see; null until the person has entered one. */
      firstName: z.string().nullable(),
      passkeys: z.number().int(),
    })
    .nullable(),
  role: z.enum(memberRoles),
  operator: z.boolean(),
  /** Whether the session needs a passkey to become an operator session. */
  operatorNeedsPasskey: z.boolean(),
  scopes: z.array(z.string()),
  /** The resources that the scopes apply to; null for all resources of the owner. */
  resources: z.array(z.string()).nullable(),
  can: z.object({ platform: z.boolean(), sites: z.boolean(), keys: z.boolean() }),
  /** `mail`: whether notices can be sent by e-mail; `signInMail`: whether sign-in links can. */
  services: z.object({
    platform: z.boolean(),
    site: z.boolean(),
    mail: z.boolean(),
    signInMail: z.boolean(),
  }),
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
      kind: z.enum(sessionKinds),
      /** The name of the person; null for a platform key. */
      member: z.string().nullable(),
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
