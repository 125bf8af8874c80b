/** What stays of a Swahili verb in all of its forms: without who does it, when, to what, and whether it is done to or for somebody. */

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
      const root = stem === undefined ? undefined : rootOfStem(stem);
      if (root !== undefined) found.add(`v:${root}`);
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
  new RegExp(`^(?:ha|h)${subject}(?=[a-z]{3,}i$)`),
  new RegExp(`^(?:ha)?${subject}(?:si|ku)${relative}?(?=[a-z]{3})`),
  /^(?:ku|hu)(?=[a-z]{3})/,
  // `tutumie`, `aje`: what is asked for.
  new RegExp(`^${subject}(?=[a-z]{3,}e$)`),
  // `lipa`, `tuma`: what one is told to do.
  /^(?=[a-z]{3,}[ae]$)/,
];

function withoutObject(stem: string): string | undefined {
  const object = /^(?:ni|ku|m|tu|wa|u|i|li|ya|ki|vi|zi|ji)(?=[a-z]{4})/.exec(stem);
  return object === null ? undefined : stem.slice(object[0].length);
}

function rootOfStem(stem: string): string | undefined {
  if (!/[aeiu]$/.test(stem)) return undefined;
  const bare = stem
    .replace(/[aeiu]$/, '')
    .replace(/(?<=[a-z]{2})(?:l?[ie])?w$/, '')
    .replace(/(?<=[a-z]{3})an$/, '')
    .replace(/(?<=[a-z]{2})[ie]k$/, '')
    .replace(/(?<=[a-z]{2}[^aeiou])[ie]$|(?<=[a-z]{2})l[ie]$/, '');
  return bare.length >= 3 ? bare : undefined;
}
