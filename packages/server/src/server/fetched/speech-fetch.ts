/** Fetches the packages for speech in the background, once after each start, if they are not there. */
import type { Log } from '../../kernel/log.ts';
import type { Config } from '../../setup/config.ts';
import {
  type FetchProgress,
  fetchSpeech,
  findFetchedSpeech,
  sizeOfSpeech,
} from './fetched-packages.ts';

interface SpeechFetch {
  readonly start: () => void;
  /** Ends the fetching; the next start begins it again. */
  readonly stop: () => Promise<void>;
}

export function createSpeechFetch(
  config: Config,
  log: Log,
  /** Opens the engines whose packages have come. */
  reload: () => Promise<void>,
): SpeechFetch {
  const stopping = new AbortController();
  let work: Promise<void> | undefined;
  return {
    start: () => {
      work ??= fetchMissing(config, log, reload, stopping.signal);
    },
    stop: async () => {
      stopping.abort();
      await work;
    },
  };
}

async function fetchMissing(
  config: Config,
  log: Log,
  reload: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  // A speech server needs the decoder of recordings.
  if (!config.speech && config.sttUrl === undefined) return;
  try {
    const { lackingPackages } = await import('../../speech/packages.ts');
    if (lackingPackages(await findFetchedSpeech(config.dataFolder)).length === 0) return;
    const { download, unpacked } = await sizeOfSpeech();
    log.info('speech is being fetched in the background; there is no voice until then', {
      downloadMb: download,
      diskMb: unpacked,
    });
    const onProgress = quarters((megabytes) => log.info('speech is being fetched', { megabytes }));
    const folder = await fetchSpeech(config, { onProgress, signal });
    await reload();
    log.info('speech was fetched; voice works from now on', { folder });
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string };
    if (signal.aborted || code === 'interrupted') return;
    log.warn(`${message} The next start tries again, or \`npx baraza add speech\` now.`);
  }
}

/** Calls `report` when a quarter, a half and three quarters are there. */
function quarters(report: (megabytes: number) => void): (progress: FetchProgress) => void {
  let reported = 0;
  return ({ megabytes, ofMegabytes }) => {
    const quarter = Math.min(3, Math.floor((4 * megabytes) / ofMegabytes));
    if (quarter <= reported) return;
    reported = quarter;
    report(megabytes);
  };
}
