import { z } from 'zod';
import { services } from '../vocabulary.ts';

const daysMax = 90;
const count = z.number().int();
const sentence = `days must be a whole number from 1 to ${daysMax}.`;

export const usageQuerySchema = z.object({
  days: z
    .string()
    .regex(/^[0-9]{1,2}$/, sentence)
    .transform(Number)
    .refine((days) => days >= 1 && days <= daysMax, sentence)
    .optional(),
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

const allowance = z.object({ used: count, limit: count.nullable() });

/** Questions of visitors to a site. */
export const siteUsageDaysSchema = z.object({
  days: z.array(
    z.object({ day: z.string(), asked: count, answered: count, leads: count, voice: count }),
  ),
  month: z.object({ questions: allowance, voice: allowance, live_seconds: allowance }),
  plan: z.string(),
});
export type SiteUsageDays = z.infer<typeof siteUsageDaysSchema>;
