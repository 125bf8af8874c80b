/** The console for the operator of the server. */
import { z } from 'zod';
import { nameSchema } from '../requests.ts';
import { languages } from '../site-vocabulary.ts';
import { bodyOf } from './body.ts';
import { backupsKeptMax, planCountMax } from './operator-limits.ts';

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
    ownerSchema.extend({
      createdAt: z.string(),
      sites: count,
      resources: count,
      objectBytes: count,
      /** Everything that counts against the owner's storage: objects, and stored data of sites and deliveries. */
      bytes: count,
    }),
  ),
});
export type OwnerList = z.infer<typeof ownerListSchema>;

/** The name of a new owner, or the new name of an existing one. */
export const newOwnerSchema = bodyOf({ name: nameSchema });

export const deletedOwnerSchema = ownerSchema.extend({ deleted: z.literal(true) });
export type DeletedOwner = z.infer<typeof deletedOwnerSchema>;

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
  languages: z
    .array(z.enum(languages, 'languages must be sw, en or both, the main one first.'))
    .min(1, 'languages must not be empty.')
    .optional(),
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

/** A count, or null for no limit. */
const limit = (field: string) =>
  z
    .number(`${field} must be a whole number, or null for no limit.`)
    .int(`${field} must be a whole number.`)
    .min(0, `${field} must be 0 or more.`)
    .max(planCountMax, `${field} must be at most ${planCountMax}, or null for no limit.`)
    .nullable();

/** The limits of a plan: for a month, for concurrent sessions, and for a minute (ten minutes for leads). */
export const planSchema = bodyOf({
  questions: limit('questions'),
  voice: limit('voice'),
  live_seconds: limit('live_seconds'),
  live_sessions: limit('live_sessions'),
  rates: z.object(
    {
      ask_visitor: limit('rates.ask_visitor'),
      ask_network: limit('rates.ask_network'),
      transcribe: limit('rates.transcribe'),
      speak: limit('rates.speak'),
      leads: limit('rates.leads'),
    },
    { error: 'rates must be an object.' },
  ),
});
export type PlanLimits = z.infer<typeof planSchema>;

const planViewSchema = planSchema.extend({
  name: z.string(),
  /** `changed`: built in, with other numbers; `file`: defined in BARAZA_PLANS, and can be changed only there. */
  origin: z.enum(['built-in', 'changed', 'own', 'file']),
  /** The number of sites with this plan. */
  sites: count,
});
export type PlanView = z.infer<typeof planViewSchema>;

export const savedPlanSchema = planViewSchema.omit({ sites: true });
export type SavedPlan = z.infer<typeof savedPlanSchema>;

/** `plan`: the restored limits of a built-in plan. */
export const removedPlanSchema = z.object({
  name: z.string(),
  removed: z.literal(true),
  plan: savedPlanSchema.nullable(),
});
export type RemovedPlan = z.infer<typeof removedPlanSchema>;

export const planListSchema = z.object({
  /** The plan for new sites. */
  usual: z.string(),
  plans: z.array(planViewSchema),
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

export const newBackupScheduleSchema = bodyOf({
  time: z
    .string('time must be like 02:30, or null for no schedule.')
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time must be like 02:30.')
    .nullable(),
  timeZone: z
    .string('timeZone must be a name like Africa/Nairobi.')
    .refine(isTimeZone, 'timeZone must be a name like Africa/Nairobi.')
    .default('UTC'),
  keep: z
    .number('keep must be a whole number.')
    .int('keep must be a whole number.')
    .min(1, 'keep must be at least 1.')
    .max(backupsKeptMax, `keep must be at most ${backupsKeptMax}.`)
    .default(14),
});
export type NewBackupSchedule = z.infer<typeof newBackupScheduleSchema>;

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return name.length <= 100;
  } catch {
    return false;
  }
}

/** Null without a schedule. */
const backupScheduleSchema = z
  .object({
    time: z.string(),
    timeZone: z.string(),
    /** How many scheduled backups are kept. */
    keep: count,
    nextAt: z.string(),
  })
  .nullable();
export type BackupSchedule = z.infer<typeof backupScheduleSchema>;

export const savedBackupScheduleSchema = z.object({ schedule: backupScheduleSchema });
export type SavedBackupSchedule = z.infer<typeof savedBackupScheduleSchema>;

const workSchema = z.object({
  kind: z.enum(['take', 'verify']),
  name: z.string(),
  startedAt: z.string(),
  /** The number of bytes written so far. */
  bytes: count,
});

export const backupListSchema = z.object({
  /** The folder in which this server writes backups. */
  folder: z.string(),
  backups: z.array(
    z.object({
      name: z.string(),
      bytes: count,
      takenAt: z.string(),
      /** The name of the machine, and the folder on it. */
      machine: z.string(),
      folder: z.string(),
      /** Whether this server has the file. */
      here: z.boolean(),
      verified: z.object({ at: z.string(), error: z.string().nullable() }).nullable(),
    }),
  ),
  /** The current task; one at a time. */
  running: workSchema.nullable(),
  /** The last failure. */
  failed: z.object({ name: z.string(), at: z.string(), error: z.string() }).nullable(),
  /** The last backup, which a command may have written to another folder. */
  last: z
    .object({ at: z.string(), file: z.string(), bytes: count, machine: z.string() })
    .nullable(),
  schedule: backupScheduleSchema,
  /** How to restore a backup on this installation. */
  restore: z.object({
    /** The command, without the path of the file. */
    command: z.string(),
    /** The operating-system user that runs the server. */
    user: z.string(),
    /** Settings with passwords, which need the same values as for the server. */
    settings: z.array(z.string()),
  }),
});
export type BackupList = z.infer<typeof backupListSchema>;

export const backupWorkSchema = z.object({ running: workSchema });
export type BackupWork = z.infer<typeof backupWorkSchema>;
