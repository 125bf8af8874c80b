/** The signs of vectors, a bit for each number: enough to tell which few of very many are worth a closer look. */

/** Eight signs a byte; a row of `signBytes` for each vector. */
export function signsOf(numbers: Int8Array, width: number): Uint8Array {
  const rows = width === 0 ? 0 : numbers.length / width;
  const each = signBytes(width);
  const signs = new Uint8Array(rows * each);
  for (let row = 0; row < rows; row += 1)
    for (let at = 0; at < width; at += 1)
      if ((numbers[row * width + at] ?? 0) > 0) {
        const byte = row * each + (at >> 3);
        signs[byte] = (signs[byte] ?? 0) | (1 << (at & 7));
      }
  return signs;
}

/** For each row the sum of a direction's numbers, each with the row's sign: larger where a cosine is. */
export function signSums(signs: Uint8Array, direction: Float32Array): Float32Array {
  const each = signBytes(direction.length);
  const table = tableOf(direction);
  const sums = new Float32Array(signs.length / each);
  for (let row = 0; row < sums.length; row += 1) {
    const from = row * each;
    let sum = 0;
    for (let byte = 0; byte < each; byte += 1)
      sum += table[byte * byteValues + (signs[from + byte] ?? 0)] ?? 0;
    sums[row] = sum;
  }
  return sums;
}

const byteValues = 256;

function signBytes(width: number): number {
  return Math.ceil(width / 8);
}

/** What each byte of a row adds, for all its values: eight numbers of the direction with their signs. */
function tableOf(direction: Float32Array): Float32Array {
  const table = new Float32Array(signBytes(direction.length) * byteValues);
  for (let from = 0; from < table.length; from += byteValues) {
    const eight = direction.subarray(from / 32, from / 32 + 8);
    table[from] = -eight.reduce((sum, value) => sum + value, 0);
    for (let value = 1; value < byteValues; value += 1) {
      // One sign less is known already; the lowest one turns from minus to plus.
      const lowest = 31 - Math.clz32(value & -value);
      table[from + value] = (table[from + (value & (value - 1))] ?? 0) + 2 * (eight[lowest] ?? 0);
    }
  }
  return table;
}
