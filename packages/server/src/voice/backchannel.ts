/** Backchannel words ("mhm", "sawa"): they signal listening and must not interrupt an answer. */
const words = new Set(
  `ndiyo ndio sawa eeh eh ee ehe haya mmh mh naam yes yeah yep ok okay right mm mmm mhm mhmm hmm hm uh huh
    aha uhuh`.split(/\s+/),
);
const wordsMax = 4;

/** Whether a text consists of nothing else. */
export function isBackchannel(text: string): boolean {
  const spoken = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return spoken.length > 0 && spoken.length <= wordsMax && spoken.every((word) => words.has(word));
}
