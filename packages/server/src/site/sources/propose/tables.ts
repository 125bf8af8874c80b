/** Reads tables of prices and of questions; any other table becomes lines of text. */
import type { Table } from '../formats/blocks.ts';
import { type Column, namesPrices, readColumn } from './column-names.ts';
import { type Amount, namesMoney, readAmount } from './price-text.ts';

export interface FoundPrice extends Amount {
  readonly item: string;
  readonly note: string;
  readonly from: string;
}

export interface FoundFaq {
  readonly question: Text;
  readonly answer: Text;
  readonly from: string;
}

/** A text, or the same in both languages. */
export type Text = string | { readonly sw: string; readonly en: string };

export interface UnreadRow {
  /** Its cells. */
  readonly text: string;
  readonly from: string;
}

interface TableMeaning {
  readonly prices: readonly FoundPrice[];
  readonly faqs: readonly FoundFaq[];
  /** The rest as lines of text. */
  readonly lines: readonly { readonly text: string; readonly from: string }[];
  /** Rows that should be prices or questions but are not. */
  readonly unread: readonly UnreadRow[];
}

const nothing: TableMeaning = { prices: [], faqs: [], lines: [], unread: [] };

// A title and a date may be above the column names.
const headerRowsMax = 8;

/** `heading`: the text above the table. */
export function readTable(table: Table, heading: string): TableMeaning {
  const { rows } = table;
  for (let index = 0; index < Math.min(headerRowsMax, rows.length); index += 1) {
    const columns = (rows[index] ?? []).map(readColumn);
    const body = bodyOf(table, index + 1);
    const above = rows.slice(0, index).flat().join(' ');
    if (has(columns, 'question') && has(columns, 'answer'))
      return withAbove(faqTable(columns, body), table, index);
    const priced = priceColumns(columns, body, `${heading} ${above}`);
    if (priced.length > 0) return withAbove(priceTable(columns, priced, body), table, index);
  }
  return namelessPrices(table, heading) ?? plainTable(table);
}

interface BodyRow {
  readonly cells: readonly string[];
  readonly from: string;
}

function bodyOf({ rows, rowsFrom, from }: Table, start: number): readonly BodyRow[] {
  return rows
    .slice(start)
    .map((cells, index) => ({ cells, from: rowsFrom?.[start + index] ?? from }));
}

function has(columns: readonly Column[], kind: Column['kind']): boolean {
  return columns.some((column) => column.kind === kind);
}

/** Adds the rows above the column names as text. */
function withAbove(meaning: TableMeaning, table: Table, index: number): TableMeaning {
  const above = bodyOf({ ...table, rows: table.rows.slice(0, index) }, 0)
    .map(({ cells, from }) => ({ text: cells.filter((cell) => cell !== '').join(' '), from }))
    .filter(({ text }) => text !== '');
  return { ...meaning, lines: [...above, ...meaning.lines] };
}

/**
 * The columns with prices: those with such a name, else those whose cells are amounts, if the heading or a cell
 * names money. A table of plain numbers has none.
 */
function priceColumns(
  columns: readonly Column[],
  body: readonly BodyRow[],
  heading: string,
): readonly number[] {
  if (columns.length < 2 || !columns.some(({ name }) => /\p{L}/u.test(name))) return [];
  // A row with numbers is not a header.
  if (columns.some(({ name }, index) => index > 0 && readAmount(name) !== undefined)) return [];
  const isAmounts = (index: number, share: number) => {
    const cells = body.map(({ cells: row }) => row[index] ?? '').filter((cell) => cell !== '');
    const amounts = cells.filter((cell) => readAmount(cell) !== undefined).length;
    return amounts > 0 && amounts >= cells.length * share;
  };
  const itemIndex = itemColumn(columns);
  const candidates = columns.map((_, index) => index).filter((index) => index !== itemIndex);
  const named = candidates.filter(
    (index) => columns[index]?.kind === 'price' && isAmounts(index, 0.3),
  );
  if (named.length > 0) return named;
  const isMoney =
    namesPrices(heading) ||
    body.some(({ cells }) =>
      cells.some((cell) => namesMoney(cell) && readAmount(cell) !== undefined),
    );
  if (!isMoney) return [];
  return candidates.filter((index) => {
    const { kind, name = '' } = columns[index] ?? {};
    return kind === undefined && !counts.test(name) && isAmounts(index, 0.6);
  });
}

function itemColumn(columns: readonly Column[]): number {
  const named = columns.findIndex(({ kind }) => kind === 'item');
  if (named >= 0) return named;
  // Skips a first column with row numbers.
  return counts.test(columns[0]?.name ?? '') ? 1 : 0;
}

