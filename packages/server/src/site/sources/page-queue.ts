/** Which pages of a whole website are read, and in which order: those that customers ask about come first. */
import { longPattern } from '../../kernel/long-pattern.ts';

export interface PageLink {
  readonly url: string;
  /** What the link says. */
  readonly text: string;
}

const waitingMax = 5_000;
const documentsMax = 20;
const aDocument = /\.(?:pdf|docx?|xlsx?|csv)$/i;

/** `first` has been read. A first page inside a folder stands for that folder, as on a host of many websites. */
export function createPageQueue(first: URL) {
  const folder = folderOf(first);
  const seen = new Set([keyOf(first)]);
  const waiting: [URL[], URL[], URL[]] = [[], [], []];
  const size = () => waiting.reduce((sum, { length }) => sum + length, 0);
  const documents = new Set<string>();
  return {
    size,
    /** The documents that the pages link to; they are not read. */
    documents: (): readonly string[] => [...documents],
    add: (links: readonly PageLink[]): void => {
      for (const { url: address, text } of links) {
        const url = URL.parse(address, first);
        if (url === null || hostOf(url) !== hostOf(first) || size() >= waitingMax) continue;
        // One host, whether the links name it with www, with http or with neither.
        url.host = first.host;
        url.protocol = first.protocol;
        url.hash = '';
        if (!url.pathname.startsWith(folder) || url.search.length > 80) continue;
        if (aDocument.test(url.pathname) && documents.size < documentsMax) documents.add(url.href);
        if (notAPage.test(url.pathname) || noContent.test(url.pathname)) continue;
        if (seen.has(keyOf(url))) continue;
        seen.add(keyOf(url));
        waiting[rankOf(url, text)].push(url);
      }
    },
    next: (): URL | undefined => waiting.find(({ length }) => length > 0)?.shift(),
  };
}

/** `/view/asha` stands for `/view/asha/…`; `/en/index.html` for `/en/…`. */
function folderOf({ pathname }: URL): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (name === '' || name.includes('.')) return pathname.slice(0, pathname.length - name.length);
  return `${pathname}/`;
}

function keyOf({ pathname, search }: URL): string {
  const path = pathname.replace(/(?:^|\/)(?:index|default)\.(?:html?|php)$/i, '/');
  return `${path.replace(/\/+$/, '')}${search}`.toLowerCase();
}

function hostOf({ host }: URL): string {
  return host.replace(/^www\./, '');
}

function rankOf({ pathname }: URL, text: string): 0 | 1 | 2 {
  if (dated.test(pathname)) return 2;
  return wanted.test(`${pathname} ${text}`) ? 0 : 1;
}

const wanted = longPattern('i')`
    (?:price|pricing|menu|product|service|rates?\b|fees?\b|shop|about|contact|location|find-?us|faq|question|help
    |hours|opening|deliver|shipping|payment|return|refund|polic|terms|booking|appointment|room|order|bei\b|menyu
    |bidhaa|huduma|kuhusu|mawasiliano|wasiliana|maswali|saa\b|malipo|mahali|ada\b|masharti)`;
const dated = longPattern('i')`
    (?:\/(?:19|20)\d{2}\/|\/(?:blog|news|habari|press|events?|gallery|portfolio|tag|category|author|archive|page
    |comments?)(?:\/|$))`;
const noContent = longPattern('i')`
    \/(?:cart|checkout|basket|my-account|account|login|log-in|signin|sign-in|register|logout|wp-admin|wp-login\.php
    |wp-json|xmlrpc\.php|feed|rss|cdn-cgi|search)(?:\/|$)`;
const notAPage = longPattern('i')`
    \.(?:jpe?g|png|gif|webp|avif|svg|ico|pdf|docx?|xlsx?|pptx?|csv|zip|rar|gz|mp[34]|m4a|mov|avi|webm|wav|css|js|json
    |xml|txt|woff2?|apk|exe)$`;
