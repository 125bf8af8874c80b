/** All limits of the site assistant's API. */
import { dayMs, hourMs, KB, MB, minuteMs } from './units.ts';

export const siteLimits = {
  askBytesMax: 256 * KB,
  questionCharactersMax: 2_000,
  historyEntriesMax: 20,
  historyCharactersMax: 4_000,
  requestIdCharactersMax: 200,
  conversationCharactersMax: 200,
  pageCharactersMax: 2_000,
  replayKeptMs: 2 * minuteMs,
  silenceMs: 15_000,
  askTimeoutMs: 30_000,
  askDrainMs: 5_000,
  groupedQuestionsMax: 20_000,
  noticesPendingMax: 1_000,
  /** In a digest; further ones are only counted. */
  digestGroupsMax: 30,
  digestWordingsMax: 5,
  digestQuestionCharactersMax: 300,
  /** In a group of questions that lack a language; further ones are only counted. */
  gapWordingsMax: 20,
  /** The interval at which the use of an entry is recorded. */
  entryUseNotedMs: hourMs,
  sourcesMax: 5,
  quoteCharactersMax: 240,
  /** Approved questions that a refusal suggests. */
  askSuggestionsMax: 2,
  /** A suggestion must fit on a button. */
  askSuggestionCharactersMax: 300,
  audioBytesMax: 10 * MB,
  audioSecondsMax: 65,
  /** From the end of the upload to the transcript; after that the call is refused as `busy`. */
  transcribeMs: 18_000,
  speakCharactersMax: 1_000,
  /** The length of the spoken text, with numbers in words; the rest is left out. */
  spokenCharactersMax: 3_000,
  soundBytesMax: 16 * MB,
  /** Requests of one network with an invalid link to confirm an e-mail address. */
  wrongLinksPerMinuteMax: 20,
  leadBytesMax: 64 * KB,
  contactCharactersMin: 3,
  contactCharactersMax: 200,
  leadNameCharactersMax: 100,
  leadMessageCharactersMax: 2_000,
  leadRepeatMs: 10 * minuteMs,
  smallBodyBytesMax: 64 * KB,
  profileBytesMax: 8 * MB,
  /** The size that saving may add to a profile, so that a saved profile can be sent again. */
  profileSlackBytes: MB,
  importBytesMax: 64 * MB,
  /** The earlier versions in an export, so that it can be imported. */
  exportedVersionsBytesMax: 32 * MB,
  /** Stored versions of a profile. */
  versionsMax: 100,
  /** The listed changes of each kind in a version; further ones are only counted. */
  changesListedMax: 100,
  warningsMax: 50,
  originsMax: 50,
  originCharactersMax: 300,
  suggestionsMax: 20,
  shortCharactersMax: 200,
  sentenceCharactersMax: 2_000,
  textCharactersMax: 1_000_000,
  entriesMax: 5_000,
  alternativesMax: 50,
  hoursMax: 50,
  closedMax: 400,
  pricesMax: 2_000,
  /** The largest amount; a larger one is a slip of the finger. */
  priceMax: 999_999_999_999,
  retentionDaysDefault: 180,
  retentionDaysMax: 3_650,
  pageSizeDefault: 50,
  pageSizeMax: 1_000,
  corsMaxAgeSeconds: 7_200,
  configMaxAgeSeconds: 60,
  sitesPerOwnerMax: 1_000,
  sourceBytesMax: 20 * MB,
  sourcePagesMax: 50,
  sourcePageBytesMax: 3 * MB,
  /** More than the slowest website takes; each step has its own limit. */
  sourceAnswerMs: 10 * 60_000,
} as const;

/** Limits of operators and nodes. */
export const nodeLimits = {
  grantDaysDefault: 30,
  grantDaysMax: 90,
  /** How far the clock of the operator that signed a grant may be ahead. */
  clockAheadMs: 60_000,
  /** Enough for the largest allowed number of sites. */
  grantCharactersMax: 64 * 1024,
  grantSitesMax: 1_000,
  nodesListedMax: 1_000,
  reportBytesMax: 512 * 1024,
  reportRowsMax: 500,
  /** From one network. */
  reportsPerMinuteMax: 120,
  /** The age of the oldest day that a node may report. */
  reportAgeMaxMs: 92 * dayMs,
  /** How much an operator stores for one node. */
  reportedRowsPerNodeMax: 100_000,
  reportedKeptMs: 400 * dayMs,
} as const;
