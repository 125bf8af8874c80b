/** Which rows of a long list have to be drawn for a place of the scroll. */
export interface RowRange {
  readonly first: number;
  /** The row after the last one. */
  readonly end: number;
}

const spareRows = 8;
// Drawn again only after this many rows, so that most frames of a scroll draw nothing.
const stepRows = 4;

export function rowsAt(about: {
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly rowCount: number;
}): RowRange {
  const { top, height, rowHeight, rowCount } = about;
  const seen = Math.floor(Math.max(0, top) / rowHeight);
  const first = Math.max(0, Math.floor((seen - spareRows) / stepRows) * stepRows);
  const count = Math.ceil((Math.ceil(height / rowHeight) + 2 * spareRows) / stepRows) * stepRows;
  const end = Math.min(rowCount, first + count + stepRows);
  return { first: Math.min(first, Math.max(0, rowCount - 1)), end };
}

/** The row that a key of the keyboard leads to; undefined for a key that leads nowhere. */
export function rowByKey(
  key: string,
  row: number,
  about: { readonly rowCount: number; readonly page: number },
) {
  const target = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + about.page,
    PageUp: row - about.page,
    Home: 0,
    End: about.rowCount - 1,
  }[key];
  return target === undefined ? undefined : Math.min(Math.max(0, target), about.rowCount - 1);
}
