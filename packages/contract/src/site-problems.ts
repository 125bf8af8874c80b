/** Error codes of the site assistant, each with its HTTP status. */
import type { ProblemCode } from './problems.ts';

export const siteProblemStatus = {
  moved: 308,
  invalid: 400,
  unauthorized: 401,
  site_key: 401,
  plan: 402,
  origin: 403,
  voice: 403,
  site: 404,
  not_found: 404,
  version: 409,
  conflict: 409,
  too_large: 413,
  audio_too_long: 413,
  audio_type: 415,
  upgrade: 426,
  rate: 429,
  quota: 429,
  not_supported: 501,
  busy: 503,
  upstream: 503,
} as const;

export type SiteProblemCode = keyof typeof siteProblemStatus;
export const siteProblemStatuses: readonly number[] = [
  ...new Set(Object.values(siteProblemStatus)),
];

/** Every error code that a rule may throw; each service maps it to its own codes. */
export type AnyProblemCode = ProblemCode | SiteProblemCode;

/** Codes of modules that both services share, mapped to codes of the site assistant. */
const siteCodes: { readonly [code in Exclude<ProblemCode, SiteProblemCode>]: SiteProblemCode } = {
  json: 'invalid',
  content_type: 'invalid',
  scope: 'unauthorized',
  full: 'quota',
  too_many: 'rate',
  idempotency: 'conflict',
  reference: 'conflict',
  exists: 'conflict',
  unavailable: 'busy',
  draining: 'busy',
};

export function siteProblemCode(code: AnyProblemCode): SiteProblemCode {
  return Object.hasOwn(siteProblemStatus, code)
    ? (code as SiteProblemCode)
    : siteCodes[code as keyof typeof siteCodes];
}
