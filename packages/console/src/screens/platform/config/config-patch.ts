/** Changes of a config as a JSON merge patch, so that saving keeps what somebody else changed meanwhile. */
import { isJsonObject } from '../json-text.ts';
import type { Config } from './config-draft.ts';

/** What turns one config into another; undefined if no merge patch does, because the other one has a null. */
export function patchBetween(before: Config, after: Config): Config | undefined {
  const patch: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    const change = now === undefined ? null : changeBetween(old, now);
    if (change === undefined) return undefined;
    patch[name] = change;
  }
  return patch;
}

function changeBetween(old: unknown, now: unknown): unknown {
  if (now === null) return undefined;
  // An object in a patch is merged, whatever was there before.
  return isJsonObject(now) ? patchBetween(isJsonObject(old) ? old : {}, now) : now;
}

/** A config with a patch of `patchBetween`. */
export function patched(config: Config, patch: Config): Config {
  const result: Record<string, unknown> = { ...config };
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) delete result[name];
    else if (!isJsonObject(change)) result[name] = change;
    else result[name] = patched(isJsonObject(config[name]) ? config[name] : {}, change);
  }
  return result;
}
