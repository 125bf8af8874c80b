/** The typed client of the Baraza APIs. It uses web standards only, so the same files run in Node and in browsers. */
export type {
  ActivityEntry,
  AnswerSource,
  ConfigWarning,
  CreatedResource,
  CreatedSite,
  CreateResource,
  DeletedEntry,
  Delivery,
  DeliveryDetails,
  DeliveryList,
  DeliveryStatus,
  Descriptor,
  DoneEvent,
  ExpandedRecord,
  FeedbackValue,
  Generation,
  GenerationDone,
  ImportedSite,
  ImportResult,
  JsonObject,
  KeptVersion,
  Language,
  LeadList,
  LeadReceipt,
  LeadStatus,
  LiveServerMessage,
  NoticeTest,
  ObjectDeletion,
  ObjectLink,
  ObjectList,
  OriginVerdict,
  PatchedResource,
  Preview,
  ProblemCode,
  Profile,
  ProfileChanges,
  ProfileDryRun,
  ProfileList,
  ProfileVersion,
  ProfileVersionList,
  QuestionDetails,
  QuestionList,
  QuestionStatus,
  QuestionsDigest,
  RecordEntry,
  RecordList,
  RecordRemoval,
  Resource,
  ResourceDeletion,
  ResourceList,
  RotatedKey,
  RotatedSecret,
  SavedEntry,
  SavedProfile,
  Service,
  SiteBase,
  SiteConfig,
  SiteDetails,
  SiteExport,
  SiteGaps,
  SiteLead,
  SiteList,
  SiteProblemCode,
  SiteQuestion,
  SiteUsageDays,
  State,
  Status,
  StoredObject,
  StoredRecord,
  TaughtQuestion,
  TokenEvent,
  UploadResult,
  Validation,
} from '@baraza/contract';
export type { Download, ObjectHead } from './platform/download.ts';
export type { EventsOptions, PlatformEvent } from './platform/events.ts';
export { submitForm } from './platform/forms.ts';
export type { UploadContent } from './platform/multipart.ts';
export {
  createPlatformClient,
  type GenerateRequest,
  type GenerationEvent,
  type PlatformClient,
  type PlatformClientOptions,
} from './platform/platform.ts';
export type { BatchCall, BatchResults, RunBatch } from './platform/records/batch.ts';
export type {
  Addition,
  Collection,
  CollectionCalls,
  CollectionPage,
  CollectionRecord,
  Expanded,
  MergePatch,
} from './platform/records/collection.ts';
export type { FieldOf, PathOf, ValueAt } from './platform/records/paths.ts';
export type {
  ExportRecordsOptions,
  GetRecordOptions,
  IterateRecordsOptions,
  ListRecordsOptions,
  Records,
} from './platform/records/records.ts';
export type { Summary, SummaryOptions } from './platform/records/summary.ts';
export type {
  RecordFilters,
  RecordOrder,
  Where,
  WhereComparison,
} from './platform/records/where.ts';
export type {
  ActionOptions,
  CreateOptions,
  GetResource,
  GetResourceOptions,
  IterateResourcesOptions,
  ListResourcesOptions,
  RecordAnswer,
  RecordDeletion,
  Resources,
} from './platform/resources.ts';
export type {
  ByteRange,
  DownloadObject,
  DownloadOptions,
  HeadObject,
  HeadOptions,
  IterateObjectsOptions,
  LinkOptions,
  ListObjectsOptions,
  ObjectStorage,
  UploadOptions,
} from './platform/storage.ts';
export {
  type Credentials,
  type NewAccount,
  type SessionStore,
  type SignedIn,
  sessionInBrowser,
  sessionInMemory,
  type User,
  type Users,
} from './platform/users.ts';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookPayload,
} from './platform/verify-webhook.ts';
export type { ListDeliveriesOptions, RedeliverOptions, Webhooks } from './platform/webhooks.ts';
export type { AskEvent, HistoryEntry } from './site/ask.ts';
export {
  type LiveEnd,
  type LiveEvent,
  type LiveOptions,
  type LiveServer,
  type LiveSession,
  type LiveSound,
  openLive,
} from './site/live.ts';
export { startTalk, type Talk, type TalkOptions } from './site/live-talk.ts';
export {
  type ChosenServer,
  createServerChoice,
  type ServerChoice,
  type ServerChoiceOptions,
} from './site/operator.ts';
export {
  type Answered,
  type AskOptions,
  type ConfigOptions,
  createSiteClient,
  type Lead,
  type SiteClient,
  type SiteClientOptions,
} from './site/site.ts';
export {
  type ChangeOptions,
  createSiteOwnerClient,
  type ExportOptions,
  type GapsOptions,
  type GroupOptions,
  type Lesson,
  type ListLeadsOptions,
  type ListQuestionsOptions,
  type PreviewOptions,
  type SiteOwnerClient,
  type SiteOwnerClientOptions,
  type UsageOptions,
} from './site/site-owner.ts';
export type { Source, SourceOptions } from './site/sources.ts';
export type {
  CallOptions,
  DeleteOptions,
  EntityTag,
  Fetch,
  OnProgress,
  Progress,
  ProgressOptions,
  WriteOptions,
} from './transport/call.ts';
export {
  BarazaError,
  type BarazaErrorCode,
  ConnectionError,
  type ConnectionErrorCode,
  type FieldError,
  isBarazaError,
  isConnectionError,
} from './transport/problem.ts';
export type { Timing } from './transport/timing.ts';
