/** HTML as blocks: what a visitor of the page would call its content. */
import { longPattern } from '../../../kernel/long-pattern.ts';
import {
  type Block,
  type BlockContent,
  cleanLine,
  cleanText,
  type LeftOut,
  type ReadText,
} from './blocks.ts';
import {
  type Element,
  elementsWhere,
  firstWhere,
  isElement,
  isHidden,
  isSurroundings,
  type Node,
  parseTree,
  rawText,
  textOf,
} from './html-tree.ts';
import { linkedBlocks, linkedTexts } from './linked-data.ts';

interface PageKind {
  /** A page of a website, with menus and footers, and not a converted document. */
  readonly isWholePage: boolean;
  readonly url?: string;
}

// A shorter `main` is filled in by a script.
const mainCharactersMin = 200;
const headingCharactersMax = 200;
const linksCharactersMax = 120;

export function readHtml(html: string, kind: PageKind): ReadText {
  return readNodes(parseTree(html), kind);
}

export function readNodes(
  { nodes, isCut }: ReturnType<typeof parseTree>,
  { isWholePage, url }: PageKind,
): ReadText {
  const writer = createBlockWriter(url, isWholePage);
  walk(isWholePage ? contentOf(nodes) : nodes, writer);
  writer.endParagraph();
  const linked = isWholePage ? linkedBlocks(linkedTexts(nodes), url ?? 'the page') : [];
  const leftOut: LeftOut[] = isCut
    ? [{ from: writer.from(), why: 'Content that is nested this deep is not read.' }]
    : [];
  return {
    title: titleOf(nodes, writer.blocks),
    blocks: [...linked, ...writer.blocks],
    leftOut,
    ...(url === undefined ? {} : { url }),
  };
}

/** All text below the nodes, also that of menus and footers. */
export function allBlocks(nodes: readonly Node[], url: string): readonly Block[] {
  const writer = createBlockWriter(url, false);
  walk(nodes, writer);
  writer.endParagraph();
  return writer.blocks;
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

// The first heading, else the title without the name of the site at its end.
function titleOf(tree: readonly Node[], blocks: readonly Block[]): string {
  const heading = blocks.find(({ kind }) => kind === 'heading');
  if (heading?.kind === 'heading' && heading.level === 1) return heading.text;
  const title = firstWhere(tree, ({ name }) => name === 'title');
  const text = title === undefined ? '' : cleanLine(rawText(title));
  return (text.split(/ [|–—·-] /)[0] ?? '').slice(0, headingCharactersMax);
}

// A form or gallery that the software of the website would put here: `[contact-form-7 id="1"]`.
const shortcode = longPattern('gi')`
  \[\/?[a-z][a-z\d]{0,40}(?:[-_][a-z\d]{1,40}){1,6}(?:\s[^[\]]{0,400})?\]
  |\[[a-z]{2,40}\s[a-z_-]{1,40}=[^[\]]{1,400}\]`;

type BlockWriter = ReturnType<typeof createBlockWriter>;

function createBlockWriter(url: string | undefined, isWholePage: boolean) {
  const blocks: Block[] = [];
  let open = '';
  // Whether no letter of the open paragraph is outside of links.
  let isOnlyLinks = true;
  let section = '';
  /** The current position: the page, or the section of a document. */
  const from = () => url ?? (section === '' ? 'the beginning' : `section “${section}”`);
  const endParagraph = () => {
    const text = cleanText(isWholePage ? open.replaceAll(shortcode, ' ') : open);
    // Links to other pages, one after the other, or one that looks like a button.
    const isMenu = isWholePage && isOnlyLinks && text.length < linksCharactersMax;
    open = '';
    isOnlyLinks = true;
    if (text !== '' && !isMenu) blocks.push({ kind: 'paragraph', text, from: from() });
  };
  return {
    blocks,
    isSkipped: (element: Element) =>
      isHidden(element) || (isWholePage && (isSurroundings(element) || isFormText(element))),
    from,
    endParagraph,
    addText: (text: string, isLink = false) => {
      open += text;
      if (!isLink && /[\p{L}\p{N}]/u.test(text)) isOnlyLinks = false;
    },
    /** Ends the paragraph and adds a block at the current position. */
    add: (block: BlockContent) => {
      endParagraph();
      if (block.kind === 'heading') section = block.text;
      blocks.push({ ...block, from: from() });
    },
  };
}

function walk(nodes: readonly Node[], writer: BlockWriter): void {
  for (const node of nodes) {
    if (!isElement(node)) {
      if (node.type === 'text') writer.addText(node.data.replaceAll(/\s+/g, ' '));
    } else if (!writer.isSkipped(node)) addElement(node, writer);
  }
}

function addElement(element: Element, writer: BlockWriter): void {
  const { name, children } = element;
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level !== undefined) addHeading(writer, Number(level), children);
  else if (name === 'ul' || name === 'ol') addList(writer, element);
  else if (name === 'table') addTable(writer, element);
  else if (name === 'dl') addDefinitions(writer, element);
  else if (name === 'details') addDetails(writer, element);
  else if (name === 'br') writer.addText('\n');
  else if (name === 'a' && isPageLink(element)) writer.addText(textOf(children), true);
  else if (name === 'pre') {
    writer.endParagraph();
    writer.addText(rawLines(element));
    writer.endParagraph();
  } else if (inline.has(name)) walk(children, writer);
  else {
    writer.endParagraph();
    if (name === 'p' && isBold(element)) addHeading(writer, 6, children);
    else walk(children, writer);
    writer.endParagraph();
  }
}

