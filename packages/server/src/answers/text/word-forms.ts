/**
 * Possible base forms of an inflected word, likeliest first. The rules overgenerate: callers look each guess up in a
 * table, so a verb that does not exist is never used.
 */

/** `unalipa`, `hawalipi`, `aliyelipwa` → `kulipa`; `maduka`, `dukani` → `duka`; `wateja` → `mteja`. */
export function swahiliBases(word: string): readonly string[] {
  if (word.length < 4) return [];
  const bases = new Set<string>();
  const stems = verbStems(word);
  for (const stem of stems) addVerb(bases, stem);
  if (word.endsWith('a') && !word.startsWith('ku')) addVerb(bases, word);
  addNouns(bases, word);
  if (word.length > 5 && word.endsWith('ni')) {
    const place = word.slice(0, -2);
    bases.add(place);
    addNouns(bases, place);
  }
  for (const stem of stems) addPlainVerb(bases, stem);
  bases.delete(word);
  return [...bases];
}

/** `prices` → `price`, `opened` and `opening` → `open`, `cities` → `city`. */
export function englishBases(word: string): readonly string[] {
  const bases = new Set<string>();
  for (const [ending, replacements] of englishEndings) {
    if (!word.endsWith(ending) || word.length - ending.length < 3) continue;
    const stem = word.slice(0, -ending.length);
    for (const replacement of replacements) bases.add(stem + replacement);
    if (ending !== 's' && stem.at(-1) === stem.at(-2)) bases.add(stem.slice(0, -1));
  }
  bases.delete(word);
  return [...bases];
}

const englishEndings: readonly (readonly [string, readonly string[]])[] = [
  ['ies', ['y', 'ie']],
  ['ied', ['y', 'ie']],
  ['es', ['e', '']],
  ['s', ['']],
  ['ed', ['', 'e']],
  ['ing', ['', 'e']],
  ['ly', ['']],
];

const subject = '(?:ni|u|a|tu|m|mu|wa|i|li|ya|ki|vi|zi|ku|pa)';
const relative = '(?:ye|o|cho|vyo|lo|yo|zo|po|ko|mo)';
const object = '(?:ni|ku|m|mw|tu|wa|i|li|ya|ki|vi|zi|u|pa|ji)';
const verbForms: readonly RegExp[] = [
  new RegExp(`^(?:ha)?${subject}(?:na|li|ta|me|ki|nge|ngali|ka|taka|mesha|lisha)${relative}?(.*)$`),
  /^(?:si|ha(?:tu|m|wa|i|u|ya|ki|vi|zi|ku)?)(?:ta|ku|ja)?(.*)$/,
  /^(?:na|hu|ku|kw|ka|nime|nina|sija|ndi)(.*)$/,
  new RegExp(`^${subject}(?:si)?${relative}?(.*)$`),
];
const objectForm = new RegExp(`^${object}(.*)$`);

/** Possible verb stems, with and without an object prefix. */
function verbStems(word: string): string[] {
  const plain = word.replace(/(?:ye|cho|vyo|lo|yo|zo|po|ko|mo|je)$/, '');
  const stems: string[] = [];
  for (const form of verbForms) {
    for (const shape of plain === word ? [word] : [word, plain]) {
      const rest = form.exec(shape)?.[1] ?? '';
      if (rest.length < 3) continue;
      stems.push(rest);
      const behindObject = objectForm.exec(rest)?.[1] ?? '';
      if (behindObject.length >= 3) stems.push(behindObject);
    }
  }
  return stems;
}

function addVerb(bases: Set<string>, stem: string): void {
  // Short verbs keep `ku` after other prefixes: `wanakula`, `anakwenda`.
  if (/^k[uw]/.test(stem)) bases.add(stem);
  for (const shape of [stem, stem.replace(/[ei]$/, 'a')]) {
    bases.add(`ku${shape}`);
    if (/^[aeiou]/.test(shape)) bases.add(`kw${shape}`);
  }
}

const extensions: readonly (readonly [RegExp, string])[] = [
  [/l[ie]w[ae]$/, 'a'],
  [/[ie]w[ae]$/, 'a'],
  [/w[ae]$/, ''],
  [/w[ae]$/, 'a'],
  [/l[ie][ae]$/, 'a'],
  [/[ie][ae]$/, 'a'],
];

/** Applicative and passive: `kulipia` and `kulipwa` → `kulipa`, `kukubaliwa` → `kukubali`. */
function addPlainVerb(bases: Set<string>, stem: string): void {
  for (const [extension, ending] of extensions) {
    const plain = stem.replace(extension, ending);
    if (plain !== stem && plain.length > 2) bases.add(`ku${plain}`);
  }
}

const nounPrefixes: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^wa/, ['m', 'mwa', 'mw', '']],
  [/^we/, ['mwe']],
  [/^vi/, ['ki', '']],
  [/^vy/, ['ch', '']],
  [/^ma/, ['', 'ji', 'u']],
  [/^me/, ['ji', 'je']],
  [/^mi/, ['m', 'mu', '']],
  [/^ny/, ['u', '']],
  [/^(?:m|mw|ki|ch|u|n|i|ji|zi|li|ya)/, ['']],
];

function addNouns(bases: Set<string>, word: string): void {
  for (const [prefix, replacements] of nounPrefixes) {
    const rest = word.replace(prefix, '');
    if (rest === word || rest.length < 3) continue;
    for (const replacement of replacements) bases.add(replacement + rest);
  }
}
