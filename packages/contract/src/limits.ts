/** Every number of the API. KB is 1,024 bytes and MB is 1,024 KB, everywhere. */
const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const limits = {
  recordBytesMax: 20 * KB,
  configBytesMax: 20 * KB,
  promptBytesMax: 20 * KB,
  generatedTokensMax: 32_768,
  temperatureMax: 2,
  recordsPerResourceMax: 1_000,
  objectBytesMax: 20 * MB,
  objectKeyBytesMax: 1_024,
  jsonBodyBytesMax: 64 * KB,
  jsonDepthMax: 64,
  /** Everything that the lists and objects of one JSON body hold, all levels together. */
  jsonValuesMax: 1_000_000,
  nameCharactersMax: 200,
  kindCharactersMax: 64,
  pageSizeMax: 1_000,
  activityDefault: 50,
  activityKeptPerOwner: 10_000,
  activityKeptMs: 30 * DAY_MS,
  resourcesPerOwnerMax: 10_000,
  ownerBytesDefault: 10 * GB,
  idempotencyKeyCharactersMax: 255,
  idempotencyKeptMs: 24 * HOUR_MS,
  keyLastUsedFlushMs: 5 * MINUTE_MS,
  recordWheresMax: 5,
  importBytesMax: 24 * MB,
  linkSecondsMax: (7 * DAY_MS) / 1000,
  linkSecondsDefault: HOUR_MS / 1000,
  formPostsPerMinute: 10,
  heartbeatMs: 15_000,
  generationDrainMs: 10_000,
  eventStreamsMax: 2_000,
  eventStreamsPerOwnerMax: 200,
  webhookPendingMax: 10_000,
  webhookDeliveriesKept: 100,
  webhookTimeoutMs: 10_000,
  urlCharactersMax: 8 * KB,
  headerBytesMax: 16 * KB,
  refusedBodyBytesMax: 64 * MB,
  refusedBodyMs: 10_000,
  headersTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  drainMs: 15_000,
} as const;

/** Answered in `Platform-Version`; changes inside a version are only additions. */
export const platformVersion = '2026-11-15';
