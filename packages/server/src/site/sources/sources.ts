/** Proposals for a profile from a file or a website. Nothing is stored, and reading approves nothing. */
import { siteLimits } from '@baraza/contract';
import { invalid, Problem } from '../../kernel/problem.ts';
import { ChildEnded } from '../../kernel/process/running-process.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { createBudget } from '../../voice/sound/byte-budget.ts';
import type { Profiles } from '../profile/profiles.ts';
import type { LeftOut, Progress } from './formats/blocks.ts';
import type { FileNames } from './formats/read-file.ts';
import { createReadingPlaces } from './reading-places.ts';
import { type ReadingProcess, startReadingProcess } from './reading-process.ts';
import { readWebsite, type WebAccess, type WebAddress } from './website.ts';

export interface SentFile extends FileNames {
  readonly pieces: readonly Uint8Array[];
}

export type SourceEvent =
  | ({ readonly type: 'progress' } & Progress)
  | ({ readonly type: 'done' } & Found);

export interface Found {
  /** Each as JSON, passed on without being parsed here. */
  readonly proposals: readonly string[];
  readonly leftOut: readonly string[];
}

const fullMemory = {
  sentence: 'Several large files are being sent; try again shortly.',
  retryAfterSeconds: 10,
};
const ownBusy = 'One of your files is still being read; try again when it is done.';

export function createSources(
  profiles: Pick<Profiles, 'profileText' | 'run'>,
  web: WebAccess,
  startProcess = startReadingProcess,
) {
  const places = createReadingPlaces();
  const memory = createBudget(3 * siteLimits.sourceBytesMax);
  const reading = new Map<string, AbortSignal>();

  /**
   * Runs one source of an owner at a time, else throws `busy`. After an abort the owner may start the next one at once;
   * the process of the source may take a while to end, and holds its slot in the queue until then.
   */
  const asOnlyOne = async (
    { owner_id: owner }: SiteRow,
    signal: AbortSignal,
    work: (admit: (bytes: number) => void) => Promise<Found>,
  ): Promise<Found> => {
    if (reading.get(owner)?.aborted === false)
      throw new Problem('busy', ownBusy, { retryAfterSeconds: 5 });
    places.assertLeft(owner);
    reading.set(owner, signal);
    let ownBytes = 0;
    try {
      return await work((bytes) => {
        if (!memory.reserve(bytes)) throw new Problem('busy', fullMemory.sentence, fullMemory);
        ownBytes += bytes;
      });
    } finally {
      memory.release(ownBytes);
      if (reading.get(owner) === signal) reading.delete(owner);
    }
  };

  /** Runs `read` in a new process when it is the owner's turn, then collects the proposals of that process. */
  const inProcess = async (
    size: number | 'website',
    site: SiteRow,
    name: string,
    signal: AbortSignal,
    read: (reader: ReadingProcess) => Promise<readonly LeftOut[]>,
  ): Promise<Found> => {
    const caller = { account: site.owner_id, signal };
    const { text: stored } = await profiles.profileText(site);
    const known = await profiles.run('known', { stored }, caller);
    const owner = site.owner_id;
    return places.run({ owner, size, signal }, async ({ onCpuMs, standBack }) => {
      const reader = startProcess(signal, onCpuMs);
      if (standBack.aborted) reader.standBack();
      else standBack.addEventListener('abort', reader.standBack, { once: true });
      try {
        const leftOut = (await read(reader)).map((item) => JSON.stringify(item));
        const found = await reader.ask({ kind: 'propose', name, ...known });
        if (found.kind !== 'proposed') throw new Error('a source has no proposals');
        return { proposals: found.proposals, leftOut: [...leftOut, ...found.leftOut] };
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof ChildEnded ? tooHeavy() : error;
      } finally {
        await reader.end();
      }
    });
  };

  return {
    /** `receive` reads the request body; it calls `admit` for every piece, which may throw the refusal. */
    fromFile: (
      site: SiteRow,
      receive: (admit: (bytes: number) => void) => Promise<SentFile>,
      signal: AbortSignal,
    ) =>
      eventsOf(signal, (report, both) =>
        // Before the first byte of the body is read.
        asOnlyOne(site, both, async (admit) => {
          const { pieces, name, type } = await receive(admit);
          const size = pieces.reduce((sum, { length }) => sum + length, 0);
          return inProcess(size, site, bareName(name), both, async (reader) => {
            await reader.ask({ kind: 'file', name, type }, pieces, report);
            return [];
          });
        }),
      ),
    /** A page, the pages of a sitemap, or a whole website. */
    fromWebsite: (site: SiteRow, address: WebAddress, signal: AbortSignal) =>
      eventsOf(signal, (report, both) =>
        asOnlyOne(site, both, () => {
          const name = URL.parse(address.url)?.hostname ?? '';
          return inProcess('website', site, name, both, (reader) =>
            readWebsite(web, reader, address, report, both),
          );
        }),
      ),
  };
}

/** Runs the work and yields its latest progress when the consumer is ready. A consumer that returns ends the work. */
async function* eventsOf(
  signal: AbortSignal,
  work: (report: (progress: Progress) => void, signal: AbortSignal) => Promise<Found>,
): AsyncGenerator<SourceEvent> {
  const leaving = new AbortController();
  let latest: Progress | undefined;
  let reported = Promise.withResolvers<undefined>();
  const report = (progress: Progress) => {
    latest = progress;
    reported.resolve(undefined);
  };
  const done = work(report, AbortSignal.any([signal, leaving.signal]));
  done.catch(() => {});
  try {
    for (;;) {
      const found = await Promise.race([reported.promise, done]);
      if (found !== undefined) {
        yield { type: 'done', ...found };
        return;
      }
      reported = Promise.withResolvers<undefined>();
      if (latest !== undefined) yield { type: 'progress', ...latest };
    }
  } finally {
    leaving.abort(new Error('the consumer of the proposals has left'));
    // The owner's slot is free again before the next source starts.
    await done.catch(() => {});
  }
}

// Without a cause, so that it is not logged: a file that breaks its reader is expected.
function tooHeavy(): Problem {
  return invalid(
    'This takes too much time or memory to read: send it in smaller parts, or as plain text.',
  );
}

/** The name of a file without its folder and extension. */
function bareName(name: string): string {
  const file = name.split(/[\\/]/).at(-1) ?? '';
  return file
    .replace(/\.\w{1,8}$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed();
}
