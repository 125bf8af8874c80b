/** Reads prices from a pasted table, whichever columns it has. */
import type { Bilingual, ProfilePrice } from '@baraza/contract';
import { cellsIn } from '../../../words/cells.ts';
import { isSame } from '../profile/profile.ts';
import { currencyIn, priceOf } from './price-text.ts';
import { changedPrice, isSameItem, meantPrice, similarPrice } from './same-item.ts';

export type PriceFields = Omit<ProfilePrice, 'id'>;

interface Pasted {
  readonly rows: readonly PriceFields[];
  /** Rows without a price, numbered from 1. */
  readonly unread: readonly { readonly row: number; readonly text: string }[];
}

const columnNames = {
  itemSw: ['kiswahili', 'swahili', 'sw', 'item (sw)', 'bidhaa (kiswahili)'],
  itemEn: ['english', 'kiingereza', 'en', 'item (en)'],
  item: 'item items product service name description bidhaa huduma jina kitu'.split(' '),
  price: ['price', 'amount', 'cost', 'rate', 'bei', 'gharama', 'kiasi', 'fee', 'unit price'],
  currency: ['currency', 'sarafu', 'fedha', 'ccy'],
  unit: ['unit', 'per', 'kipimo', 'kwa', 'size', 'uom'],
  note: ['note', 'notes', 'remark', 'remarks', 'comment', 'maelezo', 'maoni'],
};
type Column = keyof typeof columnNames;
type Columns = readonly (Column | undefined)[];

export function readPasted(text: string, currency: string): Pasted {
  const table = cellsIn(text);
  const header = headerOf(table[0] ?? []);
  const columns = header ?? guessedColumns(table);
  const rows: PriceFields[] = [];
  const unread: { row: number; text: string }[] = [];
  for (const [at, cells] of table.entries()) {
    if (header !== undefined && at === 0) continue;
    const fields = fieldsOf(cells, columns, currency);
    if (fields !== undefined) rows.push(fields);
    else unread.push({ row: at + 1, text: cells.filter(Boolean).join(' · ') });
  }
  return { rows, unread };
}

export interface PastePlan {
  readonly added: readonly PriceFields[];
  readonly changed: readonly { readonly before: ProfilePrice; readonly after: ProfilePrice }[];
  readonly same: number;
  /** Added prices whose names resemble another price of the list. */
  readonly alike: readonly { readonly added: PriceFields; readonly other: PriceFields }[];
}

/** What pasting changes: a row for an existing item changes its price, any other row adds one. */
export function planPaste({ rows }: Pasted, prices: readonly ProfilePrice[]): PastePlan {
  const added: PriceFields[] = [];
  const changed = new Map<string, { before: ProfilePrice; after: ProfilePrice }>();
  let same = 0;
  for (const fields of rows) {
    const before = meantPrice(prices, fields);
    if (before === undefined) {
      const twin = added.findIndex((one) => isSameItem(one, fields));
      added.splice(twin === -1 ? added.length : twin, 1, fields);
      continue;
    }
    const after = changedPrice(before, fields);
    if (isSame(before, after)) same += 1;
    else changed.set(before.id, { before, after });
  }
  const alike = added.flatMap((fields, at) => {
    const other = similarPrice<PriceFields>([...prices, ...added.slice(0, at)], fields);
    return other === undefined ? [] : [{ added: fields, other }];
  });
  return { added, changed: [...changed.values()], same, alike };
}

function headerOf(cells: readonly string[]): Columns | undefined {
  const columns = cells.map((cell) => {
    const name = cell.toLowerCase();
    const isNamed = (known: string) =>
      name === known || (known.length > 3 && name.startsWith(`${known} `));
    return (Object.keys(columnNames) as Column[]).find((column) =>
      columnNames[column].some(isNamed),
    );
  });
  const hasItem = columns.some((column) => column?.startsWith('item'));
  return columns.includes('price') && hasItem ? columns : undefined;
}

/** Without a header: the first column of numbers is the price, the first of words the item. */
function guessedColumns(table: readonly (readonly string[])[]): Columns {
  const isMostly = (column: number, test: (cell: string) => boolean) =>
    table.filter((cells) => test(cells[column] ?? '')).length > table.length / 2;
  const texts: Column[] = ['item', 'unit', 'note'];
  let isPriceFound = false;
  return Array.from({ length: Math.max(0, ...table.map((cells) => cells.length)) }, (_, column) => {
    if (column === 0) return texts.shift();
    if (!isPriceFound && isMostly(column, (cell) => priceOf(cell) !== undefined)) {
      isPriceFound = true;
      return 'price';
    }
    return isMostly(column, (cell) => /^[A-Z]{3}$/.test(cell)) ? 'currency' : texts.shift();
  });
}

function fieldsOf(
  cells: readonly string[],
  columns: Columns,
  currency: string,
): PriceFields | undefined {
  const at = (column: Column) => cells[columns.indexOf(column)] ?? '';
  const [sw, en, unit, note] = [at('itemSw'), at('itemEn'), at('unit'), at('note')];
  const item: Bilingual = sw !== '' && en !== '' ? { sw, en } : at('item') || sw || en;
  const price = priceOf(at('price')) ?? at('price');
  // A heading between the rows has no number where the price should be.
  if (item === '' || !/\d/.test(String(price))) return undefined;
  return {
    item,
    price,
    currency: at('currency').toUpperCase() || currencyIn(at('price')) || currency,
    ...(unit === '' ? {} : { unit }),
    ...(note === '' ? {} : { note }),
  };
}
