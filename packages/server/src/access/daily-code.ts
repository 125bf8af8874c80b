import { createHmac, hkdfSync } from 'node:crypto';
import { dayMs } from '@baraza/contract';

/**
 * Pseudonymises an address with a keyed hash. The key changes every day (UTC), so stored codes cannot
 * link the visits of two days.
 */
type DailyCode = (text: string, nowMs: number) => string;

export function createDailyCode(pepper: Buffer): DailyCode {
  let today = { number: Number.NaN, key: Buffer.alloc(0) };
  return (text, nowMs) => {
    const number = Math.floor(nowMs / dayMs);
    if (number !== today.number)
      today = {
        number,
        key: Buffer.from(hkdfSync('sha256', pepper, '', `baraza visitors ${number}`, 32)),
      };
    return createHmac('sha256', today.key).update(text).digest('base64url').slice(0, 22);
  };
}
