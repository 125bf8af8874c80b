/** Adds what an installation lacks: the packages for speech, which a running server uses at once, or the bucket. */
import { callControl } from '../control/control.ts';
import { systemClock } from '../kernel/clock.ts';
import { invalid, Problem, unavailable } from '../kernel/problem.ts';
import {
  type FetchProgress,
  fetchSpeech,
  findFetchedSpeech,
  sizeOfSpeech,
} from '../server/fetched/fetched-packages.ts';
import { dataPaths, makeDataFolder } from '../setup/data-folder.ts';
import { lackingPackages } from '../speech/packages.ts';
import type { Context, Given, Result } from './command.ts';

export async function runAdd(given: Given, context: Context): Promise<Result> {
  const name = given.positional(0);
  if (name === 'speech') return addSpeech(given, context);
  if (name === 'bucket') return addBucket(context);
  throw invalid(`There is nothing named ${name} to add; there are speech and bucket.`);
}

async function addSpeech(given: Given, context: Context): Promise<Result> {
  const name = 'speech';
  const { config } = context;
  const paths = dataPaths(config.dataFolder);
  if (lackingPackages().length === 0)
    return {
      value: { name, state: 'installed', folder: null },
      lines: ['Speech is installed beside the server; there is nothing to fetch.'],
    };
  makeDataFolder(paths);
  const present = await findFetchedSpeech(config.dataFolder);
  const print = given.json ? () => {} : context.print;
  const folder = present ?? (await fetchNow(context, print));
  // Also where it was there: the server may have been busy when it came.
  const isUsed = await tellServer(paths.socket);
  return {
    value: { name, state: present === undefined ? 'fetched' : 'present', folder },
    lines: [
      present === undefined ? `Speech is in ${folder}.` : `Speech is there already, in ${folder}.`,
      isUsed
        ? 'The running server uses it from its next request.'
        : 'No server runs on this data folder; the next start uses it.',
    ],
    warnings: config.speech ? [] : ['BARAZA_SPEECH is 0, so the built-in engines stay off.'],
  };
}

async function fetchNow({ config }: Context, print: (line: string) => void): Promise<string> {
  const { download, unpacked } = await sizeOfSpeech();
  print(`Fetching speech: ${download} MB to download, ${unpacked} MB on the disk.`);
  try {
    return await fetchSpeech(config, { onProgress: spaced(print) });
  } catch (cause) {
    throw unavailable((cause as Error).message, { cause });
  }
}

const printMs = 3_000;

function spaced(print: (line: string) => void): (progress: FetchProgress) => void {
  let printedMs = performance.now();
  return ({ megabytes, ofMegabytes, isWaiting }) => {
    if (isWaiting) print('Another process is fetching it; waiting for it.');
    else if (performance.now() - printedMs >= printMs) {
      printedMs = performance.now();
      print(`  ${megabytes} of about ${ofMegabytes} MB`);
    }
  };
}

async function addBucket({ config: { blobUrl } }: Context): Promise<Result> {
  if (blobUrl === undefined)
    throw invalid('BLOB_URL is not set: objects are files in the data folder and need no bucket.');
  const { makeBucket } = await import('../blobs/s3-bucket.ts');
  const { bucket } = blobUrl;
  try {
    const state = await makeBucket(blobUrl, systemClock);
    const line = `The bucket ${bucket} ${state === 'made' ? 'was made' : 'is there already'}.`;
    return { value: { name: 'bucket', state, bucket }, lines: [line] };
  } catch (cause) {
    throw unavailable(`The bucket ${bucket} cannot be made: ${reasonOf(cause)}.`, { cause });
  }
}

/** False if no server runs. */
async function tellServer(socket: string): Promise<boolean> {
  return (await callControl(socket, { name: 'add speech', input: {} })) !== undefined;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Problem ? (error.cause ?? error) : error;
  const { name, message } = cause as Error;
  return (message || name).replace(/[.]$/, '');
}
