/** The tree of a page and what of it is content: no scripts, menus, footers or cookie bars. */

import { parseDocument } from 'htmlparser2';
import { longPattern } from '../../../kernel/long-pattern.ts';

type Child = ReturnType<typeof parseDocument>['children'][number];
export type Element = Extract<Child, { readonly attribs: object }>;
export type Node = Child;

// A page that nests deeper is not read below that.
export const depthMax = 256;

export function parseTree(html: string): readonly Node[] {
  return parseDocument(html, { lowerCaseTags: true, lowerCaseAttributeNames: true }).children;
}

export function isElement(node: Node): node is Element {
  return 'name' in node && 'attribs' in node;
}

/** Elements in document order that satisfy a claim, not looking into those that do. */
export function* elementsWhere(
  nodes: readonly Node[],
  claim: (element: Element) => boolean,
  depth = 0,
): Generator<Element> {
  if (depth > depthMax) return;
  for (const node of nodes) {
    if (!isElement(node)) continue;
    if (claim(node)) yield node;
    else yield* elementsWhere(node.children, claim, depth + 1);
  }
}

export function firstWhere(
  nodes: readonly Node[],
  claim: (element: Element) => boolean,
): Element | undefined {
  return elementsWhere(nodes, claim).next().value ?? undefined;
}

/** The text below, with line ends where an element breaks the line. */
export function textOf(nodes: readonly Node[], depth = 0): string {
  if (depth > depthMax) return '';
  let text = '';
  for (const node of nodes) {
    if (!isElement(node)) {
      if (node.type === 'text') text += node.data.replaceAll(/\s+/g, ' ');
    } else if (!isFurniture(node)) {
      if (node.name === 'br') text += '\n';
      else if (breaksLine.has(node.name)) text += `\n${textOf(node.children, depth + 1)}\n`;
      else text += textOf(node.children, depth + 1);
    }
  }
  return text;
}

/** The text inside a script, as it stands. */
export function rawText({ children }: Element): string {
  return children.map((child) => ('data' in child ? child.data : '')).join('');
}

const breaksLine = new Set(
  `address article aside blockquote dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
   header hr li main nav ol p pre section summary table tr ul`.split(/\s+/),
);

/** What is never content, wherever it stands. */
export function isFurniture({ name, attribs }: Element): boolean {
  if (unread.has(name)) return true;
  if ('hidden' in attribs || attribs['aria-hidden'] === 'true') return true;
  if (/display:\s*none|visibility:\s*hidden/i.test(attribs.style ?? '')) return true;
  return unreadRoles.has(attribs.role ?? '');
}

/** What surrounds the content of a whole page. */
export function isSurroundings(element: Element): boolean {
  const { name, attribs } = element;
  if (surroundings.has(name)) return true;
  // That of an article has its title; that of the page has the menu.
  if (name === 'header' && !isInArticle(element)) return true;
  if (surroundingRoles.has(attribs.role ?? '')) return true;
  if (name === 'html' || name === 'body' || name === 'main') return false;
  return surroundingNames.test(`${attribs.class ?? ''} ${attribs.id ?? ''}`);
}

function isInArticle(element: Element): boolean {
  for (let above = element.parent; above !== null; above = above.parent)
    if ('name' in above && ['article', 'main', 'section'].includes(above.name)) return true;
  return false;
}

const unread = new Set(
  `script style noscript template svg canvas iframe object embed audio video map select button input textarea
   dialog head title link meta`.split(/\s+/),
);
const unreadRoles = new Set(['dialog', 'alertdialog', 'menu', 'menubar', 'tooltip']);
const surroundings = new Set(['nav', 'footer', 'aside']);
const surroundingRoles = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
]);
const surroundingNames = longPattern('i')`
    (?:^|[\s_-])(?:nav|navbar|menu|footer|cookies?|consent|gdpr|breadcrumbs?|sidebar|skip-link
    |social|share|popup|modal|newsletter)(?=$|[\s_-])`;
