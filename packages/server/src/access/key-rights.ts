/** What a key may do, as its row in the store has it. */
import { isScope, type Scope } from '@baraza/contract';
import type { KeyRow } from '../store/keys.ts';
import type { Caller } from './scopes.ts';

export function rightsOf(
  key: Pick<KeyRow, 'scopes' | 'resources'>,
): Pick<Caller, 'scopes' | 'resources'> {
  return {
    scopes: scopeSet(key.scopes),
    resources: key.resources === null ? 'all' : new Set(resourcesOf(key)),
  };
}

/** The ids that a key is for; null for all resources of its owner. */
export function resourcesOf({ resources }: Pick<KeyRow, 'resources'>): readonly string[] | null {
  return resources === null ? null : (JSON.parse(resources) as string[]);
}

const scopeSets = new Map<string, ReadonlySet<Scope>>();

function scopeSet(text: string): ReadonlySet<Scope> {
  let set = scopeSets.get(text);
  if (set === undefined) {
    set = new Set((JSON.parse(text) as string[]).filter(isScope));
    if (scopeSets.size >= 1_000) scopeSets.clear();
    scopeSets.set(text, set);
  }
  return set;
}
