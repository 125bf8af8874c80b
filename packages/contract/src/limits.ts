/** All limits of the API. */
import { dayMs, GB, hourMs, KB, MB, minuteMs } from './units.ts';

export const limits = {
  recordBytesMax: 20 * KB,
  configBytesMax: 20 * KB,
  promptBytesMax: 20 * KB,
  generatedTokensMax: 32_768,
  temperatureMax: 2,
  /** The default; the operator may raise it up to the ceiling. */
  recordsPerResourceMax: 1_000,
  recordsPerResourceCeiling: 1_000_000,
  /** The default; accounts are not records. */
  accountsPerUsersMax: 100_000,
  /** One uploaded file; repeated in packages/client/src/platform/multipart.ts. */
  objectBytesMax: 20 * MB,
  objectKeyBytesMax: 1_024,
  jsonBodyBytesMax: 64 * KB,
  jsonDepthMax: 64,
  /** The number of values in one JSON body, over all levels. */
  jsonValuesMax: 1_000_000,
  nameCharactersMax: 200,
  /** The length of `q`, on every route. */
  searchCharactersMax: 200,
  kindCharactersMax: 64,
  pageSizeMax: 1_000,
  activityDefault: 50,
  activityKeptPerOwner: 10_000,
  activityKeptMs: 30 * dayMs,
  resourcesPerOwnerMax: 10_000,
  ownerBytesDefault: 10 * GB,
  idempotencyKeyCharactersMax: 255,
  idempotencyKeptMs: 24 * hourMs,
  idempotentAnswersPerOwnerMax: 10_000,
  keyLastUsedFlushMs: 5 * minuteMs,
  keyResourcesMax: 100,
  /** Valid keys of one owner. */
  liveKeysPerOwnerMax: 1_000,
  keysListedMax: 1_000,
  /** How long an expired or revoked key is still listed in the console. */
  endedKeysListedMs: 90 * dayMs,
  recordWheresMax: 5,
  recordWhereItemsMax: 20,
  /** The parameter `filter`: its length, its comparisons, and how deep it is nested. */
  recordFilterCharactersMax: 1_000,
  recordFilterComparisonsMax: 20,
  recordFilterDepthMax: 10,
  recordFieldsMax: 20,
  recordIndexesMax: 5,
  summaryGroupsMax: 1_000,
  /** The length of a text that is grouped, or compared for min and max. */
  summaryCharactersMax: 500,
  recordReferencesMax: 10,
  /** The ids that one field may hold if its references are checked. */
  referencedMax: 100,
  /** The records that one deletion may delete or change besides. */
  dependantsMax: 1_000,
  /** Records that one reference adds to a response. */
  expandedMax: 1_000,
  /** Paths in one parameter of a summary. */
  summaryPathsMax: 5,
  recordUniquesMax: 5,
  /** The fields of one rule of unique values. */
  recordUniqueFieldsMax: 5,
  /** The paths of `config.search`. */
  recordSearchFieldsMax: 5,
  recordPathCharactersMax: 1_000,
  importBytesMax: 24 * MB,
  batchCallsMax: 50,
  /** Enough for 50 records of the largest size, with the JSON around them. */
  batchBytesMax: 1_088 * KB,
  linkSecondsMax: (7 * dayMs) / 1000,
  linkSecondsDefault: hourMs / 1000,
  formPostsPerMinute: 10,
  /** Writes of one account in a minute; `config.limits.perMinute` of a resource replaces it there. */
  userWritesPerMinute: 60,
  /** Writes of one network to records and objects that a rule allows without a user. */
  anonymousWritesPerMinute: 30,
  /** Writes of one network, of all its users and without a user. */
  networkWritesPerMinute: 600,
  heartbeatMs: 15_000,
  generationDrainMs: 10_000,
  eventStreamsMax: 2_000,
  /** Resources that one event stream or webhook is limited to. */
  eventResourcesMax: 100,
  eventStreamsPerOwnerMax: 200,
  /** Streams of users of an application and of anonymous callers. */
  keylessStreamsPerOwnerMax: 1_000,
  webhooksPerOwnerMax: 100,
  webhookPendingMax: 10_000,
  webhookDeliveriesKept: 100,
  webhookTimeoutMs: 10_000,
  webhookAttemptsKept: 20,
  webhookSecretOverlapMs: 24 * hourMs,
  webhookOldSecretsMax: 4,
  urlCharactersMax: 8 * KB,
  headerBytesMax: 16 * KB,
  refusedBodyBytesMax: 64 * MB,
  refusedBodyMs: 10_000,
  /** Pieces of bodies below 64 bytes, on one connection. */
  smallPiecesPerSecond: 1_000,
  headersTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  connectionsMax: 10_000,
  connectionsPerAddressMax: 1_024,
  bodiesBytesMax: 64 * MB,
  bodyTimeBaseMs: 60_000,
  bodyBytesPerSecondMin: 8 * KB,
  drainMs: 15_000,
} as const;

/** Sent as `Platform-Version`; within a version, changes are additions only. */
export const platformVersion = '2026-11-15';
