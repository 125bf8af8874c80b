/** Which rows of a long list to render at a scroll position. */
export interface RowRange {
  readonly first: number;
  /** The row after the last one. */
  readonly end: number;
}

// Rows that are rendered beyond each edge, so that scrolling shows rows that are already there.
const spareRows = 6;
// The window moves by this many rows. A larger step would render too much in one frame, a smaller one in every frame.
const stepRows = 2;

export function rowsAt(about: {
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly rowCount: number;
  /** Only the visible rows. */
  readonly isBare?: boolean;
}): RowRange {
  const { top, height, rowHeight, rowCount } = about;
  const spare = about.isBare === true ? 0 : spareRows;
  const seen = Math.floor(Math.max(0, top) / rowHeight);
  const first = Math.max(0, Math.floor((seen - spare) / stepRows) * stepRows);
  const count = Math.ceil((Math.ceil(height / rowHeight) + 2 * spare) / stepRows) * stepRows;
  const end = Math.min(rowCount, first + count + stepRows);
  return { first: Math.min(first, Math.max(0, rowCount - 1)), end };
}

/** Whether most rows would be new. */
export function isFar(before: RowRange, next: RowRange): boolean {
  const kept = Math.min(before.end, next.end) - Math.max(before.first, next.first);
  return kept < (next.end - next.first) / 2;
}

/** A row and the element that it is rendered into. */
export interface RowSlot {
  readonly row: number;
  readonly place: number;
}

/**
 * The rows of a range in the order of their elements. Rows that stay keep their elements, new rows reuse free ones.
 * Moving an element costs more than filling it, so the elements are sorted only when scrolling has stopped.
 */
export function slotsFor(
  before: readonly RowSlot[],
  { first, end }: RowRange,
  isAtRest: boolean,
): readonly RowSlot[] {
  const isDrawn = (row: number) => row >= first && row < end;
  const kept = new Set(before.map(({ row }) => row));
  const coming = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at).filter(
    (row) => !kept.has(row),
  );
  const reused = before.flatMap((one) => {
    const row = isDrawn(one.row) ? one.row : coming.shift();
    return row === undefined ? [] : [row === one.row ? one : { row, place: one.place }];
  });
  const unused = Math.max(-1, ...before.map(({ place }) => place)) + 1;
  const places = [...reused, ...coming.map((row, at) => ({ row, place: unused + at }))];
  return isAtRest ? places.sort((one, other) => one.row - other.row) : places;
}

/** The row that a key moves to; undefined for other keys. */
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
