import { dayMs, hourMs, minuteMs } from '@baraza/contract/plain';
import { Problem } from '../kernel/problem.ts';

const units: { readonly [unit: string]: number } = {
  s: 1_000,
  m: minuteMs,
  h: hourMs,
  d: dayMs,
};

/** `90d`, `12h`, `30m`, `45s` as milliseconds; nothing is no time. */
export function parseDuration(option: string, text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const unit = units[match?.[2] ?? ''];
  const count = Number(match?.[1] ?? 0);
  if (count === 0 || unit === undefined)
    throw new Problem('invalid', `--${option} must be a time like 90d, 12h or 30m, not ${text}.`);
  return count * unit;
}
