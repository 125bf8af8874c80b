/** Figures as text, and tables as Markdown. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Replaces the text between the marks of a table. */
export function put(page: string, name: string, content: string): string {
  const start = `<!-- table: ${name} -->`;
  const end = '<!-- end -->';
  const from = page.indexOf(start);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`the page has no marks for the table ${name}`);
  return `${page.slice(0, from)}${start}\n${content}\n${page.slice(to)}`;
}

export function ms(value = 0): string {
  if (value >= 1_000) return `${(value / 1_000).toFixed(1)} s`;
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
}

export function percent(share: number): string {
  if (share === 0) return '0 %';
  const value = share * 100;
  return `${value < 1 ? value.toFixed(2) : value.toFixed(value < 10 ? 1 : 0)} %`;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function money(value: number): string {
  return `$${whole(value)}`;
}
