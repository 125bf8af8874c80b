/** Who calls, by the key in the header Authorization. */
import { limits } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import { findKeyAndResource, findKeyByHash, type KeyRow, touchKey } from '../store/keys.ts';
import type { ResourceRow } from '../store/platform/resources.ts';
import { rightsOf } from './key-rights.ts';
import { type HeldType, isEnded, type Keyring, kinds } from './keys.ts';
import type { Registry } from './owners.ts';
import type { Caller } from './scopes.ts';
import { hashSecret, isSecret } from './secret.ts';

/**
 * Turns an Authorization header into a caller. A revoked key is refused from the next request on, in every process:
 * the key is read from the store each time, except where no other process can have changed it since it was read.
 */
export function createAuthenticator(ring: Keyring, type: HeldType = 'platform'): Authenticate {
  const { prefix, sentence } = kinds[type];
  const touch = createTouch(ring);
  const known = new Map<string, KnownKey>();
  const find = async (text: string, resourceId = ''): Promise<KnownKey | undefined> => {
    const before = known.get(text);
    if (before === undefined && !isSecret(prefix, text)) return undefined;
    // Asked before the key is read, so that a commit meanwhile counts.
    const commits = ring.store.commitsAbout?.('key');
    if (commits !== undefined && before?.caller.keyAsRead?.commits === commits) return before;
    const hash = before?.hash ?? hashSecret(ring.pepper, text);
    const read =
      commits === undefined && resourceId !== ''
        ? await findKeyAndResource(ring.store, hash, resourceId)
        : await findKeyByHash(ring.store, hash);
    if (read === undefined || read.type !== type) return undefined;
    const { resource = null, ...key }: KeyRow & { readonly resource?: ResourceRow | null } = read;
    const found = { hash, key, caller: callerOf(key, commits) };
    if (known.size >= knownMax) known.clear();
    known.set(text, found);
    // Not remembered: it is as it was for this request.
    return resource === null
      ? found
      : { ...found, caller: { ...found.caller, resourceAsRead: resource } };
  };
  return async (authorization, apiKey, resourceId) => {
    const text = tokenIn(authorization);
    const found = text === undefined ? undefined : await find(text, resourceId);
    const nowMs = ring.clock();
    if (found === undefined || isEnded(found.key, nowMs)) {
      const fault = faultOf(type, authorization, apiKey);
      throw new Problem('unauthorized', fault === undefined ? sentence : `${fault} ${sentence}`);
    }
    touch(found.key, nowMs);
    return found.caller;
  };
}

/**
 * From the header Authorization; `apiKey` is that of another header, which is not read. The resource of `resourceId`
 * may be read together with the key.
 */
export type Authenticate = (
  authorization: string | undefined,
  apiKey?: string | readonly string[] | undefined,
  resourceId?: string,
) => Promise<Caller>;

/** The text behind `Bearer`. */
export function tokenIn(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > 200) return undefined;
  return /^bearer +([^ ]+) *$/i.exec(authorization)?.[1];
}

/** A key of the store whose text was sent before, so that its hash need not be calculated again. */
interface KnownKey {
  readonly hash: string;
  readonly key: KeyRow;
  readonly caller: Caller;
}

const knownMax = 2_000;

function callerOf(key: KeyRow, commits: number | undefined): Caller {
  return {
    keyId: key.id,
    keyName: key.name,
    keyAsRead: { expires_at: key.expires_at, commits },
    ownerId: key.owner_id,
    ownerName: key.owner_name,
    ...rightsOf(key),
  };
}

/** What is wrong with the form of a credential; nothing is looked up, so it tells nothing about keys. */
function faultOf(
  type: HeldType,
  authorization: string | undefined,
  apiKey: string | readonly string[] | undefined,
): string | undefined {
  if (authorization === undefined)
    return apiKey === undefined ? undefined : 'The header X-API-Key is not read.';
  if (!/^bearer\b/i.test(authorization)) return 'Authorization must begin with the word Bearer.';
  const { other } = kinds[type];
  return tokenIn(authorization)?.startsWith(other.prefix) ? other.fault : undefined;
}

/** `last used` is written at most every few minutes, and no request waits for it. */
function createTouch(ring: Pick<Registry, 'store'>): (key: KeyRow, nowMs: number) => void {
  const touchedMax = 10_000;
  const touched = new Map<string, number>();
  return (key, nowMs) => {
    const last = Math.max(touched.get(key.id) ?? 0, key.last_used_at ?? 0);
    if (nowMs - last < limits.keyLastUsedFlushMs) return;
    if (touched.size >= touchedMax) touched.clear();
    touched.set(key.id, nowMs);
    ring.store.write((tx) => touchKey(tx, key.id, nowMs)).catch(() => touched.delete(key.id));
  };
}
