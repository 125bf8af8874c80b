/** Edit costs between Swahili phonemes (its spelling is phonetic): how easily Whisper confuses, drops or adds them. */
import { normalized } from '../../kernel/formats/normalized.ts';

/** A word as phonemes, one character each; doubled letters count once. */
export function phonemesOf(word: string): string {
  return normalized(word.toLowerCase(), 'NFD')
    .replace(/[^a-z]/g, '')
    .replace(/tch|sh/g, 'S')
    .replace(/ch/g, 'C')
    .replace(/th/g, 'T')
    .replace(/dh/g, 'D')
    .replace(/gh/g, 'g')
    .replace(/ph/g, 'f')
    .replace(/ck|c|q/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/ee/g, 'i')
    .replace(/oo/g, 'u')
    .replace(/(.)\1+/g, '$1');
}

/**
 * Costs of writing `heard`, by the character code of what was spoken: 0 for the same, above 4 for pairs that are
 * never confused.
 */
export function substitutionCosts(heard: string): Float64Array {
  const from = heard.charCodeAt(0) * codes;
  return table.subarray(from, from + codes);
}

function costOfPair(heard: string, spoken: string): number {
  if (heard === spoken) return 0;
  const cost = costs.get(heard + spoken);
  if (cost !== undefined) return cost;
  const vowels = Number(isVowel(heard)) + Number(isVowel(spoken));
  return vowels === 2 ? 1.6 : vowels === 1 ? 4.5 : 2.8;
}

/** Cost of a spoken phoneme that was not written. */
export function deletionCost(spoken: string): number {
  if (isVowel(spoken)) return 1.7;
  // A nasal before another consonant is a separate syllable in Swahili, unlike in other languages.
  if (spoken === 'm' || spoken === 'n') return 1.2;
  return isWeakConsonant(spoken) ? 1.1 : 2.5;
}

/** Cost of a written phoneme that was not spoken. */
export function insertionCost(heard: string): number {
  if (isVowel(heard)) return 1.7;
  if (heard === 'm' || heard === 'n') return 1.5;
  return isWeakConsonant(heard) ? 1.1 : 2.3;
}

function isVowel(sound: string): boolean {
  return 'aeiou'.includes(sound);
}

function isWeakConsonant(sound: string): boolean {
  return 'hwy'.includes(sound);
}

const costs: ReadonlyMap<string, number> = new Map(
  (
    [
      ['pt pk pd pg tk tb tg kb kd bd bg dg', 1.8],
      ['mb nd ng mw bw hk fp sk Sk Ck Ct St jd jg zd vb ly ry hg hf dr dl nl nr', 2],
      ['pb td kg fv sz lr mn Sz SC Ss Cj Sj Cs Tt Ts Tz Tf Dz Dd DT Dv jy jz', 1],
      ['wu yi ei ou', 0.9],
      ['ae ao', 1.3],
      ['iu eo ai au eu oi', 1.8],
      ['wo ye wa ya', 2.2],
    ] as const
  ).flatMap(([pairs, cost]) =>
    pairs.split(' ').flatMap((pair) => [
      [pair, cost],
      [[...pair].toReversed().join(''), cost],
    ]),
  ) as readonly (readonly [string, number])[],
);

// The search asks for a hundred thousand of them.
const codes = 128;
const table = Float64Array.from({ length: codes ** 2 }, (_, at) =>
  costOfPair(String.fromCharCode(Math.floor(at / codes)), String.fromCharCode(at % codes)),
);
