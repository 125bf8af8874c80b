import { createHmac, hkdfSync } from 'node:crypto';
import { dayMs } from '@baraza/contract';

/**
 * Hides an address that only has to be told from others for a while. The key is another one every
 * day (UTC), so nothing that is kept joins the visits of two days.
 */
export type DailyCode = (text: string, nowMs: number) => string;

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
