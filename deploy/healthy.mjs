/** Health check for containers, which have no curl: exits with 0 if every service on this data folder is ready. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { platform, site } = JSON.parse(
  readFileSync(join(process.env.BARAZA_DATA ?? './data', 'run.json'), 'utf8'),
);
for (const { url } of [platform, site].filter(Boolean)) {
  const { status } = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(4_000) });
  if (status !== 200) throw new Error(`${url}/readyz responds with ${status}`);
}
