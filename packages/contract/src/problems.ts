/** Error codes of the platform, each with its HTTP status. */
export const problemStatus = {
  invalid: 400,
  json: 400,
  content_type: 400,
  unauthorized: 401,
  scope: 403,
  not_found: 404,
  conflict: 409,
  version: 409,
  quota: 409,
  full: 409,
  idempotency: 409,
  reference: 409,
  exists: 412,
  too_large: 413,
  unavailable: 503,
  busy: 503,
  draining: 503,
  rate: 503,
  too_many: 429,
} as const;

export type ProblemCode = keyof typeof problemStatus;
export type ProblemStatus = (typeof problemStatus)[ProblemCode];
/** The statuses that any endpoint may return. 412 is not among them: only some endpoints have preconditions. */
export const problemStatuses: readonly ProblemStatus[] = [
  ...new Set(Object.values(problemStatus)),
].filter((status) => status !== 412);