function isFormText({ name }: Element): boolean {
  return name === 'label' || name === 'legend';
}

// A link to call, chat or mail is content.
function isPageLink({ attribs, children }: Element): boolean {
  const { href = '' } = attribs;
  return (
    href !== '' && !/^(?:tel|mailto|sms|whatsapp):|wa\.me/i.test(href) && !children.some(hasBlocks)
  );
}

function hasBlocks(node: Node): boolean {
  return isElement(node) && (!inline.has(node.name) || node.children.some(hasBlocks));
}

const inline = new Set(
  `a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup
   time tt u var wbr`.split(/\s+/),
);

function addHeading(writer: BlockWriter, level: number, children: readonly Node[]): void {
  const text = cleanLine(textOf(children));
  if (text === '') return;
  if (text.length <= headingCharactersMax) writer.add({ kind: 'heading', level, text });
  else writer.add({ kind: 'paragraph', text });
}

// Documents often have a bold line as a heading.
function isBold({ children }: Element): boolean {
  const filled = children.filter((child) => isElement(child) || textOf([child]).trim() !== '');
  if (filled.length === 0 || !filled.every((child) => isElement(child) && bold.has(child.name)))
    return false;
  const text = cleanLine(textOf(filled));
  return text.length <= 80 && !/[.,;:!]$/.test(text);
}

const bold = new Set(['b', 'strong']);

/** A list with the lists inside it becomes one list with indented items. */
function addList(writer: BlockWriter, element: Element): void {
  const items = [...listItems(element, '', 0)];
  if (items.length > 0) writer.add({ kind: 'list', items });
}

function* listItems(element: Element, indent: string, depth: number): Generator<string> {
  if (depth > 8) return;
  const isCounted = element.name === 'ol';
  let number = 0;
  for (const item of element.children) {
    if (!isElement(item) || isHidden(item)) continue;
    const isList = (node: Node) => isElement(node) && (node.name === 'ul' || node.name === 'ol');
    const own = isList(item) ? [] : item.children.filter((child) => !isList(child));
    const text = cleanText(textOf(own)).replaceAll(/\n+/g, ' ');
    number += 1;
    if (text !== '') yield `${indent}${isCounted ? `${number}. ` : ''}${text}`;
    const below = isList(item) ? [item] : item.children.filter(isList);
    for (const list of below) if (isElement(list)) yield* listItems(list, `${indent}  `, depth + 1);
  }
}

