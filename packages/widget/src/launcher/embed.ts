/** The embed line, read once: which site, by which server. */
import type { Language } from '@baraza/contract';

export interface Embed {
  /** The server that the page trusts: the one that the line loads from, unless it names another. */
  readonly operator: string;
  /** A server that the operator must have authorised, as the line names it. */
  readonly node: string | undefined;
  /** Where the parts of the widget lie. */
  readonly parts: string;
  readonly site: string;
  readonly key: string | undefined;
  /** The key of the site at the node: keys of sites do not travel. */
  readonly nodeKey: string | undefined;
  readonly language: Language | undefined;
  /** An element of the page that the conversation fills, instead of a button in the corner. */
  readonly into: string | undefined;
}

export function readEmbed(document: Document): Embed | undefined {
  const current = document.currentScript as HTMLScriptElement | null;
  // A module has no current script, and of one that a tag manager evaluates it is another's.
  const script = current?.dataset.site
    ? current
    : document.querySelector<HTMLScriptElement>('script[data-site][src*="/w.js"]');
  const { site, key, operator, node, nodeKey, language, into } = script?.dataset ?? {};
  if (!script?.src || site === undefined || !/^[\w-]+$/.test(site)) return undefined;
  const parts = new URL('.', script.src).href;
  const named = serverOf(operator);
  if (operator && named === undefined) console.warn(`${operator} is no operator; ${parts} is.`);
  return {
    operator: named ?? parts.slice(0, -1),
    node: node || undefined,
    parts,
    site,
    key: key || undefined,
    nodeKey: nodeKey || undefined,
    language: language === 'sw' || language === 'en' ? language : undefined,
    into: into || undefined,
  };
}

/** An address without its last slash; undefined for what a page must not talk to. */
function serverOf(address: string | undefined): string | undefined {
  const url = parsedUrl(address ?? '');
  if (url === undefined || !isSafe(url)) return undefined;
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** https, or http where nobody else can listen: on this machine. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}

/** Undefined for what is no address; older phones cannot ask first. */
export function parsedUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
