/** HTML as blocks: what a reader of the page would call its content. */
import { type Block, cleanLine, cleanText, type LeftOut, type ReadText } from './blocks.ts';
import {
  depthMax,
  type Element,
  elementsWhere,
  firstWhere,
  isElement,
  isFurniture,
  isSurroundings,
  type Node,
  parseTree,
  rawText,
  textOf,
} from './html-tree.ts';
import { linkedBlocks } from './linked-data.ts';

interface PageKind {
  /** Whether it is a page of a website, with menus and footers, and not a converted document. */
  readonly isWholePage: boolean;
  readonly url?: string;
}

// Shorter than this, `main` is a frame that is filled in elsewhere.
const mainCharactersMin = 200;
const headingCharactersMax = 200;

export function readHtml(html: string, { isWholePage, url }: PageKind): ReadText {
  const tree = parseTree(html);
  const writer = createWriter(url);
  const content = isWholePage ? contentOf(tree) : tree;
  walk(content, writer, isWholePage, 0);
  writer.endParagraph();
  const linked = isWholePage ? linkedBlocks(linkedTexts(tree), url ?? 'the page') : [];
  return {
    title: titleOf(tree, writer.blocks),
    blocks: [...linked, ...writer.blocks],
    leftOut: writer.leftOut,
    ...(url === undefined ? {} : { url }),
  };
}

function contentOf(tree: readonly Node[]): readonly Node[] {
  const isMain = ({ name, attribs }: Element) => name === 'main' || attribs.role === 'main';
  const main = firstWhere(tree, isMain) ?? onlyArticle(tree);
  if (main !== undefined && textOf(main.children).trim().length >= mainCharactersMin)
    return main.children;
  return firstWhere(tree, ({ name }) => name === 'body')?.children ?? tree;
}

function onlyArticle(tree: readonly Node[]): Element | undefined {
  const articles = [...elementsWhere(tree, ({ name }) => name === 'article')];
  return articles.length === 1 ? articles[0] : undefined;
}

function linkedTexts(tree: readonly Node[]): readonly string[] {
  const isLinked = ({ name, attribs }: Element) =>
    name === 'script' && /^application\/ld\+json/i.test(attribs.type ?? '');
  return [...elementsWhere(tree, isLinked)].map(rawText);
}

// The first heading, else the title without the name of the site behind it.
function titleOf(tree: readonly Node[], blocks: readonly Block[]): string {
  const heading = blocks.find(({ kind }) => kind === 'heading');
  if (heading?.kind === 'heading' && heading.level === 1) return heading.text;
  const title = firstWhere(tree, ({ name }) => name === 'title');
  const text = title === undefined ? '' : cleanLine(rawText(title));
  return (text.split(/ [|–—·-] /)[0] ?? '').slice(0, headingCharactersMax);
}

interface Writer {
  readonly blocks: Block[];
  readonly leftOut: LeftOut[];
  readonly addText: (text: string) => void;
  readonly endParagraph: () => void;
  readonly add: (block: Block) => void;
  /** The place of what comes next. */
  readonly from: () => string;
}

function createWriter(url: string | undefined): Writer {
  const blocks: Block[] = [];
  const leftOut: LeftOut[] = [];
  let open = '';
  let section = '';
  const from = () => url ?? (section === '' ? 'the beginning' : `section “${section}”`);
  const endParagraph = () => {
    const text = cleanText(open);
    open = '';
    if (text !== '') blocks.push({ kind: 'paragraph', text, from: from() });
  };
  return {
    blocks,
    leftOut,
    from,
    endParagraph,
    addText: (text) => {
      open += text;
    },
    add: (block) => {
      endParagraph();
      if (block.kind === 'heading') section = block.text;
      blocks.push(block.kind === 'heading' ? { ...block, from: from() } : block);
    },
  };
}

function walk(nodes: readonly Node[], writer: Writer, isWholePage: boolean, depth: number): void {
  if (depth > depthMax) {
    if (writer.leftOut.length === 0)
      writer.leftOut.push({ from: writer.from(), why: 'What is nested this deep is not read.' });
    return;
  }
  for (const node of nodes) {
    if (!isElement(node)) {
      if (node.type === 'text') writer.addText(node.data.replaceAll(/\s+/g, ' '));
    } else if (!isFurniture(node) && !(isWholePage && isSurroundings(node)))
      takeElement(node, writer, isWholePage, depth);
  }
}

function takeElement(element: Element, writer: Writer, isWholePage: boolean, depth: number): void {
  const { name, children } = element;
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level !== undefined) addHeading(writer, Number(level), children);
  else if (name === 'ul' || name === 'ol') addList(writer, element);
  else if (name === 'table') addTable(writer, element, isWholePage, depth);
  else if (name === 'dl') addDefinitions(writer, element);
  else if (name === 'details') addDetails(writer, element, isWholePage, depth);
  else if (name === 'br') writer.addText('\n');
  else if (name === 'pre') {
    writer.endParagraph();
    writer.addText(rawLines(element));
    writer.endParagraph();
  } else if (inline.has(name)) walk(children, writer, isWholePage, depth + 1);
  else {
    writer.endParagraph();
    if (name === 'p' && isBold(element)) addHeading(writer, 6, children);
    else walk(children, writer, isWholePage, depth + 1);
    writer.endParagraph();
  }
}

