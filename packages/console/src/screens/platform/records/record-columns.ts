/** Which fields a table of records shows, and how a cell shows and reads a value. */
type Fields = Readonly<Record<string, unknown>>;

const columnsMax = 8;

/** The fields that most records have; fields with plain values are preferred to lists and objects. */
export function columnsOf(records: readonly Fields[]): readonly string[] {
  const seen = new Map<string, { count: number; plain: number; first: number }>();
  for (const record of records.slice(0, 500))
    for (const [at, [name, value]] of Object.entries(record).entries()) {
      const stats = seen.get(name) ?? { count: 0, plain: 0, first: at };
      stats.count += 1;
      if (typeof value !== 'object' || value === null) stats.plain += 1;
      seen.set(name, stats);
    }
  return [...seen]
    .sort(([, a], [, b]) => b.plain - a.plain || b.count - a.count || a.first - b.first)
    .slice(0, columnsMax)
    .sort(([, a], [, b]) => a.first - b.first)
    .map(([name]) => name);
}

export function cellText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** False for lists and objects: they are edited as JSON in the record editor. */
export function isCellEditable(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** What a user entered, as a value of the type it had before: a number stays a number, a text stays a text. */
export function valueFromInput(text: string, before: unknown): unknown {
  const trimmed = text.trim();
  if (typeof before === 'string') return text;
  if (trimmed === '') return null;
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  if (trimmed === 'null') return null;
  return isNumber(trimmed) ? Number(trimmed) : text;
}

/** Whether a text is a number as JSON writes it; 007 and 1e999 are not. */
export function isNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text) && Number.isFinite(Number(text));
}
