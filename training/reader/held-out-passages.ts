/** Half of the passages of `packages/server/test/grounding`, by a hash of the name, is never used for training. */
export function isPassageHeldOut({
  site,
  entry,
}: {
  readonly site: string;
  readonly entry: string;
}): boolean {
  const sum = [...`${site}/${entry}`].reduce(
    (total, letter) => total + (letter.codePointAt(0) ?? 0),
    0,
  );
  return sum % 2 === 0;
}
