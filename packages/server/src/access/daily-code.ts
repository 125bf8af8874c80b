import { createHmac, hkdfSync } from 'node:crypto';
import { dayMs } from '@baraza/contract';
import { LRUCache } from 'lru-cache';

/**
 * Pseudonymises an address with a keyed hash. The key changes every day (UTC), so stored codes cannot
 * link the visits of two days.
 */
type DailyCode = (text: string, nowMs: number) => string;

const recentMax = 1_000;

export function createDailyCode(pepper: Buffer): DailyCode {
  let today = { number: Number.NaN, key: Buffer.alloc(0) };
  // Each request needs the code of its network several times.
  const recent = new LRUCache<string, string>({
    max: recentMax,
    memoMethod: (text) =>
      createHmac('sha256', today.key).update(text).digest('base64url').slice(0, 22),
  });
  return (text, nowMs) => {
    const number = Math.floor(nowMs / dayMs);
    if (number !== today.number) {
      const key = hkdfSync('sha256', pepper, '', `baraza visitors ${number}`, 32);
      today = { number, key: Buffer.from(key) };
      recent.clear();
    }
    return recent.memo(text);
  };
}
