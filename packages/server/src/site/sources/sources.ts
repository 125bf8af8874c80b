/** Proposals for a profile from a file or a website; nothing is stored, and nothing is approved by reading. */
import { Problem } from '../../kernel/problem.ts';
import { ChildEnded } from '../../kernel/process/running-process.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Profiles } from '../profile/profiles.ts';
import type { FileNames } from './formats/read-file.ts';
import type { Order, ReaderReply } from './messages.ts';
import { type ReadingProcess, startReadingProcess } from './reading-process.ts';
import { type Found, type SourceEvent, sourceEvents, type Work } from './source-events.ts';
import { createSourcePlaces } from './source-places.ts';
import { createWebsiteReader, type WebAccess } from './website.ts';

export interface Sources {
  /** `read` gets the file, which is on its way; `admit` is told of every piece, and may throw the refusal of it. */
  readonly fromFile: (
    site: SiteRow,
    read: (admit: (bytes: number) => void) => Promise<SentFile>,
    signal: AbortSignal,
  ) => AsyncGenerator<SourceEvent>;
  /** A page, or the pages of a sitemap. */
  readonly fromWebsite: (
    site: SiteRow,
    url: string,
    signal: AbortSignal,
  ) => AsyncGenerator<SourceEvent>;
}

export interface SentFile extends FileNames {
  readonly pieces: readonly Uint8Array[];
}

interface SourcesParts {
  readonly profiles: Pick<Profiles, 'profileText' | 'run'>;
  readonly web: WebAccess;
  /** The time that one file or page may take in the process that reads it. */
  readonly readMs?: number;
}

export function createSources({ profiles, web, readMs = 60_000 }: SourcesParts): Sources {
  const places = createSourcePlaces();
  const website = createWebsiteReader(web);

  /** The owner's place is taken before the first byte of a body is read, and a process only when it is whole. */
  const within = (
    site: SiteRow,
    work: (admit: (bytes: number) => void) => Work,
    signal: AbortSignal,
  ) =>
    sourceEvents(async (tell, both) => {
      const place = places.enter(site.owner_id);
      // At once: its process may take a while to end, and counts among those that run until it has.
      both.addEventListener('abort', place.vacate, { once: true });
      try {
        return await work(place.admit)(tell, both);
      } finally {
        place.leave();
      }
    }, signal);

  const knownOf = async (site: SiteRow, signal: AbortSignal) => {
    const { text: stored } = await profiles.profileText(site);
    return profiles.run('known', { stored }, { account: site.owner_id, signal });
  };

  const inProcess = async (
    signal: AbortSignal,
    use: (reader: ReadingProcess) => Promise<Found>,
  ): Promise<Found> => {
    const reader = startReadingProcess(readMs, signal);
    try {
      return await use(reader);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof ChildEnded ? tooHeavy() : error;
    } finally {
      await reader.end();
    }
  };

  return {
    fromFile: (site, read, signal) =>
      within(
        site,
        (admit) => async (tell, both) => {
          const { pieces, name, type } = await read(admit);
          const known = await knownOf(site, both);
          const waiter = { account: site.owner_id, signal: both };
          return places.files.run(
            () =>
              inProcess(both, async (reader) => {
                const order = { kind: 'file', name, type } as const;
                const reply = await reader.ask(order, pieces, (message) => {
                  if ('progress' in message) tell(message.progress);
                });
                assertRead(reply);
                return proposals(reader, { kind: 'propose', name: bareName(name), ...known });
              }),
            waiter,
          );
        },
        signal,
      ),
    fromWebsite: (site, url, signal) =>
      within(
        site,
        () => async (tell, both) => {
          const known = await knownOf(site, both);
          const waiter = { account: site.owner_id, signal: both };
          return places.websites.run(
            () =>
              inProcess(both, async (reader) => {
                const leftOut = await website.read(reader, url, tell, both);
                const { hostname } = new URL(url);
                const found = await proposals(reader, {
                  kind: 'propose',
                  name: hostname,
                  ...known,
                });
                const missed = leftOut.map((item) => JSON.stringify(item));
                return { ...found, leftOut: [...missed, ...found.leftOut] };
              }),
            waiter,
          );
        },
        signal,
      ),
  };
}

async function proposals(reader: ReadingProcess, order: Order): Promise<Found> {
  const found: string[] = [];
  const leftOut: string[] = [];
  const reply = await reader.ask(order, [], (message) => {
    if ('proposal' in message) found.push(message.proposal);
    else if ('leftOut' in message) leftOut.push(message.leftOut);
  });
  assertRead(reply);
  return { proposals: found, leftOut };
}

function assertRead(reply: ReaderReply): void {
  if (reply.kind === 'refused') throw new Problem('invalid', reply.sentence);
}

// Without a cause: what a file does to its reader is expected, and no fault of ours.
function tooHeavy(): Problem {
  return new Problem(
    'invalid',
    'This takes too much time or memory to read: send it in smaller parts, or as plain text.',
  );
}

/** What a file is called, without its folder and ending. */
function bareName(name: string): string {
  const file = name.split(/[\\/]/).at(-1) ?? '';
  return file
    .replace(/\.\w{1,8}$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed();
}
