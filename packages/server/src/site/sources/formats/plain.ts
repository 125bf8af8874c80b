/** Plain text: blank lines separate paragraphs; underlined, single and all-capitals lines are headings. */

import { type Block, bulletOf, cleanLine, isAllCaps, type ReadText } from './blocks.ts';

interface Line {
  readonly number: number;
  readonly raw: string;
  readonly text: string;
}

export function readPlain(text: string): ReadText {
  const blocks: Block[] = [];
  const lines = text
    .replaceAll(/\r\n?|\f/g, '\n')
    .split('\n')
    .map((raw, index): Line => ({ number: index + 1, raw, text: cleanLine(raw) }));
  let group: Line[] = [];
  for (const line of lines) {
    if (line.text !== '') {
      group.push(line);
      continue;
    }
    addGroup(blocks, group);
    group = [];
  }
  addGroup(blocks, group);
  const [first] = blocks;
  return { title: first?.kind === 'heading' ? first.text : '', blocks, leftOut: [] };
}

function addGroup(blocks: Block[], lines: readonly Line[]): void {
  const group = lines.slice(addHeadings(blocks, lines));
  const [first] = group;
  if (first === undefined) return;
  const from = `line ${first.number}`;
  const cells = group.map(({ raw }) => cellsOf(raw));
  if (group.length >= 2 && cells.every((row) => row.length >= 2)) {
    const rowsFrom = group.map(({ number }) => `line ${number}`);
    blocks.push({ kind: 'table', rows: cells, rowsFrom, from });
    return;
  }
  addRuns(blocks, group);
}

/** The number of lines at the beginning that are headings. */
function addHeadings(blocks: Block[], lines: readonly Line[]): number {
  for (let at = 0; ; ) {
    const [first, second] = [lines[at], lines[at + 1]];
    if (first === undefined) return at;
    const from = `line ${first.number}`;
    if (second !== undefined && /^(?:={3,}|-{3,})$/.test(second.text)) {
      const level = second.text.startsWith('=') ? 1 : 2;
      blocks.push({ kind: 'heading', level, text: first.text, from });
      at += 2;
    } else if (isHeading(first, second)) {
      blocks.push({ kind: 'heading', level: 3, text: first.text.replace(/:$/, ''), from });
      at += 1;
    } else return at;
  }
}

function isHeading({ text }: Line, next: Line | undefined): boolean {
  if (text.length > 80 || bulletOf(text) !== undefined || /\d\s*(?:\/[=-])?$/.test(text))
    return false;
  if (isAllCaps(text)) return true;
  // A single line that is not a sentence, or a line that ends with a colon.
  return next === undefined
    ? text.length <= 60 && !/[.!?,;:]$/.test(text)
    : /^[^:]{2,60}:$/.test(text);
}

/** Tabs and wide gaps separate the cells of a line. */
function cellsOf(raw: string): readonly string[] {
  return raw
    .trim()
    .split(/\t+| {3,}/)
    .map(cleanLine)
    .filter((cell) => cell !== '');
}

/** Items become lists; other lines become a paragraph that keeps its line ends. */
function addRuns(blocks: Block[], group: readonly Line[]): void {
  let items: string[] = [];
  let prose: string[] = [];
  let from = '';
  const close = () => {
    if (items.length > 0) blocks.push({ kind: 'list', items, from });
    if (prose.length > 0) blocks.push({ kind: 'paragraph', text: prose.join('\n'), from });
    items = [];
    prose = [];
  };
  for (const { raw, text, number } of group) {
    const item = bulletOf(text);
    const isContinued = items.length > 0 && item === undefined && /^\s/.test(raw);
    if (isContinued) {
      items.push(`${items.pop() ?? ''} ${text}`);
      continue;
    }
    const open = item === undefined ? prose : items;
    if (open.length === 0) {
      close();
      from = `line ${number}`;
    }
    if (item === undefined) prose.push(text);
    else items.push(item);
  }
  close();
}
