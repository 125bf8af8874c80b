/** Markdown subset: bold, lists and links become nodes, everything else stays text. */
import { element } from '../launcher/element.ts';
import { webLink } from './links.ts';

/** Links to other hosts than `hosts` stay text. */
export function renderText(text: string, hosts: ReadonlySet<string>): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const block of blocksOf(text)) {
    if (block.kind === 'text') {
      const paragraph = element('p');
      block.lines.forEach((line, index) => {
        if (index > 0) paragraph.append(element('br'));
        appendInline(paragraph, line, hosts);
      });
      fragment.append(paragraph);
      continue;
    }
    const list = element(block.kind);
    for (const line of block.lines) {
      const item = element('li');
      appendInline(item, line, hosts);
      list.append(item);
    }
    fragment.append(list);
  }
  return fragment;
}

/** The text without Markdown, for speech. */
export function plainText(text: string): string {
  return text
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/\[([^\]]{1,300})\]\([^)\s]{1,2000}\)/g, '$1')
    .replace(/^\s{0,3}[-*•]\s+/gm, '');
}

interface Block {
  readonly kind: 'text' | 'ul' | 'ol';
  readonly lines: string[];
}

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const line of text.slice(0, charactersMax).split(/\r\n|\n|\r/)) {
    if (line.trim() === '') {
      open = undefined;
      continue;
    }
    const item = /^\s{0,3}(?:([-*•])|\d{1,3}[.)])\s+(.*)$/.exec(line);
    const kind = item === null ? 'text' : item[1] === undefined ? 'ol' : 'ul';
    if (open?.kind !== kind) {
      open = { kind, lines: [] };
      blocks.push(open);
    }
    open.lines.push(item?.[2] ?? line);
  }
  return blocks;
}

// A limit against servers that send text without end.
const charactersMax = 20_000;

const inline =
  /\*\*([^*\n]{1,1000})\*\*|\[([^\]\n]{1,300})\]\(([^)\s]{1,2000})\)|https?:\/\/[^\s<>"')\]]{1,2000}/g;

function appendInline(parent: HTMLElement, line: string, hosts: ReadonlySet<string>): void {
  let at = 0;
  for (const match of line.matchAll(inline)) {
    const [whole, bold, label, target] = match;
    parent.append(line.slice(at, match.index));
    at = match.index + whole.length;
    if (bold !== undefined) parent.append(element('strong', {}, bold));
    else if (target !== undefined) parent.append(webLink(target, label ?? '', hosts) ?? whole);
    else {
      const [, address = '', rest = ''] = /^(.*?)([.,;:!?]*)$/.exec(whole) ?? [];
      parent.append(webLink(address, address, hosts) ?? address, rest);
    }
  }
  parent.append(line.slice(at));
}
