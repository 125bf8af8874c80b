import { z } from 'zod';
import { services } from '../vocabulary.ts';

const daysMax = 90;
const count = z.int();
const sentence = `days must be a whole number from 1 to ${daysMax}.`;

export const usageQuerySchema = z.object({
  days: z
    .string()
    .regex(/^[0-9]{1,2}$/, sentence)
    .transform(Number)
    .refine((days) => days >= 1 && days <= daysMax, sentence)
    .optional()
    .meta({ description: 'How many days, to today.' }),
});
export type UsageQuery = z.output<typeof usageQuerySchema>;

/** An owner's activity and stored data on the platform. */
export const platformUsageSchema = z.object({
  days: z.array(z.object({ day: z.string(), changes: count })),
  resources: z.object(
    Object.fromEntries(services.map((service) => [service, count])) as {
      [service in (typeof services)[number]]: typeof count;
    },
  ),
  resourcesMax: count,
  /** Null for a key that is limited to some resources or cannot read storage. */
  bytes: count.nullable(),
  bytesMax: count,
});
export type PlatformUsage = z.infer<typeof platformUsageSchema>;

/** A part of a plan, by the month; without a limit null. */
export const allowanceSchema = z
  .object({ used: z.int(), limit: z.int().nullable() })
  .meta({ id: 'Allowance' });

/** Questions of visitors to a site. */
export const siteUsageDaysSchema = z
  .object({
    days: z.array(
      z.object({ day: z.string(), asked: count, answered: count, leads: count, voice: count }),
    ),
    month: z.object({
      questions: allowanceSchema,
      voice: allowanceSchema,
      live_seconds: allowanceSchema,
    }),
    plan: z.string(),
  })
  .meta({ id: 'SiteUsageDays' });
export type SiteUsageDays = z.infer<typeof siteUsageDaysSchema>;
