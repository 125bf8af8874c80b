/** Which rows of a long list have to be drawn for a place of the scroll. */
export interface RowRange {
  readonly first: number;
  /** The row after the last one. */
  readonly end: number;
}

// Beyond both edges, so that a scroll finds rows that are drawn already.
const spareRows = 6;
// The window moves by this many rows, so that a slow scroll draws in few of its frames, and a fast one little in each.
const stepRows = 2;

export function rowsAt(about: {
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly rowCount: number;
  /** Only what is in sight. */
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

/** Which place of the page each drawn row has: rows that stay keep theirs, those that come in take what is free. */
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
