import { Problem } from '../kernel/problem.ts';

/** A cursor is the place of the last row, wrapped so that nobody builds on what is inside. */
export function encodeCursor(place: string): string {
  return Buffer.from(place, 'utf8').toString('base64url');
}

export function decodeCursor(
  cursor: string | undefined,
  isPlace: (text: string) => boolean,
  /** What the service calls the field that holds it. */
  field = 'nextCursor',
): string | undefined {
  if (cursor === undefined) return undefined;
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (encodeCursor(place) !== cursor || !isPlace(place))
    throw new Problem('invalid', `cursor must be a ${field} of an earlier answer.`);
  return place;
}
