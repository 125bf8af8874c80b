import type { Language, SiteBase, SiteConfig } from '@baraza/contract';
import { type Embed, isSafe, parsedUrl } from './embed.ts';
import type { Server } from './stage.ts';

/**
 * Loads the settings of the site, with the looks of the embed line. Without a language, the server chooses one. Rejects
 * if they cannot be loaded.
 */
export async function loadSettings(
  server: Server,
  { site, looks }: Embed,
  language: Language | undefined,
): Promise<SiteConfig> {
  return { ...(await get<SiteConfig>(server, `${site}/config`, language)), ...looks };
}

/** Whether the operator has moved the site to another server; false if it does not answer. */
export async function hasMoved({ operator, key, site }: Embed): Promise<boolean> {
  const siteBase = await get<SiteBase>({ base: operator, key }, `${site}/operator`).catch(() => ({
    base: operator,
  }));
  const [there, here] = [parsedUrl(siteBase.base), new URL(operator)];
  if (there === undefined || there.origin === here.origin) return false;
  if (there.protocol === 'https:') return true;
  // An address on localhost is accepted only if the operator is on localhost, too.
  const isLocal = here.protocol === 'http:' && isSafe(here) && isSafe(there);
  return isLocal && there.port !== here.port;
}

async function get<Value>(
  { base, key }: Server,
  path: string,
  language?: Language | undefined,
): Promise<Value> {
  const query = new URLSearchParams();
  // The key is in the query, because a header would need a preflight request.
  if (key !== undefined) query.set('key', key);
  if (language !== undefined) query.set('language', language);
  const response = await fetch(`${base}/v1/sites/${path}?${query}`, {
    credentials: 'omit',
    // After a redirect the server would not know the origin of the page.
    redirect: 'manual',
    // Older browsers have no timeout signal; there their own timeout applies.
    signal: AbortSignal.timeout?.(patienceMs) ?? null,
  });
  if (response.ok) return response.json();
  const { error = response.status } = await response.json().catch(() => ({}));
  throw new Error(`No assistant: ${error}`, { cause: response.status });
}

const patienceMs = 20_000;

/** Whether the refusal is final until the page or the profile changes. */
export function isFinal(error: unknown): error is Error {
  return Number((error as Error).cause) < 429;
}
