import { limits } from '@baraza/contract';
import { type KeyRow, touchKey } from '../store/keys.ts';
import type { Registry } from './owners.ts';

/** `last used` is written at most every few minutes, and no request waits for it. */
export function createTouch(ring: Pick<Registry, 'store'>): (key: KeyRow, nowMs: number) => void {
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
