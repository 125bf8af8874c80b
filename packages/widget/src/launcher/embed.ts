/** Reads the embed line: the site and its server. */
import type { Language, SiteConfig } from '@baraza/contract';
import { isColour } from './colour.ts';

export interface Embed {
  /** The server that the page trusts: the one that serves the script, unless the embed line names another. */
  readonly operator: string;
  /** A server that the embed line names; the operator must have authorised it. */
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
  /** The looks that this page chooses instead of those of the profile. */
  readonly looks: Partial<Pick<SiteConfig, 'colour' | 'position'>>;
}

export function readEmbed(document: Document): Embed | undefined {
  const current = document.currentScript as HTMLScriptElement | null;
  // Modules have no current script, and with a tag manager the current script is a different one.
  const script = current?.dataset.site
    ? current
    : document.querySelector<HTMLScriptElement>('script[data-site][src*="/w.js"]');
  const { site, key, operator, node, nodeKey, language, into, colour, position } =
    script?.dataset ?? {};
  if (!script?.src || site === undefined || !/^[\w-]+$/.test(site)) return undefined;
  const parts = new URL('.', script.src).href;
  const named = serverOf(operator);
  if (operator && named === undefined)
    console.warn(`Invalid data-operator ${operator}; using ${parts}.`);
  return {
    operator: named ?? parts.slice(0, -1),
    node: node || undefined,
    parts,
    site,
    key: key || undefined,
    nodeKey: nodeKey || undefined,
    language: language === 'sw' || language === 'en' ? language : undefined,
    into: into || undefined,
    looks: {
      ...(isColour(colour) && { colour }),
      ...((position === 'left' || position === 'right') && { position }),
    },
  };
}

/** The address without a trailing slash; undefined if it is not secure. */
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
