/** Merges the changes of two people; if both changed the same text, the one who saves second chooses. */
import type { Profile } from '@baraza/contract';
import {
  type Change,
  changesBetween,
  type Entry,
  isSame,
  type Place,
  placeKey,
  withValue,
} from './profile.ts';

export interface Conflict {
  readonly key: string;
  readonly place: Place;
  readonly before: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merge {
  /** Their profile with those of my changes that do not conflict with theirs. */
  readonly joined: Profile;
  readonly conflicts: readonly Conflict[];
  /** Changes that only they made. */
  readonly kept: readonly Change[];
}

export function mergeProfiles(before: Profile, mine: Profile, theirs: Profile): Merge {
  const others = new Map(
    changesBetween(before, theirs).map((change) => [placeKey(change.place), change]),
  );
  const touched = new Set<string>();
  const conflicts: Conflict[] = [];
  let joined = theirs;
  for (const change of changesBetween(before, mine)) {
    const key = placeKey(change.place);
    const other = others.get(key);
    touched.add(key);
    if (other === undefined) joined = withValue(joined, change.place, change.after);
    else if (!isSame(change.after, other.after))
      for (const part of partsOf(change, other)) {
        if (part.isMineAlone) joined = withValue(joined, part.place, part.mine);
        else conflicts.push({ ...part, key: placeKey(part.place) });
      }
  }
  const kept = [...others.values()].filter(({ place }) => !touched.has(placeKey(place)));
  return { joined, conflicts, kept };
}

/** Uses my values for the keys in `mine`, or for all keys if it is undefined, and theirs for the others. */
export function resolveMerge(merge: Merge, mine?: ReadonlySet<string>): Profile {
  return merge.conflicts
    .filter(({ key }) => mine === undefined || mine.has(key))
    .reduce((profile, conflict) => withValue(profile, conflict.place, conflict.mine), merge.joined);
}

interface Part {
  readonly place: Place;
  readonly before: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly isMineAlone: boolean;
}

// An entry that both kept is compared property by property; one that was removed conflicts as a whole.
function partsOf(mine: Change, theirs: Change): readonly Part[] {
  const { place } = mine;
  const [old, my, their] = [mine.before, mine.after, theirs.after] as (Entry | undefined)[];
  if ('field' in place || old === undefined || my === undefined || their === undefined)
    return byLanguage({
      place,
      before: mine.before,
      mine: mine.after,
      theirs: theirs.after,
      isMineAlone: false,
    });
  const properties = [...new Set([...Object.keys(old), ...Object.keys(my), ...Object.keys(their)])];
  return properties
    .filter((name) => !isSame(old[name], my[name]) && !isSame(my[name], their[name]))
    .flatMap((property) =>
      byLanguage({
        place: { ...place, property },
        before: old[property],
        mine: my[property],
        theirs: their[property],
        isMineAlone: isSame(old[property], their[property]),
      }),
    );
}

/** The Swahili and the English text of a field do not conflict with each other. */
function byLanguage(part: Part): readonly Part[] {
  const [old, my, their] = [part.before, part.mine, part.theirs];
  if (!isPair(old) || !isPair(my) || !isPair(their)) return [part];
  return (['sw', 'en'] as const)
    .filter((language) => old[language] !== my[language] && my[language] !== their[language])
    .map((language) => ({
      place: { ...part.place, language },
      before: old[language],
      mine: my[language],
      theirs: their[language],
      isMineAlone: old[language] === their[language],
    }));
}

function isPair(value: unknown): value is { readonly sw?: string; readonly en?: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).every((name) => name === 'sw' || name === 'en');
}
