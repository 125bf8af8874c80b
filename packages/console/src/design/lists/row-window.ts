/** Which rows of a long list to render at a scroll position. */
export interface RowRange {
  readonly first: number;
  /** The row after the last one. */
  readonly end: number;
}

// Rendered beyond both edges, so that scrolling finds rows that are already there.
const spareRows = 6;
// The window moves by this many rows: more would render much in a frame, fewer would render in every frame.
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

/** Which element each row is rendered into: rows that stay keep theirs, new ones reuse those that are free. */
export interface RowPlaces {
  readonly range: RowRange;
  readonly places: readonly number[];
}

export function placesFor(before: RowPlaces, range: RowRange): RowPlaces {
  const placeAt = (row: number) =>
    row < before.range.end ? before.places[row - before.range.first] : undefined;
  const isDrawn = (row: number) => row >= range.first && row < range.end;
  const free = before.places.filter((_, at) => !isDrawn(before.range.first + at));
  let unused = Math.max(-1, ...before.places) + 1;
  const places = Array.from({ length: Math.max(0, range.end - range.first) }, (_, at) => {
    const kept = placeAt(range.first + at) ?? free.shift();
    if (kept !== undefined) return kept;
    unused += 1;
    return unused - 1;
  });
  return { range, places };
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
