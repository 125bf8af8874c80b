/** Errors of the console look like those of the API that is mirrored; `origin` and `scope` are 403 everywhere. */
import { problemStatus, siteProblemCode, siteProblemStatus } from '@baraza/contract';
import { createRefusals, refusalsWith } from '../http/refusal.ts';

const platformStatus = { ...problemStatus, origin: 403, site: 404 };

/** Like those of the platform, except that too many attempts are 429. */
export const consoleRefusals = refusalsWith({ ...platformStatus, rate: 429 });

export const platformMirrorRefusals = refusalsWith(platformStatus);

export const siteMirrorRefusals = createRefusals({
  codeOf: (code) => (code === 'scope' ? code : siteProblemCode(code)),
  statusOf: (code) => (code === 'scope' ? 403 : siteProblemStatus[siteProblemCode(code)]),
  requestIdField: 'request_id',
});
