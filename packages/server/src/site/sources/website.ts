/** Reads a page, the pages of a sitemap or a whole website: within robots.txt, and one request at a time. */
import { setTimeout as wait } from 'node:timers/promises';
import { siteLimits } from '@baraza/contract';
import { invalid, Problem } from '../../kernel/problem.ts';
import { parseWebUrl } from '../profile/field-values.ts';
import type { LeftOut, Progress } from './formats/blocks.ts';
import { createPageQueue, type PageLink } from './page-queue.ts';
import type { ReaderReply, ReadingProcess } from './reading-process.ts';

/** HTTP access to websites. Private addresses are refused unless the installation allows them. */
export interface WebAccess {
  readonly get: (request: {
    readonly url: string;
    readonly headers: { readonly [name: string]: string };
    readonly timeoutMs: number;
    readonly bytesMax: number;
    readonly signal: AbortSignal;
  }) => Promise<WebResult>;
  /** The end of the User-Agent header. */
  readonly agent: () => string;
}

type WebResult =
  | {
      readonly status: number;
      readonly type: string;
      readonly location: string | undefined;
      readonly pieces: readonly Uint8Array[];
      readonly isTooLarge: boolean;
    }
  | { readonly fault: string; readonly isPrivate: boolean };

export const noWeb: WebAccess['get'] = async () => ({
  fault: 'this server reaches no websites',
  isPrivate: false,
});

type Sitemap = Extract<ReaderReply, { readonly kind: 'sitemap' }>;

const requestMs = 15_000;
const totalMs = 5 * 60_000;
// The owner is waiting.
const wholeMs = 60_000;
const redirectsMax = 5;
const sitemapsMax = 5;
const delaySecondsMax = 10;
const robotsBytesMax = 512 * 1024;
/** Our name in robots.txt. */
const robotName = 'BarazaSources';

/** Why a page cannot be read; `isFinal`: the same request would fail again. */
function notRead(sentence: string, isFinal: boolean): Problem {
  return isFinal ? invalid(sentence) : new Problem('upstream', sentence, { retryAfterSeconds: 30 });
}

export interface WebAddress {
  readonly url: string;
  /** Whether the pages that it links to are read as well. */
  readonly isWhole: boolean;
}

/** Passes every page to the process; returns what was left out. */
export async function readWebsite(
  web: WebAccess,
  reader: ReadingProcess,
  { url: address, isWhole }: WebAddress,
  report: (progress: Progress) => void,
  signal: AbortSignal,
  late = AbortSignal.timeout(isWhole ? wholeMs : totalMs),
): Promise<readonly LeftOut[]> {
  const visit = createVisit(web, reader, { signal, isWhole, late });
  const first = await visit.open(webUrl(address));
  if (first.reply.kind === 'sitemap') return readSitemap(visit, first, report);
  if (isWhole) return readWhole(visit, first, report);
  report({ done: 1, total: 1, unit: 'pages' });
  return [];
}

async function readSitemap(
  visit: Visit,
  { url: { host }, reply }: Opened,
  report: (progress: Progress) => void,
): Promise<readonly LeftOut[]> {
  const leftOut: LeftOut[] = [];
  const pages = await visit.pagesOf(reply as Sitemap, host, leftOut);
  const total = Math.min(pages.length, siteLimits.sourcePagesMax);
  if (pages.length > total)
    leftOut.push({
      from: pages[total]?.href ?? '',
      why: `${pages.length - total} more pages: only ${siteLimits.sourcePagesMax} are read at once.`,
    });
  let read = 0;
  for (const [index, url] of pages.slice(0, total).entries()) {
    if (visit.isLate()) {
      leftOut.push({
        from: url.href,
        why: 'The website answered too slowly; this page and the following ones are not read.',
      });
      break;
    }
    const why = await visit.open(url, host).then(whyNoPage, visit.whyNotRead);
    if (why === undefined) read += 1;
    else leftOut.push({ from: url.href, why });
    report({ done: index + 1, total, unit: 'pages' });
  }
  if (read > 0) return leftOut;
  throw invalid(leftOut[0]?.why ?? 'The sitemap names no page of its own host.');
}

