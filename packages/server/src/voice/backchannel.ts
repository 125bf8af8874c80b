/** What people say to show that they listen: a sound of assent takes nobody's turn. */
const words = new Set(
  `ndiyo ndio sawa eeh eh ee ehe haya mmh mh naam yes yeah yep ok okay right mm mmm mhm mhmm hmm hm uh huh
    aha uhuh`.split(/\s+/),
);
const wordsMax = 4;

/** Whether a text is nothing but such sounds. */
export function isBackchannel(text: string): boolean {
  const said = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return said.length > 0 && said.length <= wordsMax && said.every((word) => words.has(word));
}
