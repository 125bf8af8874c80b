/** Finds values that changed places: `rice 900, beans 700` where a passage has rice at 700 and beans at 900. */
import { isStopWord, stemOf, tokensOf } from '../../text/text.ts';
import { allowsValue, type Value, valuesOf } from './values.ts';

/** Whether two words of a sentence each have the value that a text gives to the other one. */
export function createSwapCheck(texts: readonly string[]): (sentence: string) => boolean {
  const approved = texts.map(ownersIn);
  return (sentence) => {
    const claimed = [...ownersIn(sentence)];
    return approved.some((owners) => {
      const moved = claimed.flatMap(([word, has]) => {
        const had = owners.get(word);
        return had === undefined || had.kind !== has.kind || allowsValue(had, has)
          ? []
          : [{ has, had }];
      });
      return moved.some((one, at) =>
        moved
          .slice(at + 1)
          .some((other) => allowsValue(one.had, other.has) && allowsValue(other.had, one.has)),
      );
    });
  };
}

/** The next value after each content word, by the word's stem; without words that have several. */
function ownersIn(text: string): ReadonlyMap<string, Value> {
  const { values, rest } = valuesOf(text);
  const owners = new Map<string, Value>();
  const unclear = new Set<string>();
  for (const { word, start } of tokensOf(rest)) {
    const value = values.find((one) => one.start >= start);
    if (value === undefined || isStopWord(word)) continue;
    const stem = stemOf(word, 'sw');
    const known = owners.get(stem);
    if (known !== undefined && !allowsValue(known, value)) unclear.add(stem);
    owners.set(stem, value);
  }
  for (const stem of unclear) owners.delete(stem);
  return owners;
}
