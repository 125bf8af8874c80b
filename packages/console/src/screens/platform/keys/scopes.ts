/** Scopes of keys as the console offers them, and when a key has ended. */
import type { KeyView, Service } from '@baraza/contract';
import { isService } from '../services.ts';

export function isEnded(
  { revokedAt, expiresAt }: Pick<KeyView, 'revokedAt' | 'expiresAt'>,
  nowMs: number,
): boolean {
  return revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= nowMs);
}

export type Access = 'none' | 'read' | 'write';

/** The scopes of the chosen access; write access to everything is `*`. */
export function scopesOf(access: Readonly<Record<Service, Access>>): readonly string[] {
  const chosen = Object.entries(access).filter(([, level]) => level !== 'none');
  if (chosen.length === 6 && chosen.every(([, level]) => level === 'write')) return ['*'];
  return chosen.map(([service, level]) => (level === 'read' ? `${service}:read` : service));
}

/** Parses a scope; undefined for `*` and unknown ones. */
export function scopeParts(
  scope: string,
): { readonly service: Service; readonly isRead: boolean } | undefined {
  const [service, right] = scope.split(':');
  return isService(service) ? { service, isRead: right === 'read' } : undefined;
}