/** The first page, what it and those pages link to, then what the sitemap names. */
async function readWhole(
  visit: Visit,
  first: Opened,
  report: (progress: Progress) => void,
): Promise<readonly LeftOut[]> {
  const { host } = first.url;
  const queue = createPageQueue(first.url);
  const leftOut: LeftOut[] = [];
  const found = new Map<string, number>();
  const take = ({ reply }: Opened) => {
    if (reply.kind !== 'page') return;
    queue.add(reply.links);
    for (const [list, count] of Object.entries(reply.found))
      found.set(list, (found.get(list) ?? 0) + count);
  };
  const tell = (done: number) => {
    const total = Math.min(done + queue.size(), siteLimits.sourcePagesMax);
    report({ done, total, unit: 'pages', found: Object.fromEntries(found) });
  };
  take(first);
  tell(1);
  queue.add(await visit.ownSitemap(first.url));
  for (let done = 1; done < siteLimits.sourcePagesMax; done += 1) {
    const url = queue.next();
    if (url === undefined) break;
    if (visit.isLate()) {
      leftOut.push({
        from: url.href,
        why: `${queue.size() + 1} pages are not read: a minute had passed. Read them on their own.`,
      });
      return [...leftOut, ...documentsOf(queue.documents())];
    }
    try {
      take(await visit.open(url, host));
    } catch (error) {
      leftOut.push({ from: url.href, why: visit.whyNotRead(error) });
    }
    tell(done + 1);
  }
  const next = queue.next();
  if (next !== undefined)
    leftOut.push({
      from: next.href,
      why: `${queue.size() + 1} more pages: only ${siteLimits.sourcePagesMax} are read at once.`,
    });
  return [...leftOut, ...documentsOf(queue.documents())];
}

// A scanned one could take all the processor time that the pages need.
function documentsOf(addresses: readonly string[]): readonly LeftOut[] {
  return addresses.map((from) => {
    const name = from.slice(from.lastIndexOf('/') + 1);
    return { from, why: `The document ${name} is not read with the website: send it as a file.` };
  });
}

interface Opened {
  readonly url: URL;
  readonly reply: ReaderReply;
}

function whyNoPage({ reply }: Opened): string | undefined {
  return reply.kind === 'sitemap' ? 'This is a sitemap, not a page.' : undefined;
}

type Visit = ReturnType<typeof createVisit>;

/**
 * One visit to a website; it reads the robots.txt of each origin once. After `limitMs` nothing more is fetched, and no
 * waiting goes on: redirects, sitemaps and pauses could otherwise take a quarter of an hour.
 */
