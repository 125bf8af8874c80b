/** Figures as Markdown tables: those of several cases (`metric, case`) in one table with a row for each case. */

export interface FigureText {
  readonly name: string;
  readonly measured: string;
  /** Such as `at most 300 ms`; '' without one. */
  readonly limit: string;
  /** ` ✓` or ` **not met**`; '' without a limit. */
  readonly mark: string;
}

// A list is as short as a table for two cases.
const casesMin = 3;

export function figureTables(figures: readonly FigureText[]): string {
  const byMetric = Map.groupBy(figures, ({ name }) => metricOf(name));
  const isCased = ({ name }: FigureText) => {
    const same = byMetric.get(metricOf(name)) ?? [];
    return (
      same.length >= casesMin &&
      same.every((one) => one.name !== metricOf(name) && one.limit === same[0]?.limit)
    );
  };
  const cased = figures.filter(isCased);
  const single = figures.filter((figure) => !isCased(figure));
  return [casesTable(cased), listTable(single)].filter((table) => table !== '').join('\n\n');
}

function listTable(figures: readonly FigureText[]): string {
  if (figures.length === 0) return '';
  const rows = figures.map(
    ({ name, measured, limit, mark }) => `| ${name} | ${measured} | ${limit}${mark} |`,
  );
  return ['| | measured | limit |', '|---|---|---|', ...rows].join('\n');
}

function casesTable(figures: readonly FigureText[]): string {
  if (figures.length === 0) return '';
  const limits = new Map(figures.map(({ name, limit }) => [metricOf(name), limit]));
  const heads = [...limits].map(
    ([metric, limit]) => `${metric}${limit === '' ? '' : `, ${limit}`}`,
  );
  const rows = [...Map.groupBy(figures, ({ name }) => caseOf(name))].map(([label, ofCase]) => {
    const cells = [...limits.keys()].map((metric) => {
      const found = ofCase.find(({ name }) => metricOf(name) === metric);
      return found === undefined ? '' : `${found.measured}${found.mark}`;
    });
    return `| ${[label, ...cells].join(' | ')} |`;
  });
  return [`| | ${heads.join(' | ')} |`, `|---${'|---'.repeat(heads.length)}|`, ...rows].join('\n');
}

function metricOf(name: string): string {
  return name.split(', ', 1)[0] ?? name;
}

function caseOf(name: string): string {
  return name.slice(metricOf(name).length + ', '.length);
}
