/** The element tree of a page, and which elements are content: no scripts, menus, footers or cookie bars. */

import { DomHandler, Parser } from 'htmlparser2';
import { longPattern } from '../../../kernel/long-pattern.ts';
import { invalid } from '../../../kernel/problem.ts';

export type Node = DomHandler['dom'][number];
export type Element = Extract<Node, { readonly attribs: object }>;

const depthMax = 256;
// The parser takes time for every open element at each tag.
const openMax = 2_000;
// Together they have to fit into the memory of the process.
const elementsMax = 400_000;
const tooMany =
  'This page has more elements than can be read at once: send it in smaller parts, or as plain text.';
const tooDeep =
  'This page opens thousands of elements without closing them: copy its text into a file and send that.';

/** `isCut`: whether elements were nested so deep that they were cut off. */
export function parseTree(html: string) {
  const children = parsedNodes(html);
  let level: Element[] = children.filter(isElement);
  for (let depth = 0; depth < depthMax && level.length > 0; depth += 1)
    level = level.flatMap((element) => element.children.filter(isElement));
  // Everything below here is walked by recursion.
  for (const element of level) element.children = [];
  return { nodes: children, isCut: level.length > 0 };
}

function parsedNodes(html: string): Node[] {
  let open = 0;
  let count = 0;
  const handler = new DomHandler(undefined, undefined, () => {
    open -= 1;
  });
  const parser = new Parser(
    Object.assign(handler, {
      onopentagname: () => {
        open += 1;
        count += 1;
        if (open > openMax) throw invalid(tooDeep);
        if (count > elementsMax) throw invalid(tooMany);
      },
    }),
    { lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(html);
  return handler.dom;
}

export function isElement(node: Node): node is Element {
  return 'name' in node && 'attribs' in node;
}

/** The elements that match, in document order; not those inside a match. */
export function* elementsWhere(
  nodes: readonly Node[],
  matches: (element: Element) => boolean,
): Generator<Element> {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    if (matches(node)) yield node;
    else yield* elementsWhere(node.children, matches);
  }
}

export function firstWhere(
  nodes: readonly Node[],
  matches: (element: Element) => boolean,
): Element | undefined {
  return elementsWhere(nodes, matches).next().value ?? undefined;
}

/** The text of the nodes, with line ends where an element breaks the line. */
export function textOf(nodes: readonly Node[]): string {
  let text = '';
  for (const node of nodes) {
    if (!isElement(node)) {
      if (node.type === 'text') text += node.data.replaceAll(/\s+/g, ' ');
    } else if (!isHidden(node)) {
      if (node.name === 'br') text += '\n';
      else if (breaksLine.has(node.name)) text += `\n${textOf(node.children)}\n`;
      else text += textOf(node.children);
    }
  }
  return text;
}

/** The unchanged text of a script or title. */
export function rawText({ children }: Element): string {
  return children.map((child) => ('data' in child ? child.data : '')).join('');
}

const breaksLine = new Set(
  `address article aside blockquote dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
   header hr li main nav ol p pre section summary table tr ul`.split(/\s+/),
);

/** Whether an element is never content. */
export function isHidden({ name, attribs }: Element): boolean {
  if (hiddenNames.has(name)) return true;
  if ('hidden' in attribs || attribs['aria-hidden'] === 'true') return true;
  if (/display:\s*none|visibility:\s*hidden/i.test(attribs.style ?? '')) return true;
  return hiddenRoles.has(attribs.role ?? '');
}

/** Whether an element surrounds the content of a page: menus, footers, cookie bars. */
export function isSurroundings(element: Element): boolean {
  const { name, attribs } = element;
  if (surroundingNames.has(name)) return true;
  // The header of an article has its title; the header of the page has the menu.
  if (name === 'header' && !isInArticle(element)) return true;
  if (surroundingRoles.has(attribs.role ?? '')) return true;
  if (name === 'html' || name === 'body' || name === 'main') return false;
  return surroundingClass.test(`${attribs.class ?? ''} ${attribs.id ?? ''}`);
}

function isInArticle(element: Element): boolean {
  for (let above = element.parent; above !== null; above = above.parent)
    if ('name' in above && ['article', 'main', 'section'].includes(above.name)) return true;
  return false;
}

const hiddenNames = new Set(
  `script style noscript template svg canvas iframe object embed audio video map select button input textarea
   dialog head title link meta`.split(/\s+/),
);
const hiddenRoles = new Set(['dialog', 'alertdialog', 'menu', 'menubar', 'tooltip']);
const surroundingNames = new Set(['nav', 'footer', 'aside']);
const surroundingRoles = new Set('navigation banner contentinfo complementary search'.split(' '));
const surroundingClass = longPattern('i')`
    (?:^|[\s_-])(?:nav|navbar|top-?bar|menu|footer|cookies?|consent|gdpr|breadcrumbs?|sidebar|skip-link
    |social|share|popup|modal|newsletter)(?=$|[\s_-])`;
