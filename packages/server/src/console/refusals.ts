/** Errors of the console look like those of the API that is mirrored; `origin` and `scope` are 403 everywhere. */
import {
  type AnyProblemCode,
  problemStatus,
  siteProblemCode,
  siteProblemStatus,
} from '@baraza/contract';
import { createRefusals } from '../http/refusal.ts';

const platformStatus: { readonly [code: string]: number } = {
  ...problemStatus,
  origin: 403,
  site: 404,
};

const ownStatus: { readonly [code: string]: number } = { ...platformStatus, rate: 429 };

/** Like those of the platform, except that too many attempts are 429. */
export const consoleRefusals = refusalsWith(ownStatus);

export const platformMirrorRefusals = refusalsWith(platformStatus);

export const siteMirrorRefusals = createRefusals({
  codeOf: (code) => (code === 'scope' ? code : siteProblemCode(code)),
  statusOf: (code) => (code === 'scope' ? 403 : siteProblemStatus[siteProblemCode(code)]),
  requestIdField: 'request_id',
});

function refusalsWith(statuses: { readonly [code: string]: number }) {
  return createRefusals({
    codeOf: (code: AnyProblemCode) => (Object.hasOwn(statuses, code) ? code : 'unavailable'),
    statusOf: (code: AnyProblemCode) => statuses[code] ?? 503,
    requestIdField: 'requestId',
  });
}
