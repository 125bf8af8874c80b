/** What a page says about its business beside its content: name, contacts, header and footer. */
import { longPattern } from '../../../kernel/long-pattern.ts';
import { contactsIn, isContactLine } from '../propose/contact-text.ts';
import { withoutNumbers } from '../propose/number-text.ts';
import { type Block, cleanLine, type FoundField, type PageDetails } from './blocks.ts';
import { allBlocks } from './html.ts';
import {
  type Element,
  elementsWhere,
  firstWhere,
  isSurroundings,
  type Node,
  rawText,
  textOf,
} from './html-tree.ts';
import { linkedFields } from './linked-data.ts';

const linksMax = 400;
const fieldsMax = 200;

export function pageDetails(nodes: readonly Node[], url: string): PageDetails {
  const around = [...elementsWhere(nodes, isFrame)].flatMap(({ children }) =>
    allBlocks(children, url),
  );
  const has = (matches: (element: Element) => boolean) => firstWhere(nodes, matches) !== undefined;
  const fields = [
    ...linkedFields(nodes),
    ...headFields(nodes),
    ...linkContacts(nodes),
    ...addressFields(nodes),
    ...around.flatMap(linesOf).flatMap((line) => contactsIn(line)),
  ];
  return {
    fields: fields.slice(0, fieldsMax),
    around,
    hasPassword: has(({ name, attribs }) => name === 'input' && attribs.type === 'password'),
    hasPictures: has(({ name }) => name === 'img' || name === 'picture'),
    hasScripts: has(({ name, attribs }) => name === 'script' && !/json/.test(attribs.type ?? '')),
  };
}

/** Menus have no facts, and cookie bars and forms none about the business. */
function isFrame(element: Element): boolean {
  return element.name !== 'nav' && isSurroundings(element);
}

function linesOf(block: Block): readonly string[] {
  if (block.kind === 'list') return block.items;
  if (block.kind === 'table') return block.rows.map((cells) => cells.join(' '));
  return 'text' in block ? block.text.split('\n') : [];
}

/** Links to the pages of the website, in their order. */
export function pageLinks(nodes: readonly Node[]) {
  const links: { url: string; text: string }[] = [];
  for (const element of elementsWhere(nodes, ({ name }) => name === 'a')) {
    const { href = '' } = element.attribs;
    if (href === '' || /^(?:#|javascript:|data:|tel:|mailto:)/i.test(href.trim())) continue;
    links.push({ url: href.trim(), text: cleanLine(textOf(element.children)).slice(0, 80) });
    if (links.length >= linksMax) break;
  }
  return links;
}

function headFields(nodes: readonly Node[]): readonly FoundField[] {
  const metaOf = (wanted: string) => {
    const isMeta = ({ name, attribs }: Element) =>
      name === 'meta' && (attribs.property ?? attribs.name ?? '').toLowerCase() === wanted;
    return cleanLine(firstWhere(nodes, isMeta)?.attribs.content ?? '');
  };
  const title = firstWhere(nodes, ({ name }) => name === 'title');
  const names = nameParts(title === undefined ? '' : cleanLine(rawText(title)));
  const site = metaOf('og:site_name');
  const about = metaOf('description') || metaOf('og:description');
  return [
    ...(site.length >= 2 && site.length <= nameMax
      ? [{ field: 'business', text: site, weight: 20 } as const]
      : []),
    ...names.map((text) => ({ field: 'business', text, weight: 1 }) as const),
    ...(about.length >= 25 && about.length <= 500
      ? [{ field: 'about', text: about, weight: 5 } as const]
      : []),
  ];
}

const nameMax = 80;
const noName =
  /^(?:home ?page|home|main|index|welcome|nyumbani|mwanzo|karibu|untitled.*|document|my site)$/i;

/** `Menu | Asha Bakery` has two parts, one of which is the name; which one, the other pages say. */
function nameParts(title: string): readonly string[] {
  return title
    .split(/ [|–—·•:»-] |[|»]/)
    .map((part) => part.replace(/^(?:welcome to|karibu(?: sana)?(?: kwenye)?)\s+/i, '').trim())
    .filter((part) => part.length >= 2 && part.length <= nameMax && !noName.test(part));
}

function linkContacts(nodes: readonly Node[]): readonly FoundField[] {
  const found: FoundField[] = [];
  for (const { attribs } of elementsWhere(nodes, ({ name }) => name === 'a')) {
    const href = decoded(attribs.href ?? '');
    const [, phone] = /^tel:(?:\/\/)?([+\d ().-]{6,30})$/i.exec(href) ?? [];
    const [, email] = /^mailto:([^\s?]{3,200}@[^\s?]{3,200})/i.exec(href) ?? [];
    const [, chat] = chatLink.exec(href) ?? [];
    if (phone !== undefined) found.push({ field: 'phone', text: phone.trim(), weight: 4 });
    if (email !== undefined) found.push({ field: 'email', text: email, weight: 4 });
    if (chat !== undefined) found.push({ field: 'whatsapp', text: `+${chat}`, weight: 4 });
  }
  return found;
}

const chatLink = longPattern('i')`
    ^(?:https?:\/\/(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:.{0,80}&)?phone=)
    |whatsapp:\/\/send\?phone=)\+?(\d{7,15})`;

function decoded(href: string): string {
  try {
    return decodeURIComponent(href.trim());
  } catch {
    return href.trim();
  }
}

/** `<address>`, without the lines that are numbers and mail addresses. */
function addressFields(nodes: readonly Node[]): readonly FoundField[] {
  return [...elementsWhere(nodes, ({ name }) => name === 'address')].flatMap(({ children }) => {
    const lines = textOf(children)
      .split('\n')
      .filter((line) => !isContactLine(cleanLine(line)))
      .map((line) => withoutNumbers(cleanLine(line)))
      .filter((line) => line !== '');
    const text = lines.join(', ');
    const isAddress = text.length >= 6 && text.length <= 200 && /\p{L}{3}/u.test(text);
    return isAddress ? [{ field: 'address', text, weight: 3 } as const] : [];
  });
}
