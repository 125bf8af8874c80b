/** Looks for a server before it is examined: a wrong address is one sentence, not a hundred failed checks. */
import { CheckFailed, expect, is } from './check.ts';
import type { Reply } from './reply.ts';
import type { Wire } from './wire.ts';

/** Whether the named site exists. Throws CheckFailed when there is no site assistant at the address. */
export async function findAssistant(wire: Wire, site: string): Promise<boolean> {
  const { base } = wire;
  const [descriptor, config] = await answersOf(base, wire.signal, [
    wire.call('GET', '/v1/operator'),
    wire.call('GET', `/v1/sites/${site}/config`),
  ]);
  const isDescribed = descriptor?.status === 200 && hasOneOf(descriptor, ['api', 'role']);
  const isAbsent = config?.status === 404 && (isDescribed || membersOf(config)?.code === 'site');
  // One of the two is enough: the examination reports what is wrong with the other.
  const isConfigured = config?.status === 200 && hasOneOf(config, ['enabled', 'greeting']);
  expect(
    isDescribed || isConfigured || isAbsent,
    `${base} is not a site assistant: neither /v1/operator nor the config of a site has the expected response`,
  );
  return !isAbsent;
}

/** Throws CheckFailed when there is no resource platform at the address, or when it refuses the key. */
export async function findPlatform(wire: Wire, key: string | undefined): Promise<void> {
  const { base } = wire;
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const [list] = await answersOf(`the platform ${base}`, wire.signal, [
    wire.call('GET', '/api/platform/resources?limit=1', undefined, headers),
  ]);
  expect(
    list !== undefined && list.status !== 404 && membersOf(list) !== undefined,
    `${base} is not a resource platform: the status of /api/platform/resources is ${list?.status}`,
  );
  expect(
    key === undefined || list.status !== 401,
    'the key of the platform (--platform-key, or the one in the file of --bootstrap) is refused',
  );
}

/** The reply to each call, undefined for a call without one. Throws CheckFailed if no call has a reply. */
async function answersOf(
  name: string,
  signal: AbortSignal,
  calls: readonly Promise<Reply>[],
): Promise<readonly (Reply | undefined)[]> {
  const settled = await Promise.allSettled(calls);
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
  // When several addresses refuse, the error has a code but no message.
  return message || code || 'no reason is known';
}

function hasOneOf(reply: Reply, names: readonly string[]): boolean {
  const members = membersOf(reply);
  return members !== undefined && names.some((name) => name in members);
}

function membersOf(reply: Reply): { readonly [name: string]: unknown } | undefined {
  try {
    return is.object(reply.body) ? reply.body : undefined;
  } catch {
    return undefined;
  }
}
