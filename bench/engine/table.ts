/** Figures by row and column; goals apply to the last column. */
export interface Table {
  readonly column: (name: string) => Column;
  readonly text: () => string;
}

export type Column = (row: string, value: number, options?: RowOptions) => void;

interface RowOptions {
  readonly unit?: string;
  readonly digits?: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export function createTable(columns: readonly string[], onFigure: (line: string) => void): Table {
  const rows = new Map<string, { options: RowOptions; values: Map<string, number> }>();
  return {
    column:
      (name) =>
      (title, value, options = {}) => {
        const row = rows.get(title) ?? { options, values: new Map() };
        rows.set(title, row);
        row.values.set(name, value);
        onFigure(`${name}: ${title}: ${textOf(value, options)}`);
      },
    text: () =>
      [
        `| | ${columns.join(' | ')} | goal |`,
        `|---|${columns.map(() => '---|').join('')}---|`,
        ...[...rows].map(([title, { options, values }]) => {
          const cells = columns.map((name) => textOf(values.get(name), options));
          return `| ${[title, ...cells, goalOf(values.get(columns.at(-1) ?? ''), options)].join(' | ')} |`;
        }),
      ].join('\n'),
  };
}

function textOf(value: number | undefined, { unit, digits = 0 }: RowOptions): string {
  if (value === undefined || Number.isNaN(value)) return '–';
  return unit === undefined ? value.toFixed(digits) : `${value.toFixed(digits)} ${unit}`;
}

function goalOf(value: number | undefined, options: RowOptions): string {
  const { atMost, atLeast } = options;
  const limit = atMost ?? atLeast;
  if (limit === undefined || value === undefined || Number.isNaN(value)) return '';
  const isMet = value <= (atMost ?? value) && value >= (atLeast ?? value);
  const sign = atMost === undefined ? '≥' : '≤';
  return `${sign} ${textOf(limit, options)} ${isMet ? '✓' : '**not met**'}`;
}
