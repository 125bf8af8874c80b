import { invalid } from '../kernel/problem.ts';

/** Opaque pagination cursor: the encoded position of the last row. */
export function encodeCursor(place: string): string {
  return Buffer.from(place, 'utf8').toString('base64url');
}

export function decodeCursor(
  cursor: string | undefined,
  isPlace: (text: string) => boolean,
  /** Name of the cursor field in error messages. */
  field = 'nextCursor',
): string | undefined {
  if (cursor === undefined) return undefined;
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (encodeCursor(place) !== cursor || !isPlace(place))
    throw invalid(`cursor must be a ${field} of an earlier answer.`);
  return place;
}
