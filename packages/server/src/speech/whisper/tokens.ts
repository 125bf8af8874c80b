/** Text as the numbers of a recogniser, and back: byte pairs, joined in the order they were learnt. */
export interface Tokens {
  readonly encode: (text: string) => number[];
  readonly decode: (ids: readonly number[]) => string;
}

/** Letters, digits and signs apart, each with the space before it. */
const partPattern = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

export function createTokens(vocabulary: string, merges: string): Tokens {
  const idOf = JSON.parse(vocabulary) as { readonly [piece: string]: number };
  const pieceOf = new Map(Object.entries(idOf).map(([piece, id]) => [id, piece]));
  const rankOf = new Map(
    merges
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((pair, rank) => [pair, rank]),
  );

  const encodePart = (part: string): number[] => {
    let pieces = [...Buffer.from(part, 'utf8')].map((byte) => letterOfByte[byte] ?? '');
    for (;;) {
      const ranks = pieces
        .slice(1)
        .map((piece, index) => rankOf.get(`${pieces[index]} ${piece}`) ?? Number.POSITIVE_INFINITY);
      const least = Math.min(...ranks);
      if (!Number.isFinite(least)) break;
      const at = ranks.indexOf(least);
      const joined = `${pieces[at]}${pieces[at + 1]}`;
      pieces = [...pieces.slice(0, at), joined, ...pieces.slice(at + 2)];
    }
    return pieces.flatMap((piece) => idOf[piece] ?? []);
  };

  return {
    encode: (text) => [...text.matchAll(partPattern)].flatMap(([part]) => encodePart(part)),
    decode: (ids) => {
      const letters = ids.map((id) => pieceOf.get(id) ?? '').join('');
      return Buffer.from([...letters].map((letter) => byteOfLetter.get(letter) ?? 0)).toString(
        'utf8',
      );
    },
  };
}

/** Every byte has a letter that can be seen; those that have none of their own get one from above. */
const letterOfByte: readonly string[] = makeLetters();
const byteOfLetter = new Map(letterOfByte.map((letter, byte) => [letter, byte]));

function makeLetters(): readonly string[] {
  let spare = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const isSeen =
      (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
    if (isSeen) return String.fromCharCode(byte);
    spare += 1;
    return String.fromCharCode(spare - 1);
  });
}
