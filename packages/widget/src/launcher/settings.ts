import type { Language, SiteBase, SiteConfig } from '@baraza/contract';
import { type Embed, isSafe, parsedUrl } from './embed.ts';
import type { Server } from './stage.ts';

/** What the site shows, in a language or in the visitor's own; rejects when it cannot be had. */
export function loadSettings(
  server: Server,
  site: string,
  language: Language | undefined,
): Promise<SiteConfig> {
  return get<SiteConfig>(server, `${site}/config`, language);
}

/** Whether the operator sends visitors of the site elsewhere; where it does not say, it does not. */
export async function hasMoved({ operator, key, site }: Embed): Promise<boolean> {
  const siteBase = await get<SiteBase>({ base: operator, key }, `${site}/operator`).catch(() => ({
    base: operator,
  }));
  const [there, here] = [parsedUrl(siteBase.base), new URL(operator)];
  if (there === undefined || there.origin === here.origin) return false;
  if (there.protocol === 'https:') return true;
  // "This machine" is the visitor's own, unless the operator is on it as well; then it has two names.
  const isLocal = here.protocol === 'http:' && isSafe(here) && isSafe(there);
  return isLocal && there.port !== here.port;
}

async function get<Value>(
  { base, key }: Server,
  path: string,
  language?: Language | undefined,
): Promise<Value> {
  const query = new URLSearchParams();
  // In the address rather than in a header: a call without headers of its own needs no preflight.
  if (key !== undefined) query.set('key', key);
  if (language !== undefined) query.set('language', language);
  const response = await fetch(`${base}/v1/sites/${path}?${query}`, {
    credentials: 'omit',
    // Older phones cannot count; there the browser's own patience serves.
    signal: AbortSignal.timeout?.(patienceMs) ?? null,
  });
  if (response.ok) return response.json();
  const { error = response.status } = await response.json().catch(() => ({}));
  throw new Error(`No assistant: ${error}`, { cause: response.status });
}

const patienceMs = 20_000;

/** Whether the server said no, for as long as the page or the profile stays as it is. */
export function isFinal(error: unknown): error is Error {
  return Number((error as Error).cause) < 429;
}
