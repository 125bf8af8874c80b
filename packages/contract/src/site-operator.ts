/** Operators and nodes: descriptors, grants and usage reports. */
import { z } from 'zod';
import { nodeLimits } from './site-limits.ts';
import { sitePattern } from './site-vocabulary.ts';

/** What a grant allows a node to do for visitors. */
export const grantCapabilities = [
  'ask',
  'leads',
  'feedback',
  'transcribe',
  'speak',
  'live',
] as const;

/** All sites, in the `sites` of a grant. */
export const everySite = '*';

const serverRoles = ['operator', 'node'] as const;
export type ServerRole = (typeof serverRoles)[number];

/** A public key on P-256; other properties are ignored. */
export const publicKeySchema = z
  .object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    kid: z.string(),
    alg: z.literal('ES256'),
    use: z.literal('sig'),
  })
  .meta({ id: 'PublicKey' });
export type PublicKey = z.output<typeof publicKeySchema>;

export const descriptorSchema = z
  .object({
    api: z.literal('v1'),
    role: z.enum(serverRoles),
    operator: z.string(),
    origin: z.string(),
    node_id: z.string(),
    languages: z.array(z.string()),
    capabilities: z.array(z.string()),
    audio: z.object({
      speak: z.array(z.string()),
      live_in: z.array(z.string()),
      /** Languages that are recognised, the best first. */
      hears: z.array(z.string()),
    }),
    voices: z.array(z.string()),
    keys: z.array(publicKeySchema),
    grant: z.string().nullable(),
  })
  .meta({ id: 'Descriptor' });
export type Descriptor = z.output<typeof descriptorSchema>;

/** The claims of a grant; times are seconds since 1970, as in any JWT. */
export const grantClaimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  origin: z.string(),
  sites: z.array(z.string()),
  caps: z.array(z.string()),
  iat: z.int(),
  exp: z.int(),
  jti: z.string(),
});
export type GrantClaims = z.output<typeof grantClaimsSchema>;

export const nodeListSchema = z
  .object({
    nodes: z.array(
      z.object({
        node_id: z.string(),
        origin: z.string(),
        sites: z.array(z.string()),
        caps: z.array(z.string()),
        jti: z.string(),
        issued_at: z.iso.datetime(),
        expires_at: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'NodeList' });
export type NodeList = z.output<typeof nodeListSchema>;

export const revokedListSchema = z
  .object({ revoked: z.array(z.string()) })
  .meta({ id: 'RevokedList' });
export type RevokedList = z.output<typeof revokedListSchema>;

export const siteBaseSchema = z
  .object({
    base: z.string(),
    /** True if the site left with its key; at an address that its owner has recorded, it may have another one. */
    same_key: z.literal(true).optional(),
  })
  .meta({ id: 'SiteBase' });
export type SiteBase = z.output<typeof siteBaseSchema>;

export const moveRequestSchema = z
  .object(
    { base: z.string({ error: 'base must be an address like https://example.com.' }).nullable() },
    { error: 'The body must be a JSON object.' },
  )
  .meta({ id: 'MoveRequest' });

export const reportRequestSchema = z
  .object(
    { report: z.string({ error: 'report must be a signed text.' }) },
    { error: 'The body must be a JSON object.' },
  )
  .meta({ id: 'ReportRequest' });
export const reportReceiptSchema = z
  .object({ ok: z.literal(true), days: z.int() })
  .meta({ id: 'ReportReceipt' });

// Far more than a day can have, but small enough that sums do not overflow in the store.
const count = z.int().min(0).max(1_000_000_000);
const dayCountsSchema = z.object({
  site: z.string().regex(new RegExp(sitePattern)),
  date: z.iso.date(),
  questions: count,
  answered: count,
  leads: count,
  voice: count,
  live_seconds: count,
});
export type DayCounts = z.output<typeof dayCountsSchema>;

/** The signed report of a node. It has totals of days, so that a repeated report changes nothing. */
export const reportClaimsSchema = z.object({
  iss: z.string(),
  /** The grant that the node uses. */
  grant: z.string(),
  /** When these totals were read, in milliseconds since 1970; the later of two reports for a day wins. */
  read_at: z.int(),
  days: z.array(dayCountsSchema).max(nodeLimits.reportRowsMax),
});
export type ReportClaims = z.output<typeof reportClaimsSchema>;
