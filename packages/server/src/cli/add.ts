/** Fetches what the package does not bring; a running server uses it at once. */
import { callControl } from '../control/control.ts';
import { invalid, unavailable } from '../kernel/problem.ts';
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
  if (name !== 'speech') throw invalid(`There is nothing named ${name} to add; there is speech.`);
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

/** False if no server runs. */
async function tellServer(socket: string): Promise<boolean> {
  return (await callControl(socket, { name: 'add speech', input: {} })) !== undefined;
}
