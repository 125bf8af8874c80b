/** Reads a page, or the pages of a sitemap, politely: robots.txt is kept, and calls come one after the other. */
import { setTimeout as wait } from 'node:timers/promises';
import { siteLimits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import type { LeftOut } from './formats/blocks.ts';
import type { Progress, ReaderReply } from './messages.ts';
import type { ReadingProcess } from './reading-process.ts';

/** How this server reaches websites; what is not public stays out of reach unless the installation allows it. */
export interface WebAccess {
  readonly get: (wanted: {
    readonly url: string;
    readonly headers: { readonly [name: string]: string };
    readonly timeoutMs: number;
    readonly bytesMax: number;
    readonly signal: AbortSignal;
  }) => Promise<WebOutcome>;
  /** What sites are told about who calls. */
  readonly agent: () => string;
}

type WebOutcome =
  | {
      readonly status: number;
      readonly type: string;
      readonly location: string | undefined;
      readonly pieces: readonly Uint8Array[];
      readonly isTooLarge: boolean;
    }
  | { readonly fault: string; readonly isPrivate: boolean };

export const noWeb: WebAccess['get'] = async () => ({
  fault: 'no website is reached from here',
  isPrivate: false,
});

interface WebsiteReader {
  /** Hands every page to the process; answers what was left out. */
  readonly read: (
    reader: ReadingProcess,
    url: string,
    tell: (progress: Progress) => void,
    signal: AbortSignal,
  ) => Promise<readonly LeftOut[]>;
}

const callMs = 15_000;
const wholeMs = 5 * 60_000;
const redirectsMax = 5;
const sitemapsMax = 5;
const delaySecondsMax = 10;
const robotsBytesMax = 512 * 1024;
/** The name by which robots.txt may speak of us. */
const robotName = 'BarazaSources';

/** A page that is not read, and why; the first page's is the refusal of the whole. */
class NotRead extends Error {
  readonly isOurs: boolean;
  constructor(sentence: string, isOurs: boolean) {
    super(sentence);
    this.isOurs = isOurs;
  }
}

export function createWebsiteReader(web: WebAccess): WebsiteReader {
  const get = (url: string, bytesMax: number, signal: AbortSignal) =>
    web.get({
      url,
      bytesMax,
      signal,
      timeoutMs: callMs,
      headers: {
        'user-agent': `${robotName} ${web.agent()}`,
        accept: 'text/html, application/xml;q=0.9, */*;q=0.5',
      },
    });

  return {
    read: async (reader, given, tell, signal) => {
      const visit = createVisit(reader, get, signal);
      const untilMs = performance.now() + wholeMs;
      const first = await visit.open(webUrl(given), undefined).catch(asProblem);
      if (first.reply.kind !== 'sitemap') {
        tell({ done: 1, total: 1, unit: 'pages' });
        return [];
      }
      const { host } = first.url;
      const leftOut: LeftOut[] = [];
      const pages = await visit.pagesOf(first.reply, host, leftOut);
      const wanted = pages.slice(0, siteLimits.sourcePagesMax);
      if (pages.length > wanted.length)
        leftOut.push({
          from: pages[wanted.length]?.href ?? '',
          why: `${pages.length - wanted.length} more pages: only ${siteLimits.sourcePagesMax} are read at once.`,
        });
      let read = 0;
      for (const [index, url] of wanted.entries()) {
        if (performance.now() > untilMs) {
          leftOut.push({
            from: url.href,
            why: 'The website answered too slowly; this page and those behind it are not read.',
          });
          break;
        }
        const why = await visit.open(url, host).then(notAPage, sentenceOf(signal));
        if (why === undefined) read += 1;
        else leftOut.push({ from: url.href, why });
        tell({ done: index + 1, total: wanted.length, unit: 'pages' });
      }
      if (read === 0)
        throw new Problem(
          'invalid',
          leftOut[0]?.why ?? 'The sitemap names no page of its own host.',
        );
      return leftOut;
    },
  };
}

interface Opened {
  readonly url: URL;
  readonly reply: ReaderReply;
}

function notAPage({ reply }: Opened): string | undefined {
  if (reply.kind === 'sitemap') return 'This is a sitemap and no page.';
  return reply.kind === 'refused' ? reply.sentence : undefined;
}

function sentenceOf(signal: AbortSignal): (error: unknown) => string {
  return (error) => {
    signal.throwIfAborted();
    if (error instanceof NotRead) return error.message;
    throw error;
  };
}

function asProblem(error: unknown): never {
  if (!(error instanceof NotRead)) throw error;
  throw error.isOurs
    ? new Problem('invalid', error.message)
    : new Problem('upstream', error.message, { retryAfterSeconds: 30 });
}

/** One reading of a website, with what it has learnt of the robots.txt of each origin. */
function createVisit(
  reader: ReadingProcess,
  get: (url: string, bytesMax: number, signal: AbortSignal) => Promise<WebOutcome>,
  signal: AbortSignal,
) {
  const knownOrigins = new Set<string>();

  /** Throws where the site does not want to be read. */
  const assertMayFetch = async (url: URL): Promise<void> => {
    if (!knownOrigins.has(url.origin)) {
      const robots = new URL('/robots.txt', url).href;
      const outcome = await get(robots, robotsBytesMax, signal);
      signal.throwIfAborted();
      if ('fault' in outcome) throw faultOf(url, outcome);
      if (outcome.status >= 500)
        throw new NotRead(`${url.host} does not show its robots.txt now; try again later.`, false);
      const pieces = outcome.status === 200 ? outcome.pieces : [];
      await reader.ask({ kind: 'robots', url: robots }, pieces);
      knownOrigins.add(url.origin);
    }
    const reply = await reader.ask({ kind: 'may-fetch', url: url.href, agent: robotName });
    if (reply.kind !== 'may-fetch') return;
    if (!reply.may)
      throw new NotRead(
        `The robots.txt of ${url.host} does not allow this page to be read: send it as a file.`,
        true,
      );
    const seconds = Math.min(reply.delaySeconds, delaySecondsMax);
    if (seconds > 0) await wait(seconds * 1_000, undefined, { signal });
  };

  /** Follows redirects, each judged like the first address; `host`: where they must stay. */
  const open = async (start: URL, host: string | undefined): Promise<Opened> => {
    let url = start;
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      await assertMayFetch(url);
      const outcome = await get(url.href, siteLimits.sourcePageBytesMax, signal);
      signal.throwIfAborted();
      if ('fault' in outcome) throw faultOf(url, outcome);
      const { status, location, pieces, type, isTooLarge } = outcome;
      if (status >= 300 && status < 400 && location !== undefined) {
        url = redirected(url, location);
        if (host !== undefined && url.host !== host)
          throw new NotRead(`This page leads to another website: ${url.host}.`, true);
        continue;
      }
      if (status !== 200)
        throw new NotRead(
          `${url.href} answers ${status}: check the address.`,
          status < 500 && status !== 429,
        );
      if (isTooLarge)
        throw new NotRead('This page is too large to be read: send it as a file.', true);
      const reply = await reader.ask({ kind: 'web', url: url.href, type }, pieces);
      if (reply.kind === 'refused') throw new NotRead(reply.sentence, true);
      return { url, reply };
    }
    throw new NotRead(`${start.href} leads from one address to the next without an end.`, true);
  };

  /** The pages of a sitemap and of those that it names, of this host and each once. */
  const pagesOf = async (
    sitemap: Extract<ReaderReply, { readonly kind: 'sitemap' }>,
    host: string,
    leftOut: LeftOut[],
  ): Promise<readonly URL[]> => {
    const pages = new Map<string, URL>();
    const add = (texts: readonly string[]) => {
      for (const text of texts) {
        const url = URL.canParse(text) ? new URL(text) : undefined;
        if (url === undefined || url.host !== host || !/^https?:$/.test(url.protocol)) {
          if (leftOut.length < 20)
            leftOut.push({ from: text.slice(0, 300), why: `This is no page of ${host}.` });
          continue;
        }
        url.hash = '';
        pages.set(url.href, url);
      }
    };
    add(sitemap.pages);
    const below = sitemap.sitemaps.filter(
      (text) => URL.canParse(text) && new URL(text).host === host,
    );
    for (const text of below.slice(0, sitemapsMax)) {
      if (pages.size > siteLimits.sourcePagesMax) break;
      const opened = await open(new URL(text), host).catch((error: unknown) => {
        leftOut.push({ from: text, why: sentenceOf(signal)(error) });
      });
      if (opened?.reply.kind === 'sitemap') add(opened.reply.pages);
    }
    return [...pages.values()];
  };

  return { open, pagesOf };
}

function faultOf(url: URL, { isPrivate }: { readonly isPrivate: boolean }): NotRead {
  return isPrivate
    ? new NotRead(`${url.host} is no public address: send the page as a file.`, true)
    : new NotRead(`${url.host} did not answer: check the address, or try again later.`, false);
}

function redirected(from: URL, location: string): URL {
  if (!URL.canParse(location, from)) throw new NotRead(`${from.href} leads nowhere.`, true);
  return webUrl(new URL(location, from).href);
}

/** An address of a website, as people write it. */
function webUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === undefined || !isWeb || url.username !== '' || url.password !== '')
    throw new Problem('invalid', 'url must be an address like https://example.com/prices.');
  url.hash = '';
  return url;
}
