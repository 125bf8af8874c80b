import { isObject } from '../kernel/json/is-object.ts';
import { CheckFailed, expect } from './check.ts';
import type { Reply } from './reply.ts';
import { createWire, type Request } from './wire.ts';

/** Whether the site that is named is there. */
type Named = 'there' | 'absent';

/**
 * One look before a site assistant is examined, so that an address with none behind it is not told
 * as a hundred broken promises. CheckFailed where there is none.
 */
export async function findAssistant(
  url: string,
  site: string,
  signal: AbortSignal,
): Promise<Named> {
  const [descriptor, config] = await answersOf(url, url, signal, [
    ['/v1/operator'],
    [`/v1/sites/${site}/config`],
  ]);
  const isDescribed = descriptor?.status === 200 && hasOneOf(descriptor, ['api', 'role']);
  const hasNoSite = config?.status === 404 && (isDescribed || codeOf(config) === 'site');
  // One of the two is enough: what is wrong with the other is for the examination to tell.
  const isConfigured = config?.status === 200 && hasOneOf(config, ['enabled', 'greeting']);
  expect(
    isDescribed || isConfigured || hasNoSite,
    `${url} is no site assistant: neither /v1/operator nor the config of a site is answered as one would`,
  );
  return hasNoSite ? 'absent' : 'there';
}

/** Told only where the named site is the one to ask. */
export function expectNamed(named: Named, url: string, site: string): void {
  expect(named === 'there', `there is no site ${site} at ${url}; --site names another`);
}

/** The same for a resource platform, and for the key that was given. */
export async function findPlatform(
  url: string,
  key: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const [list] = await answersOf(url, `the platform ${url}`, signal, [
    ['/api/platform/resources?limit=1', { headers }],
  ]);
  expect(
    list !== undefined && list.status !== 404 && membersOf(list) !== undefined,
    `${url} is no resource platform: /api/platform/resources is answered ${list?.status}`,
  );
  expect(
    key === undefined || list.status !== 401,
    'the key of the platform (--platform-key, or the one in the file of --bootstrap) is refused',
  );
}

/** The answer to each call, or undefined for one that had none; unmet when none had. */
async function answersOf(
  url: string,
  name: string,
  signal: AbortSignal,
  calls: readonly (readonly [path: string, request?: Request])[],
): Promise<readonly (Reply | undefined)[]> {
  const wire = createWire(url, signal, () => {});
  const settled = await Promise.allSettled(
    calls.map(([path, request]) => wire.call('GET', path, request)),
  );
  signal.throwIfAborted();
  const replies = settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed !== undefined && replies.every((reply) => reply === undefined))
    throw new CheckFailed(`${name} does not answer (${reasonOf(failed.reason)})`);
  return replies;
}

function reasonOf({ cause }: Error): string {
  const { name, message, code } = (cause ?? {}) as NodeJS.ErrnoException;
  if (name === 'AbortError') return 'it took too long';
  // Several addresses that all refuse are one error with a code and without words.
  return message || code || 'no reason is known';
}

function codeOf(reply: Reply): unknown {
  return membersOf(reply)?.code;
}

function hasOneOf(reply: Reply, names: readonly string[]): boolean {
  const members = membersOf(reply);
  return members !== undefined && names.some((name) => name in members);
}

function membersOf(reply: Reply): { readonly [name: string]: unknown } | undefined {
  try {
    const value: unknown = reply.json();
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