// Numbers that are never money.
const counts =
  /^(?:no\.?|#|s\/?no?\.?|na\.?|nambari|id|code|sku|barcode|year|mwaka|age|umri|qty|quantity|stock|idadi)$/i;

function priceTable(
  columns: readonly Column[],
  priced: readonly number[],
  body: readonly BodyRow[],
): TableMeaning {
  const prices: FoundPrice[] = [];
  const unread: UnreadRow[] = [];
  const itemIndex = itemColumn(columns);
  const cellOf = (row: BodyRow, kind: Column['kind']) =>
    row.cells[columns.findIndex((column) => column.kind === kind)] ?? '';
  const named = columns.filter(({ name }) => name !== '');
  // The first group stands where the names of the columns would.
  let group = named.length === 1 && named[0]?.kind === undefined ? (named[0]?.name ?? '') : '';
  for (const row of body) {
    const item = row.cells[itemIndex] ?? '';
    const amounts = priced.flatMap((index) => {
      const amount = readAmount(row.cells[index] ?? '');
      return amount === undefined ? [] : [{ amount, column: columns[index] }];
    });
    const filled = row.cells.filter((cell) => cell !== '');
    if (amounts.length === 0 && filled.length === 1) group = filled[0] ?? '';
    else if (item === '' || amounts.length === 0) unread.push(unreadRow(row));
    for (const { amount, column } of item === '' ? [] : amounts)
      prices.push({
        ...amount,
        item: priced.length > 1 ? `${item} – ${column?.name ?? ''}` : item,
        currency: amount.currency || cellOf(row, 'currency') || (column?.currency ?? ''),
        unit: amount.unit || cellOf(row, 'unit'),
        note: joined(amount.note ?? '', cellOf(row, 'note') || group),
        from: row.from,
      });
  }
  return { ...nothing, prices, unread };
}

function joined(first: string, second: string): string {
  return [first, second].filter((text) => text !== '').join('; ');
}

function unreadRow({ cells, from }: BodyRow): UnreadRow {
  return { text: cells.filter((cell) => cell !== '').join(' · '), from };
}

/** A table without column names whose second column is money in most rows. */
function namelessPrices(table: Table, heading: string): TableMeaning | undefined {
  const body = bodyOf(table, 0);
  const filled = body.map((row) => row.cells.filter((cell) => cell !== ''));
  const isMoney = namesPrices(heading) || filled.some(([, cell = '']) => namesMoney(cell));
  if (!isMoney) return undefined;
  const rows = body.map(({ from }, at) => {
    const cells = filled[at] ?? [];
    const amount = cells.length === 2 ? readAmount(cells[1] ?? '') : undefined;
    return { item: cells[0] ?? '', amount, from, cells };
  });
  const found = rows.filter(({ amount, item }) => amount !== undefined && /\p{L}{2}/u.test(item));
  if (found.length < 2 || found.length < rows.length * 0.6) return undefined;
  const prices = found.map(({ item, amount, from }) => ({
    ...(amount as Amount),
    item,
    from,
    note: amount?.note ?? '',
  }));
  const lines = rows
    .filter((row) => !found.includes(row))
    .map(({ cells, from }) => ({ text: cells.join(' '), from }));
  return { ...nothing, prices, lines };
}

function faqTable(columns: readonly Column[], body: readonly BodyRow[]): TableMeaning {
  const faqs: FoundFaq[] = [];
  const unread: UnreadRow[] = [];
  for (const row of body) {
    const question = bilingual(columns, row, 'question');
    const answer = bilingual(columns, row, 'answer');
    if (question !== undefined && answer !== undefined)
      faqs.push({ question, answer, from: row.from });
    else unread.push(unreadRow(row));
  }
  return { ...nothing, faqs, unread };
}

/** The cell of a kind of column; in both languages if there is a column for each. */
function bilingual(
  columns: readonly Column[],
  { cells }: BodyRow,
  kind: 'question' | 'answer',
): Text | undefined {
  const texts = columns.flatMap((column, index) =>
    column.kind === kind && (cells[index] ?? '') !== ''
      ? [{ column, text: cells[index] ?? '' }]
      : [],
  );
  const sw = texts.find(({ column }) => column.language === 'sw');
  const en = texts.find(({ column }) => column.language === 'en');
  if (sw !== undefined && en !== undefined) return { sw: sw.text, en: en.text };
  return texts[0]?.text;
}

/** Rows as text, each cell with the name of its column. */
function plainTable(table: Table): TableMeaning {
  const [header = [], ...rest] = table.rows;
  const isNamed =
    rest.length > 0 && header.length > 2 && header.every((cell) => /\p{L}/u.test(cell));
  const body = bodyOf(table, isNamed ? 1 : 0);
  const lines = body.map(({ cells, from }) => {
    const named = cells.flatMap((cell, index) => {
      if (cell === '') return [];
      const name = index > 0 && isNamed ? header[index] : '';
      return [name === '' || name === undefined ? cell : `${name}: ${cell}`];
    });
    return { text: named.join(isNamed ? '; ' : ' – '), from };
  });
  return { ...nothing, lines };
}
