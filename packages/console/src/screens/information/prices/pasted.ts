/** A sheet that was pasted: rows of prices, whichever columns it has. */
import type { Bilingual, ProfilePrice } from '@baraza/contract';
import { isSame } from '../profile/profile.ts';

export type PriceFields = Omit<ProfilePrice, 'id'>;

interface PastedRow {
  /** As it was pasted, counted from 1. */
  readonly row: number;
  readonly fields: PriceFields;
}

interface Pasted {
  readonly rows: readonly PastedRow[];
  /** Rows that are no price. */
  readonly unread: readonly { readonly row: number; readonly text: string }[];
}

const columnNames = {
  itemSw: ['kiswahili', 'swahili', 'sw', 'item (sw)', 'bidhaa (kiswahili)'],
  itemEn: ['english', 'kiingereza', 'en', 'item (en)'],
  item: [
    'item',
    'items',
    'product',
    'service',
    'name',
    'description',
    'bidhaa',
    'huduma',
    'jina',
    'kitu',
  ],
  price: ['price', 'amount', 'cost', 'rate', 'bei', 'gharama', 'kiasi', 'fee', 'unit price'],
  currency: ['currency', 'sarafu', 'fedha', 'ccy'],
  unit: ['unit', 'per', 'kipimo', 'kwa', 'size', 'uom'],
  note: ['note', 'notes', 'remark', 'remarks', 'comment', 'maelezo', 'maoni'],
} as const;
type Column = keyof typeof columnNames;

export function readPasted(text: string, currency: string): Pasted {
  const table = cellsOf(text);
  const header = headerOf(table[0] ?? []);
  const columns = header ?? guessedColumns(table);
  const rows: PastedRow[] = [];
  const unread: { row: number; text: string }[] = [];
  table.forEach((cells, at) => {
    if ((header !== undefined && at === 0) || cells.every((cell) => cell === '')) return;
    const fields = fieldsOf(cells, columns, currency);
    if (fields === undefined) unread.push({ row: at + 1, text: cells.filter(Boolean).join(' · ') });
    else rows.push({ row: at + 1, fields });
  });
  return { rows, unread };
}

export interface PastePlan {
  readonly added: readonly PriceFields[];
  readonly changed: readonly { readonly before: ProfilePrice; readonly after: ProfilePrice }[];
  readonly same: number;
}

/** What pasting does to the prices that are there: one of the same item and unit is changed. */
export function planPaste(pasted: Pasted, prices: readonly ProfilePrice[]): PastePlan {
  const added: PriceFields[] = [];
  const changed = new Map<string, { before: ProfilePrice; after: ProfilePrice }>();
  let same = 0;
  for (const { fields } of pasted.rows) {
    const before = prices.find((price) => isSameItem(price, fields));
    if (before === undefined) {
      const twin = added.findIndex((one) => isSameItem(one, fields));
      if (twin === -1) added.push(fields);
      else added[twin] = fields;
      continue;
    }
    const { item, ...rest } = fields;
    const after = { ...before, ...rest, ...(typeof item === 'object' ? { item } : {}) };
    if (isSame(before, after)) same += 1;
    else changed.set(before.id, { before, after });
  }
  return { added, changed: [...changed.values()], same };
}

/** A number where it is one: "1,200.50" and "KSh 1,200" are. */
export function priceOf(text: string): number | undefined {
  const digits = text
    .trim()
    .replace(/^(kshs?|kes|tshs?|tzs|ushs?|ugx|usd|sh|\$)[.:]?\s?/i, '')
    .replace(/(\/[-=]?|\s?(kshs?|kes|tshs?|tzs|ushs?|ugx|usd|sh))$/i, '');
  if (!/^\d[\d,\s]*(\.\d{1,2})?$/.test(digits.trim())) return undefined;
  return Number(digits.replaceAll(/[,\s]/g, ''));
}

function isSameItem(one: PriceFields, other: PriceFields): boolean {
  const names = (item: Bilingual) =>
    (typeof item === 'string' ? [item] : [item.sw ?? '', item.en ?? ''])
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '');
  const isNamed = names(one.item).some((name) => names(other.item).includes(name));
  const unit = (fields: PriceFields) => names(fields.unit ?? '')[0];
  return isNamed && (unit(other) === undefined || unit(one) === unit(other));
}

/** Tab separated as sheets copy it; a cell with line breaks stands in quotes. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  const separator = text.includes('\t') ? '\t' : text.includes(';') ? ';' : ',';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (isQuoted) {
      if (letter === '"' && text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (letter === '"') isQuoted = false;
      else cell += letter;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) endCell();
    else if (letter === '\n') {
      endCell();
      rows.push([]);
    } else if (letter !== '\r') cell += letter;
  }
  endCell();
  return rows.filter((row) => row.some((one) => one !== ''));
}

function headerOf(cells: readonly string[]): readonly (Column | undefined)[] | undefined {
  const columns = cells.map((cell) => {
    const name = cell.toLowerCase().trim();
    return (Object.keys(columnNames) as Column[]).find((column) =>
      (columnNames[column] as readonly string[]).some(
        (known) => name === known || (known.length > 3 && name.startsWith(`${known} `)),
      ),
    );
  });
  const isHeader =
    columns.includes('price') && columns.some((column) => column?.startsWith('item'));
  return isHeader ? columns : undefined;
}

/** Without a header: the column of numbers is the price, the first of words the item. */
function guessedColumns(table: readonly (readonly string[])[]): readonly (Column | undefined)[] {
  const width = Math.max(0, ...table.map((cells) => cells.length));
  const part = (column: number, test: (cell: string) => boolean) =>
    table.filter((cells) => test(cells[column] ?? '')).length / Math.max(1, table.length);
  const texts: Column[] = ['item', 'unit', 'note'];
  let isPriceFound = false;
  return Array.from({ length: width }, (_, column) => {
    if (!isPriceFound && column > 0 && part(column, (cell) => priceOf(cell) !== undefined) > 0.5) {
      isPriceFound = true;
      return 'price';
    }
    if (column > 0 && part(column, (cell) => /^[A-Z]{3}$/.test(cell)) > 0.5) return 'currency';
    return texts.shift();
  });
}

function fieldsOf(
  cells: readonly string[],
  columns: readonly (Column | undefined)[],
  currency: string,
): PriceFields | undefined {
  const at = (column: Column) => (cells[columns.indexOf(column)] ?? '').trim();
  const [sw, en] = [at('itemSw'), at('itemEn')];
  const item: Bilingual = sw !== '' && en !== '' ? { sw, en } : at('item') || sw || en;
  const written = at('price');
  if (item === '' || written === '') return undefined;
  const price = priceOf(written) ?? written;
  // A heading between the rows has words where the price should be.
  if (typeof price === 'string' && !/\d/.test(price)) return undefined;
  return {
    item,
    price,
    currency: at('currency').toUpperCase() || currencyIn(written) || currency,
    ...(at('unit') === '' ? {} : { unit: at('unit') }),
    ...(at('note') === '' ? {} : { note: at('note') }),
  };
}

function currencyIn(price: string): string | undefined {
  if (/^ksh|^kes/i.test(price)) return 'KES';
  if (/^tsh|^tzs/i.test(price)) return 'TZS';
  if (/^ush|^ugx/i.test(price)) return 'UGX';
  return /^(usd|\$)/i.test(price) ? 'USD' : undefined;
}
