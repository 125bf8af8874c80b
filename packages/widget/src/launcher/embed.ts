/** The embed line, read once: which site, by which server. */
import type { Language } from '@baraza/contract';

export interface Embed {
  /** The server that the page trusts: the one of the script, unless the line names another. */
  readonly operator: string;
  /** A server that the operator must have authorised, as the line names it. */
  readonly node: string | undefined;
  /** Address of the lazily loaded parts. */
  readonly parts: string;
  readonly site: string;
  readonly key: string | undefined;
  /** The key of the site at the node; every server has its own keys. */
  readonly nodeKey: string | undefined;
  readonly language: Language | undefined;
  /** An element of the page for the conversation, instead of a button in the corner. */
  readonly into: string | undefined;
}

export function readEmbed(document: Document): Embed | undefined {
  const current = document.currentScript as HTMLScriptElement | null;
  // A module has no current script, and in a tag manager it is another one.
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

/** An address without its trailing slash; undefined where it is not secure. */
function serverOf(address: string | undefined): string | undefined {
  const url = parsedUrl(address ?? '');
  if (url === undefined || !isSafe(url)) return undefined;
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** https, or http on this machine. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}

/** Undefined for an invalid address; older browsers have no `URL.canParse`. */
export function parsedUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