const tableRowsMax = 20_000;
const tableColumnsMax = 100;

function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    if (first.length >= count) break;
    first.push(item);
  }
  return first;
}

function addTable(writer: BlockWriter, element: Element): void {
  const isRow = ({ name }: Element) => name === 'tr';
  const isCell = ({ name }: Element) => name === 'td' || name === 'th';
  // Asked first: the text of tables in tables would be read once for each of them.
  const hasTables = firstWhere(element.children, ({ name }) => name === 'table') !== undefined;
  const rows = hasTables
    ? []
    : firstOf(elementsWhere(element.children, isRow), tableRowsMax).map((row) =>
        firstOf(elementsWhere(row.children, isCell), tableColumnsMax)
          .flatMap((cell) => {
            const span = Math.min(20, Math.max(1, Number(cell.attribs.colspan ?? 1) || 1));
            return [cleanText(textOf(cell.children)), ...Array<string>(span - 1).fill('')];
          })
          .slice(0, tableColumnsMax),
      );
  // A table with one column, or around other tables, is layout.
  const isLayout = rows.every((cells) => cells.length < 2) || holdsSections(element);
  if (isLayout) {
    writer.endParagraph();
    walk(element.children, writer);
    writer.endParagraph();
    return;
  }
  const caption = firstWhere(element.children, ({ name }) => name === 'caption');
  if (caption !== undefined) addHeading(writer, 5, caption.children);
  const filled = rows.filter((cells) => cells.some((cell) => cell !== ''));
  if (filled.length > 0) writer.add({ kind: 'table', rows: filled });
}

// Old pages place their menu and content in the cells of a table.
function holdsSections({ children }: Element): boolean {
  const isCell = ({ name }: Element) => name === 'td';
  const isHeading = ({ name }: Element) => /^h[1-6]$/.test(name);
  const isParagraph = ({ name }: Element) => name === 'p';
  for (const { children: inside } of elementsWhere(children, isCell)) {
    const paragraphs = [...elementsWhere(inside, isParagraph)].filter(
      (one) => textOf(one.children).trim() !== '',
    );
    if (paragraphs.length > 2) return true;
    if (paragraphs.length > 0 && firstWhere(inside, isHeading) !== undefined) return true;
  }
  return false;
}

function addDefinitions(writer: BlockWriter, element: Element): void {
  let term = '';
  const isEntry = ({ name }: Element) => name === 'dt' || name === 'dd';
  for (const entry of elementsWhere(element.children, isEntry)) {
    const text = cleanText(textOf(entry.children));
    if (entry.name === 'dt') term = text;
    else if (/\?$/.test(term)) writer.add({ kind: 'faq', question: cleanLine(term), answer: text });
    else writer.add({ kind: 'paragraph', text: `${cleanLine(term)}: ${text}` });
  }
}

/** `details` with a question as its summary. */
function addDetails(writer: BlockWriter, element: Element): void {
  const isSummary = (node: Node) => isElement(node) && node.name === 'summary';
  const summary = element.children.find(isSummary);
  const rest = element.children.filter((child) => child !== summary);
  const question = summary === undefined ? '' : cleanLine(textOf([summary]));
  // One around others is a section, whose text would be read once for each of them.
  const isSection = firstWhere(rest, ({ name }) => name === 'details') !== undefined;
  const answer = isSection ? '' : cleanText(textOf(rest));
  if (question.endsWith('?') && answer !== '') writer.add({ kind: 'faq', question, answer });
  else {
    if (summary !== undefined) addHeading(writer, 5, [summary]);
    walk(rest, writer);
    writer.endParagraph();
  }
}

function rawLines({ children }: Element): string {
  return children.map((child) => ('data' in child ? child.data : textOf([child]))).join('');
}
