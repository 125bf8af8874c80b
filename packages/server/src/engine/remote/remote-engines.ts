/** The engines of other machines. A machine says how many it has when it is first reached. */
import type { Engine } from '../engine.ts';
import { createEnginePool } from '../pool.ts';
import type { Greeting } from './protocol.ts';
import {
  createRemoteEngine,
  type RemoteEngine,
  type RemoteEngineOptions,
} from './remote-engine.ts';

interface RemoteEnginesOptions extends Pick<RemoteEngineOptions, 'token' | 'ca' | 'log'> {
  /** The addresses of the machines. */
  readonly urls: readonly string[];
  readonly expected: ExpectedEngine;
  readonly hasEncoder: boolean;
}

interface ExpectedEngine {
  readonly version: string;
  /** The fingerprints of its models. */
  readonly models: () => Promise<Pick<Greeting, 'encoder' | 'reader'>>;
}

export function openRemoteEngines(options: RemoteEnginesOptions): Engine {
  const { urls, expected, hasEncoder, log } = options;
  const engines: RemoteEngine[] = [];
  const counts = new Map<string, number>();
  const grow = (url: string, wanted: number): readonly RemoteEngine[] => {
    const known = counts.get(url) ?? 0;
    const added = Array.from({ length: Math.max(0, wanted - known) }, (_, more) =>
      createRemoteEngine({
        ...options,
        url,
        number: known + more,
        faultIn: (greeting) => faultIn(greeting, expected),
        onGreeting: ({ engines }) => {
          for (const engine of grow(url, engines)) engine.start();
        },
      }),
    );
    counts.set(url, known + added.length);
    engines.push(...added);
    return added;
  };
  for (const url of urls) grow(url, 1);
  return createEnginePool({
    processes: engines,
    atOnce: () => Math.max(1, engines.filter(({ isRunning }) => isRunning()).length),
    hasEncoder,
    log,
  });
}

/** Connects once, for a diagnosis; rejects with one clear sentence. */
export async function examineRemoteEngine(
  url: string,
  { expected, ...options }: Omit<RemoteEnginesOptions, 'urls' | 'hasEncoder'>,
  signal: AbortSignal,
) {
  let engines = 0;
  const engine = createRemoteEngine({
    ...options,
    url,
    number: 0,
    faultIn: (greeting) => faultIn(greeting, expected),
    onGreeting: (greeting) => {
      ({ engines } = greeting);
    },
  });
  try {
    await engine.ask({ kind: 'wake' }, signal);
    const startedMs = performance.now();
    await engine.ask({ kind: 'wake' }, signal);
    return { engines, roundTripMs: performance.now() - startedMs };
  } finally {
    await engine.close();
  }
}

async function faultIn(
  { version, ...greeting }: Greeting,
  expected: ExpectedEngine,
): Promise<string | undefined> {
  if (version !== expected.version)
    return `it runs version ${printable(version)}, and this server ${expected.version}; install the same on both`;
  const models = await expected.models();
  const other = (['encoder', 'reader'] as const).find((name) => greeting[name] !== models[name]);
  if (other === undefined) return undefined;
  return (
    `its ${other} (${printable(greeting[other] ?? 'none')}) is not that of this server ` +
    `(${models[other] ?? 'none'}); ${remedies[other]} must be the same on both`
  );
}

const remedies = {
  encoder: 'BARAZA_ENCODER and the settings of embeddings',
  reader: 'BARAZA_READER and the installed model',
};

function printable(text: string): string {
  return text.replaceAll(/[^\w.-]/g, '').slice(0, 60);
}
