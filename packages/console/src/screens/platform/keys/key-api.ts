/** Platform keys and owner credentials, as the console's API shows them. */
import { call } from '../../../api/call.ts';
import { isService, type Service } from '../services.ts';

export interface Key {
  readonly id: string;
  readonly name: string;
  readonly type: 'platform' | 'owner';
  /** The part that may be seen, to tell one key from another. */
  readonly public: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[] | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  readonly isOwn: boolean;
}

/** With its text, which the server tells this once. */
export type IssuedKey = Key & { readonly key: string };

const keysPath = '/console/keys';

export async function listKeys(signal?: AbortSignal): Promise<readonly Key[]> {
  const { keys } = await call<{ readonly keys: readonly Key[] }>('GET', keysPath, { signal });
  return keys.toReversed();
}

export function makeKey(wanted: Readonly<Record<string, unknown>>): Promise<IssuedKey> {
  return call('POST', keysPath, { body: wanted });
}

export function rotateKey(id: string, graceMinutes: number): Promise<IssuedKey> {
  return call('POST', `${keysPath}/${encodeURIComponent(id)}/rotate`, { body: { graceMinutes } });
}

export function revokeKey(id: string): Promise<Key> {
  return call('DELETE', `${keysPath}/${encodeURIComponent(id)}`);
}

export function isEnded({ revokedAt, expiresAt }: Key, nowMs: number): boolean {
  return revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= nowMs);
}

export type Access = 'none' | 'read' | 'write';

/** The scopes of a choice for each service; all that can be written is `*`. */
export function scopesOf(access: Readonly<Record<Service, Access>>): readonly string[] {
  const chosen = Object.entries(access).filter(([, level]) => level !== 'none');
  if (chosen.length === 6 && chosen.every(([, level]) => level === 'write')) return ['*'];
  return chosen.map(([service, level]) => (level === 'read' ? `${service}:read` : service));
}

/** A scope in its two halves; undefined for `*` and what is not known. */
export function scopeParts(
  scope: string,
): { readonly service: Service; readonly isRead: boolean } | undefined {
  const [service, right] = scope.split(':');
  return isService(service) ? { service, isRead: right === 'read' } : undefined;
}
