/** The places of the highest scores above nothing, best first. */
export function highest(scores: Float32Array, most: number): number[] {
  const found: number[] = [];
  let least = 0;
  for (let at = 0; at < scores.length; at += 1) {
    const score = scores[at] ?? 0;
    if (score <= least) continue;
    let place = found.length;
    while (place > 0 && (scores[found[place - 1] ?? 0] ?? 0) < score) place -= 1;
    found.splice(place, 0, at);
    if (found.length > most) found.pop();
    if (found.length === most) least = scores[found[most - 1] ?? 0] ?? 0;
  }
  return found;
}
