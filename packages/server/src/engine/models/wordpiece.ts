/** Lower-casing WordPiece tokenizer of the encoder, the same as `training/encoder/tokens.py`. */
import { readFileSync } from 'node:fs';
import { normalized } from '../../kernel/formats/normalized.ts';

const unknown = 1;
export const first = 2;
export const separator = 3;
const wordCharactersMax = 100;

const opened = new Map<string, ReturnType<typeof createTokenizer>>();

/** Opens each file once: encoder and reader share a tokenizer. */
export function openTokenizer(file: string) {
  const tokenizer = opened.get(file) ?? createTokenizer(readFileSync(file, 'utf8'));
  opened.set(file, tokenizer);
  return tokenizer;
}

/** From the text of a vocabulary: one piece a line, the line's number is the piece's. */
export function createTokenizer(vocabulary: string) {
  const numbers = new Map(
    vocabulary
      .trimEnd()
      .split('\n')
      .map((piece, number) => [piece, number]),
  );

  /** The numbers of the text alone, at most `most`. */
  const piecesOf = (text: string, most: number): number[] => {
    const pieces: number[] = [];
    for (const word of wordsOf(text)) {
      if (pieces.length >= most) break;
      pieces.push(...splitWord(word, numbers));
    }
    return pieces.slice(0, most);
  };

  return {
    pieces: piecesOf,
    /** `[CLS] text [SEP]`, at most `max` numbers. */
    single: (text: string, max: number) => [first, ...piecesOf(text, max - 2), separator],
  };
}

function wordsOf(text: string): readonly string[] {
  const plain = normalized(text, 'NFD')
    .replaceAll(/[‘’ʼ`´]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Mn}]/gu, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu) ?? [];
}

/** The longest pieces from the left; a word that cannot be cut so is unknown as a whole. */
function splitWord(word: string, numbers: ReadonlyMap<string, number>): readonly number[] {
  const known = numbers.get(word);
  if (known !== undefined) return [known];
  const characters = [...word];
  if (characters.length > wordCharactersMax) return [unknown];
  const pieces: number[] = [];
  let start = 0;
  while (start < characters.length) {
    let end = characters.length;
    let found: number | undefined;
    for (; end > start; end -= 1) {
      const piece = characters.slice(start, end).join('');
      found = numbers.get(start === 0 ? piece : `##${piece}`);
      if (found !== undefined) break;
    }
    if (found === undefined) return [unknown];
    pieces.push(found);
    start = end;
  }
  return pieces;
}