function createVisit(
  web: WebAccess,
  reader: ReadingProcess,
  {
    signal,
    isWhole,
    late,
  }: { readonly signal: AbortSignal; readonly isWhole: boolean; readonly late: AbortSignal },
) {
  const inTime = AbortSignal.any([signal, late]);
  const assertInTime = (): void => {
    signal.throwIfAborted();
    if (late.aborted)
      throw notRead('The website answers too slowly: send its pages on their own.', false);
  };

  /** Whether an origin has a robots.txt. */
  const hasRobots = new Map<string, boolean>();

  const get = async (url: URL, bytesMax: number) => {
    assertInTime();
    const result = await web.get({
      url: url.href,
      bytesMax,
      signal: inTime,
      timeoutMs: requestMs,
      headers: {
        'user-agent': `${robotName} ${web.agent()}`,
        accept: 'text/html, application/xml;q=0.9, */*;q=0.5',
      },
    });
    signal.throwIfAborted();
    if (!('fault' in result)) return result;
    assertInTime();
    throw result.isPrivate
      ? notRead(`${url.host} is not a public address: send the page as a file.`, true)
      : notRead(`${url.host} did not answer: check the address, or try again later.`, false);
  };

  /** Throws if robots.txt forbids the page; waits as long as it asks for. */
  const obeyRobots = async (url: URL): Promise<void> => {
    if (!hasRobots.has(url.origin)) {
      const robots = new URL('/robots.txt', url);
      const { status, pieces } = await get(robots, robotsBytesMax);
      if (status >= 500)
        throw notRead(`${url.host} does not show its robots.txt now; try again later.`, false);
      if (status === 200) await reader.ask({ kind: 'robots', url: robots.href }, pieces);
      hasRobots.set(url.origin, status === 200);
    }
    if (!hasRobots.get(url.origin)) return;
    const reply = await reader.ask({ kind: 'may-fetch', url: url.href, agent: robotName });
    if (reply.kind !== 'may-fetch') return;
    if (!reply.may)
      throw notRead(
        `The robots.txt of ${url.host} does not allow this page to be read: send it as a file.`,
        true,
      );
    const seconds = Math.min(reply.delaySeconds, delaySecondsMax);
    if (seconds > 0) await wait(seconds * 1_000, undefined, { signal: inTime }).catch(assertInTime);
  };

  /** Follows redirects, each checked like the first address, and only within `host` if it is given. */
  const open = async (start: URL, host?: string, isSitemap = false): Promise<Opened> => {
    let url = start;
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      await obeyRobots(url);
      const result = await get(url, siteLimits.sourcePageBytesMax);
      const { status, location, pieces, type, isTooLarge } = result;
      if (status >= 300 && status < 400 && location !== undefined) {
        url = redirected(url, location);
        if (host !== undefined && url.host !== host)
          throw notRead(`This page leads to another website: ${url.host}.`, true);
        continue;
      }
      if (status !== 200)
        throw notRead(
          `${url.href} answers ${status}: check the address.`,
          status < 500 && status !== 429,
        );
      if (isTooLarge) throw notRead('This page is too large to be read: send it as a file.', true);
      const request = { kind: 'web', url: url.href, type, isWhole, isSitemap } as const;
      const reply = await reader.ask(request, pieces);
      return { url, reply };
    }
    throw notRead(`${start.href} leads from one address to the next without an end.`, true);
  };

  const whyNotRead = (error: unknown): string => {
    signal.throwIfAborted();
    if (error instanceof Problem) return error.message;
    throw error;
  };

  /** The pages of a sitemap and of the sitemaps that it names: those of this host, each once. */
  const pagesOf = async (
    sitemap: Sitemap,
    host: string,
    leftOut: LeftOut[],
  ): Promise<readonly URL[]> => {
    const pages = new Map<string, URL>();
    const add = (texts: readonly string[]) => {
      for (const text of texts) {
        const url = URL.parse(text);
        if (url?.host !== host || !/^https?:$/.test(url.protocol)) {
          if (leftOut.length < 20)
            leftOut.push({ from: text.slice(0, 300), why: `This is not a page of ${host}.` });
          continue;
        }
        url.hash = '';
        pages.set(url.href, url);
      }
    };
    add(sitemap.pages);
    const below = sitemap.sitemaps.filter((text) => URL.parse(text)?.host === host);
    for (const text of below.slice(0, sitemapsMax)) {
      if (pages.size > siteLimits.sourcePagesMax) break;
      const opened = await open(new URL(text), host).catch((error: unknown) => {
        leftOut.push({ from: text, why: whyNotRead(error) });
      });
      if (opened?.reply.kind === 'sitemap') add(opened.reply.pages);
    }
    return [...pages.values()];
  };

  /** The pages in the usual sitemap of a website; none if it has no sitemap. */
  const ownSitemap = async ({ origin, host }: URL): Promise<readonly PageLink[]> => {
    try {
      const { reply } = await open(new URL('/sitemap.xml', origin), host, true);
      if (reply.kind !== 'sitemap') return [];
      return (await pagesOf(reply, host, [])).map(({ href }) => ({ url: href, text: '' }));
    } catch (error) {
      whyNotRead(error);
      return [];
    }
  };

  return { open, pagesOf, ownSitemap, whyNotRead, isLate: () => late.aborted };
}

function redirected(from: URL, location: string): URL {
  const url = URL.parse(location, from);
  if (url === null) throw notRead(`${from.href} leads nowhere.`, true);
  return webUrl(url.href);
}

function webUrl(text: string): URL {
  const url = parseWebUrl(text);
  if (url === undefined)
    throw notRead('url must be an address like https://example.com/prices.', true);
  url.hash = '';
  return url;
}
