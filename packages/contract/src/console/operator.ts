/** The console for the operator of the server. */
import { z } from 'zod';
import { nameSchema } from '../requests.ts';
import { bodyOf } from './body.ts';

const count = z.number().int();

const findingSchema = z.object({
  name: z.string(),
  status: z.enum(['ok', 'missing', 'failing']),
  saw: z.string(),
  remedy: z.string().optional(),
});

export const healthSchema = z.object({ checkedAt: z.string(), findings: z.array(findingSchema) });
export type Health = z.infer<typeof healthSchema>;

export const operatorViewSchema = z.object({
  version: z.string(),
  /** The version of Node. */
  node: z.string(),
  role: z.enum(['operator', 'node']),
  engines: z.object({
    store: z.enum(['sqlite', 'postgres']),
    blobs: z.string(),
    models: z.string(),
    speech: z.string(),
  }),
  /** The result of the last check; null before the first. */
  health: healthSchema.nullable(),
  uptimeMs: count,
  memory: z.object({ rss: count, heap: count }),
});
export type OperatorView = z.infer<typeof operatorViewSchema>;

export const ownerSchema = z.object({ id: z.string(), name: z.string() });
export type Owner = z.infer<typeof ownerSchema>;

export const ownerListSchema = z.object({
  owners: z.array(
    ownerSchema.extend({ createdAt: z.string(), resources: count, objectBytes: count }),
  ),
});
export type OwnerList = z.infer<typeof ownerListSchema>;

export const newOwnerSchema = bodyOf({ name: nameSchema });
export type NewOwner = z.infer<typeof newOwnerSchema>;

export const inviteSchema = bodyOf({
  operator: z.boolean('operator must be true or false.').optional(),
  site: z.string('site must be a name.').max(100, 'site is too long.').optional(),
});
export type Invite = z.infer<typeof inviteSchema>;

export const invitationSchema = z.object({ url: z.string(), expiresAt: z.string() });
export type Invitation = z.infer<typeof invitationSchema>;

const used = z.object({ used: count, limit: count.nullable() });

export const allSitesSchema = z.object({
  sites: z.array(
    z.object({
      id: z.string(),
      owner: z.string(),
      status: z.string(),
      plan: z.string(),
      createdAt: z.string(),
      usage: z.object({
        questions: used,
        answered: count,
        leads: count,
        voice: used,
        liveSeconds: used,
      }),
    }),
  ),
});
export type AllSites = z.infer<typeof allSitesSchema>;

export const newSiteSchema = bodyOf({
  site: z.string('site must be a name.'),
  owner: z.string('owner must be an id or a name.'),
  plan: z.string('plan must be a name.').optional(),
});
export type NewSite = z.infer<typeof newSiteSchema>;

export const madeSiteSchema = z.object({ id: z.string(), key: z.string(), plan: z.string() });
export type MadeSite = z.infer<typeof madeSiteSchema>;

export const siteChangeSchema = bodyOf({
  plan: z.string('plan must be a name.').optional(),
  paused: z.boolean('paused must be true or false.').optional(),
}).refine(({ plan, paused }) => plan !== undefined || paused !== undefined, {
  error: 'Send plan or paused.',
});
export type SiteChange = z.infer<typeof siteChangeSchema>;

export const changedSiteSchema = z.object({
  id: z.string(),
  plan: z.string().optional(),
  status: z.string().optional(),
});
export type ChangedSite = z.infer<typeof changedSiteSchema>;

const limit = z.number().nullable();

export const planListSchema = z.object({
  /** The plan for new sites. */
  usual: z.string(),
  plans: z.array(
    z.object({
      name: z.string(),
      questions: limit,
      voice: limit,
      live_seconds: limit,
      live_sessions: limit,
      rates: z.record(z.string(), limit),
    }),
  ),
});
export type PlanList = z.infer<typeof planListSchema>;

export const grantListSchema = z.object({
  nodes: z.array(
    z.object({
      jti: z.string(),
      nodeId: z.string(),
      origin: z.string(),
      sites: z.array(z.string()),
      caps: z.array(z.string()),
      issuedAt: z.string(),
      expiresAt: z.string(),
      status: z.string(),
      revokedAt: z.string().nullable(),
      reportedAt: z.string().nullable(),
      month: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
});
export type GrantList = z.infer<typeof grantListSchema>;

export const newGrantSchema = bodyOf({
  origin: z.string('origin must be an address.'),
  sites: z.array(z.string(), 'sites must be a list of names.').optional(),
  days: z.number('days must be a number.').optional(),
});
export type NewGrant = z.infer<typeof newGrantSchema>;

export const madeGrantSchema = z.object({
  jti: z.string(),
  grant: z.string(),
  absent: z.array(z.string()),
});
export type MadeGrant = z.infer<typeof madeGrantSchema>;

export const endedGrantSchema = z.object({ jti: z.string(), revokedAt: z.string() });
export type EndedGrant = z.infer<typeof endedGrantSchema>;

const workSchema = z.object({
  kind: z.enum(['take', 'verify']),
  name: z.string(),
  startedAt: z.string(),
  /** Written so far. */
  bytes: count,
});

export const backupListSchema = z.object({
  /** Where this server writes them. */
  folder: z.string(),
  backups: z.array(
    z.object({
      name: z.string(),
      bytes: count,
      takenAt: z.string(),
      /** The name of the machine, and the folder on it. */
      machine: z.string(),
      folder: z.string(),
      verified: z.object({ at: z.string(), error: z.string().nullable() }).nullable(),
    }),
  ),
  /** The current task; one at a time. */
  running: workSchema.nullable(),
  /** The last failure. */
  failed: z.object({ name: z.string(), at: z.string(), error: z.string() }).nullable(),
  /** The last backup, which a command may have written to another place. */
  last: z
    .object({ at: z.string(), file: z.string(), bytes: count, machine: z.string() })
    .nullable(),
});
export type BackupList = z.infer<typeof backupListSchema>;

export const backupWorkSchema = z.object({ running: workSchema });
export type BackupWork = z.infer<typeof backupWorkSchema>;