const inline = new Set(
  `a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup
   time tt u var wbr`.split(/\s+/),
);

function addHeading(writer: Writer, level: number, children: readonly Node[]): void {
  const text = cleanLine(textOf(children));
  if (text === '') return;
  if (text.length <= headingCharactersMax)
    writer.add({ kind: 'heading', level, text, from: writer.from() });
  else writer.add({ kind: 'paragraph', text, from: writer.from() });
}

// Many write their headings as a bold line.
function isBold({ children }: Element): boolean {
  const filled = children.filter((child) => isElement(child) || textOf([child]).trim() !== '');
  if (filled.length === 0 || !filled.every((child) => isElement(child) && bold.has(child.name)))
    return false;
  const text = cleanLine(textOf(filled));
  return text.length <= 80 && !/[.,;:!]$/.test(text);
}

const bold = new Set(['b', 'strong']);

/** Items with those below them: a list stays one list. */
function addList(writer: Writer, element: Element): void {
  const items = [...listItems(element, '', 0)];
  if (items.length > 0) writer.add({ kind: 'list', items, from: writer.from() });
}

function* listItems(element: Element, indent: string, depth: number): Generator<string> {
  if (depth > 8) return;
  const isCounted = element.name === 'ol';
  let number = 0;
  for (const item of element.children) {
    if (!isElement(item) || isFurniture(item)) continue;
    const isList = (node: Node) => isElement(node) && (node.name === 'ul' || node.name === 'ol');
    const own = isList(item) ? [] : item.children.filter((child) => !isList(child));
    const text = cleanText(textOf(own)).replaceAll(/\n+/g, ' ');
    number += 1;
    if (text !== '') yield `${indent}${isCounted ? `${number}. ` : ''}${text}`;
    const below = isList(item) ? [item] : item.children.filter(isList);
    for (const list of below) if (isElement(list)) yield* listItems(list, `${indent}  `, depth + 1);
  }
}

function addTable(writer: Writer, element: Element, isWholePage: boolean, depth: number): void {
  const isRow = ({ name }: Element) => name === 'tr';
  const isCell = ({ name }: Element) => name === 'td' || name === 'th';
  const rows = [...elementsWhere(element.children, isRow)].map((row) =>
    [...elementsWhere(row.children, isCell)].flatMap((cell) => {
      const span = Math.min(20, Math.max(1, Number(cell.attribs.colspan ?? 1) || 1));
      return [cleanText(textOf(cell.children)), ...Array<string>(span - 1).fill('')];
    }),
  );
  // A table with one column, or around other tables, lays a page out.
  const isLayout =
    rows.every((cells) => cells.length < 2) ||
    firstWhere(element.children, ({ name }) => name === 'table') !== undefined;
  if (isLayout) {
    writer.endParagraph();
    walk(element.children, writer, isWholePage, depth + 1);
    writer.endParagraph();
    return;
  }
  const caption = firstWhere(element.children, ({ name }) => name === 'caption');
  if (caption !== undefined) addHeading(writer, 5, caption.children);
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ''));
  if (filled.length > 0) writer.add({ kind: 'table', rows: filled, from: writer.from() });
}

function addDefinitions(writer: Writer, element: Element): void {
  let term = '';
  for (const entry of elementsWhere(
    element.children,
    ({ name }) => name === 'dt' || name === 'dd',
  )) {
    const text = cleanText(textOf(entry.children));
    if (entry.name === 'dt') term = text;
    else if (/\?$/.test(term))
      writer.add({ kind: 'faq', question: cleanLine(term), answer: text, from: writer.from() });
    else
      writer.add({ kind: 'paragraph', text: `${cleanLine(term)}: ${text}`, from: writer.from() });
  }
}

/** A question that opens to show its answer. */
function addDetails(writer: Writer, element: Element, isWholePage: boolean, depth: number): void {
  const isSummary = (node: Node) => isElement(node) && node.name === 'summary';
  const summary = element.children.find(isSummary);
  const rest = element.children.filter((child) => child !== summary);
  const question = summary === undefined ? '' : cleanLine(textOf([summary]));
  const answer = cleanText(textOf(rest));
  if (question.endsWith('?') && answer !== '')
    writer.add({ kind: 'faq', question, answer, from: writer.from() });
  else {
    if (summary !== undefined) addHeading(writer, 5, [summary]);
    walk(rest, writer, isWholePage, depth + 1);
    writer.endParagraph();
  }
}

function rawLines({ children }: Element): string {
  return children.map((child) => ('data' in child ? child.data : textOf([child]))).join('');
}
