/** Byte-pair encoding tokenizer of Whisper (GPT-2 scheme): text to token ids and back. */
export type Tokenizer = ReturnType<typeof createTokenizer>;

/** Pre-tokenization: runs of letters, digits or punctuation, each with its leading space. */
const partPattern = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

export function createTokenizer(vocabulary: string, merges: string) {
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
    encode: (text: string) => [...text.matchAll(partPattern)].flatMap(([part]) => encodePart(part)),
    decode: (ids: readonly number[]) => {
      const letters = ids.map((id) => pieceOf.get(id) ?? '').join('');
      return Buffer.from([...letters].map((letter) => byteOfLetter.get(letter) ?? 0)).toString(
        'utf8',
      );
    },
  };
}

/** GPT-2's byte alphabet: every byte as a printable character; unprintable ones map to code points from 256. */
const letterOfByte: readonly string[] = byteAlphabet();
const byteOfLetter = new Map(letterOfByte.map((letter, byte) => [letter, byte]));

function byteAlphabet(): readonly string[] {
  let spare = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const isSeen =
      (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
    if (isSeen) return String.fromCharCode(byte);
    spare += 1;
    return String.fromCharCode(spare - 1);
  });
}
