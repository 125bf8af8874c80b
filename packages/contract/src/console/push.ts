/** Notices on the devices of people (Web Push). */
import { z } from 'zod';
import { nameSchema } from '../requests.ts';
import { languages } from '../site-vocabulary.ts';
import { bodyOf } from './body.ts';

const endpointCharactersMax = 2_000;
const wrongEndpoint =
  'endpoint must be the https address that the browser got from its push service.';
const wrongKeys = 'keys must have p256dh and auth, as the browser made them.';

const keySchema = (bytes: number) =>
  z
    .string({ error: wrongKeys })
    .regex(/^[A-Za-z0-9_-]+$/, wrongKeys)
    .length(Math.ceil((bytes * 4) / 3), wrongKeys);

/** What `PushSubscription.toJSON()` returns, with the language of the notices and a name for the device. */
export const newPushDeviceSchema = bodyOf({
  endpoint: z
    .string({ error: wrongEndpoint })
    .max(endpointCharactersMax, wrongEndpoint)
    .refine(isPushEndpoint, wrongEndpoint),
  keys: z.object({ p256dh: keySchema(65), auth: keySchema(16) }, { error: wrongKeys }),
  language: z
    .enum(languages, { error: `language must be one of ${languages.join(', ')}.` })
    .optional(),
  name: nameSchema.optional(),
});
export type NewPushDevice = z.infer<typeof newPushDeviceSchema>;

// A push service is a public server with a domain name; another address could be a server of the internal network.
function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  const isNamed = hostname.includes('.') && !/^[\d.]+$|^\[/.test(hostname);
  return protocol === 'https:' && port === '' && username + password === '' && isNamed;
}

export const pushDeviceSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** Whether this session registered the device. */
  current: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDeviceSchema>;

/** `key` is the `applicationServerKey` of subscriptions. */
export const pushSchema = z.object({ key: z.string(), devices: z.array(pushDeviceSchema) });
export type Push = z.infer<typeof pushSchema>;

export const removedPushDeviceSchema = z.object({ removed: z.literal(true), id: z.string() });

/** The response of the push service; `status` is null if it could not be reached. */
export const pushTrialSchema = z.object({
  delivered: z.boolean(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
});
export type PushTrial = z.infer<typeof pushTrialSchema>;
