/** Checks of the engines on other machines. */
import type { Config } from '../../config.ts';
import { examineEngine } from '../../engine-location.ts';
import { silentLog } from '../../kernel/log.ts';
import { type Finding, failing, ok } from './doctor-check.ts';

// An engine loads its models before it greets.
const timeoutMs = 35_000;
const remedy = 'see docs/operating/engines.md; questions go to the engines that are left';

/** Empty if engines run in this server. */
export function examineEngines(config: Config): Promise<readonly Finding[]> {
  return Promise.all(config.engineUrls.map((url) => examineOne(config, url)));
}

async function examineOne(config: Config, url: string): Promise<Finding> {
  const name = 'engine';
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { engines, roundTripMs } = await examineEngine(config, url, silentLog, signal);
    const count = engines === 1 ? '1 engine' : `${engines} engines`;
    const same = 'the same token, version and models';
    return ok(name, `${url}: ${count}, ${same}, ${roundTripMs.toFixed(1)} ms there and back`);
  } catch (error) {
    return failing(name, `${url}: ${(error as Error).message}`, remedy);
  }
}
