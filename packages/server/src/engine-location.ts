/** Where questions are read: in processes of this server, or by engines on other machines. */
import { readFileSync } from 'node:fs';
import type { Config } from './config.ts';
import { reasonOf } from './data-folder.ts';
import { readCertificates } from './database-ca.ts';
import type { Engine } from './engine/engine.ts';
import type { ModelFiles } from './engine/messages.ts';
import type { EngineOptions } from './engine/open.ts';
import type { EngineServer } from './engine/remote/engine-server.ts';
import { isLoopback } from './kernel/formats/loopback.ts';
import { type Log, silentLog } from './kernel/log.ts';
import { invalid, unavailable } from './kernel/problem.ts';
import { programVersion } from './program.ts';

/** The engine in as many processes as configured, or on other machines. */
export async function openEngine(config: Config, log: Log): Promise<Engine> {
  if (config.engineUrls.length === 0) {
    const { openEngineProcesses } = await import('./engine/open.ts');
    return openEngineProcesses(processOptions(config, log));
  }
  const { openRemoteEngines } = await import('./engine/remote/remote-engines.ts');
  const { findModelFiles } = await import('./engine/models/files.ts');
  const hasEncoder =
    takesServerVectors(config) || (config.encoder && findModelFiles('encoder') !== undefined);
  return openRemoteEngines({ ...remoteOptions(config, log), urls: config.engineUrls, hasEncoder });
}

interface Listen {
  readonly host: string;
  readonly port: number;
  /** Files in PEM. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
}

// An engine that serves other servers keeps its models loaded.
const neverIdleMs = 2 ** 31 - 1;

/** Lets other servers use engine processes of this machine. */
export async function listenForServers(
  config: Config,
  { host, port, tls }: Listen,
  log: Log,
): Promise<EngineServer> {
  const token = config.engineToken;
  if (token === undefined)
    throw invalid('BARAZA_ENGINE_TOKEN must be set, the same as on the servers.');
  if (tls === undefined && !isLoopback(host))
    throw invalid(`--tls-key and --tls-cert must be given to listen on ${host}.`);
  const { createEngineProcesses } = await import('./engine/open.ts');
  const { serveEngines } = await import('./engine/remote/engine-server.ts');
  const models = await findFingerprints(config, 'to run');
  const pem = tls && { key: readPem(tls.key), cert: readPem(tls.cert) };
  return serveEngines({
    processes: createEngineProcesses({ ...processOptions(config, log), idleMs: neverIdleMs }),
    greeting: { version: programVersion, ...models },
    token,
    host,
    port,
    tls: pem,
    log,
  }).catch((cause: unknown) => {
    const sentence = `The engines cannot listen on ${host}:${port}: ${reasonOf(cause)}.`;
    throw unavailable(sentence, { cause });
  });
}

/** The embeddings server of this configuration. */
export function vectorServer(config: Config) {
  const { embedUrl, embedKey, modelUrl, modelKey, modelEmbeddings } = config;
  // A server of one model takes any name.
  if (embedUrl !== undefined)
    return { url: embedUrl, model: modelEmbeddings ?? 'default', key: embedKey };
  if (modelUrl === undefined || modelEmbeddings === undefined) return undefined;
  return { url: modelUrl, model: modelEmbeddings, key: modelKey };
}

/** Whether vectors come from the model server, not from the built-in encoder. */
function takesServerVectors(config: Config): boolean {
  return config.encoder && vectorServer(config) !== undefined;
}

function processOptions(config: Config, log: Log): EngineOptions {
  return {
    log,
    count: config.engines,
    hasEncoder: config.encoder,
    hasReader: config.encoder && config.reader,
    embeddings: config.encoder ? vectorServer(config) : undefined,
  };
}

function remoteOptions(config: Config, log: Log) {
  const { engineToken: token = '', engineCa } = config;
  let models: ReturnType<typeof findFingerprints> | undefined;
  return {
    token,
    ca: engineCa === undefined ? undefined : readCertificates(engineCa, 'BARAZA_ENGINE_CA'),
    expected: {
      version: programVersion,
      models: () => {
        models ??= findFingerprints(config);
        return models;
      },
    },
    log,
  };
}

/** The fingerprints of encoder and reader, null without one. For built-in models a server needs only their files. */
async function findFingerprints(config: Config, use?: 'to run') {
  const { findModel, findModelFiles, fingerprint } = await import('./engine/models/files.ts');
  const { hasReader, hasEncoder, embeddings } = processOptions(config, silentLog);
  const find = use === 'to run' ? findModel : findModelFiles;
  const [encoder, reader] = [hasEncoder && find('encoder'), hasReader && find('reader')];
  const of = async (files: ModelFiles | false | undefined) => (files ? fingerprint(files) : null);
  if (embeddings === undefined) return { encoder: await of(encoder), reader: await of(reader) };
  const { fingerprintOfServer } = await import('./models/models.ts');
  return { encoder: fingerprintOfServer(embeddings), reader: await of(reader) };
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const sentence = `The file ${file} cannot be read: ${reasonOf(cause)}.`;
    throw invalid(sentence, { cause });
  }
}
