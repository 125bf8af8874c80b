/** The launcher's program that fetches packages into the data folder: commands and the server use the same one. */
import { usualReserve } from '../../kernel/disk/disk-room.ts';
import type { Config } from '../../setup/config.ts';

interface Fetcher {
  readonly sizeOf: (name: 'speech') => { readonly unpacked: number; readonly download: number };
  readonly findFetched: (name: 'speech', dataFolder: string) => string | undefined;
  readonly ensureFetched: (
    name: 'speech',
    options: {
      readonly dataFolder: string;
      readonly reserveOf?: (totalBytes: number) => number;
      readonly onProgress?: (progress: FetchProgress) => void;
      readonly signal?: AbortSignal;
    },
  ) => Promise<string>;
}

export interface FetchProgress {
  readonly megabytes: number;
  readonly ofMegabytes: number;
  /** Whether another process fetches the same, which is waited for. */
  readonly isWaiting: boolean;
}

// Loaded lazily and by its address: it is plain JavaScript beside the sources, for a Node that runs no sources.
async function loadFetcher(): Promise<Fetcher> {
  return (await import(new URL('../../../bin/fetched.mjs', import.meta.url).href)) as Fetcher;
}

/** The folder whose `node_modules` has the fetched packages for speech; undefined if they are not there. */
export async function findFetchedSpeech(dataFolder: string): Promise<string | undefined> {
  return (await loadFetcher()).findFetched('speech', dataFolder);
}

/** In MB: what stays on the disk, and what is downloaded. */
export async function sizeOfSpeech() {
  return (await loadFetcher()).sizeOf('speech');
}

/** Fetches the packages for speech and resolves with their folder; rejects with one sentence. */
export async function fetchSpeech(
  { dataFolder, diskReserve: reserveOf = usualReserve }: Config,
  options: {
    readonly onProgress: (progress: FetchProgress) => void;
    readonly signal?: AbortSignal;
  },
): Promise<string> {
  return (await loadFetcher()).ensureFetched('speech', { dataFolder, reserveOf, ...options });
}
