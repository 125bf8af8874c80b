/**
 * What stays of a Swahili verb in all of its forms: without who does it, when, to what, and whether
 * it is done to or for somebody.
 */

/** More than one where a form can be read in more than one way; none for what is no verb. */
export function verbRoots(word: string): readonly string[] {
  const known = roots.get(word);
  if (known !== undefined) return known;
  const found = new Set<string>();
  for (const form of forms) {
    const begun = form.exec(word);
    if (begun === null) continue;
    const rest = word.slice(begun[0].length);
    for (const stem of [rest, withoutObject(rest)]) {
      if (stem === undefined) continue;
      // `usipolipa` is not what `ukilipa` is.
      for (const root of rootsOfStem(stem))
        found.add(/^[a-z]{1,2}sipo/.test(word) ? `v:not ${root}` : `v:${root}`);
    }
  }
  const all = [...found];
  if (roots.size > rootsMax) roots.clear();
  roots.set(word, all);
  return all;
}

const roots = new Map<string, readonly string[]>();
const rootsMax = 5_000;

const subject = '(?:ni|u|a|tu|m|wa|i|li|ya|ki|vi|zi|ku|pa)';
const relative = '(?:vyo|cho|lo|yo|po|ye|zo|ko|o)';
const tense = '(?:na|ta|me(?:sha)?|li|ki(?:sha)?|ka|nge|ja)';
const forms = [
  new RegExp(`^(?:ha)?${subject}${tense}(?=[a-z]{3})`),
  new RegExp(`^(?:ha)?${subject}${tense}${relative}(?=[a-z]{3})`),
  new RegExp(`^${subject}taka${relative}(?=[a-z]{3})`),
  new RegExp(`^(?:ha|h)${subject}(?=[a-z]{3,}i$)`),
  new RegExp(`^(?:ha)?${subject}(?:si|ku)${relative}?(?=[a-z]{3})`),
  /^(?:ku|hu)(?=[a-z]{3})/,
  // `hatachanjwa`, `hutalipa`.
  /^h[au]ta(?=[a-z]{3,}a$)/,
  // `hapewi`, `halipi`: what one does not do.
  /^ha(?=[b-df-hj-np-tvwz][a-z]{2,}i$)/,
  // `tutumie`, `aje`: what is asked for.
  new RegExp(`^${subject}(?=[a-z]{3,}e$)`),
  // `lipa`, `tuma`: what one is told to do.
  /^(?=[a-z]{3,}[ae]$)/,
];

function withoutObject(stem: string): string | undefined {
  const object = /^(?:ni|ku|m|tu|wa|u|i|li|ya|ki|vi|zi|ji)(?=[a-z]{4})/.exec(stem);
  return object === null ? undefined : stem.slice(object[0].length);
}

/** Two where the sound before the ending can be the verb's own: `kubaliwa`. */
function rootsOfStem(stem: string): readonly string[] {
  if (!/[aeiu]$/.test(stem)) return [];
  const plain = stem.replace(/[aeiu]$/, '');
  return [/(?<=[a-z]{2})(?:l?[ie])?w$/, /(?<=[a-z]{4})[ie]w$/]
    .map((passive) =>
      plain
        .replace(passive, '')
        .replace(/(?<=[a-z]{3})an$/, '')
        .replace(/(?<=[a-z]{2})[ie]k$/, '')
        .replace(/(?<=[a-z]{2}[^aeiou])[ie]$|(?<=[a-z]{2})l[ie]$/, ''),
    )
    .filter(
      // `uzwa`, `ona`, `pewa`: the short ones that are no other word's beginning.
      (bare) => bare.length >= 3 || /^[aeiou][^aeiou]$|^(?:pe|to)$/.test(bare),
    );
}
