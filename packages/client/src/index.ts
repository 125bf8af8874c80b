/** The typed client of the Baraza APIs. Web standards only: the same files serve Node and the browser. */
export type {
  ActivityEntry,
  AnswerSource,
  CreatedResource,
  CreatedSite,
  CreateResource,
  Descriptor,
  DoneEvent,
  Generation,
  GenerationDone,
  ImportedSite,
  ImportResult,
  JsonObject,
  Language,
  LeadList,
  LeadReceipt,
  LeadStatus,
  LiveServerMessage,
  ObjectDeletion,
  ObjectLink,
  ObjectList,
  PatchedResource,
  Preview,
  ProblemCode,
  Profile,
  QuestionList,
  RecordEntry,
  RecordList,
  Resource,
  ResourceDeletion,
  ResourceList,
  RotatedKey,
  SavedProfile,
  Service,
  SiteBase,
  SiteConfig,
  SiteDetails,
  SiteExport,
  SiteLead,
  SiteList,
  SiteProblemCode,
  SiteQuestion,
  State,
  Status,
  StoredObject,
  TaughtQuestion,
  TokenEvent,
  UploadResult,
  Validation,
} from '@baraza/contract';
export type { AskEvent } from './ask.ts';
export type { CallOptions, DeleteOptions, EntityTag, WriteOptions } from './call.ts';
export type { Download, ObjectHead } from './download.ts';
export type { EventsOptions, PlatformEvent } from './events.ts';
export {
  type LiveEnd,
  type LiveEvent,
  type LiveOptions,
  type LiveServer,
  type LiveSession,
  type LiveSound,
  openLive,
} from './live.ts';
export { startTalk, type Talk, type TalkOptions } from './live-talk.ts';
export type { UploadContent } from './multipart.ts';
export {
  type ChosenServer,
  createServerChoice,
  type ServerChoice,
  type ServerChoiceOptions,
} from './operator.ts';
export {
  createPlatformClient,
  type GenerateRequest,
  type GenerationEvent,
  type PlatformClient,
  type PlatformClientOptions,
} from './platform.ts';
export {
  BarazaError,
  type BarazaErrorCode,
  ConnectionError,
  type ConnectionErrorCode,
  isBarazaError,
  isConnectionError,
} from './problem.ts';
export type {
  ExportRecordsOptions,
  IterateRecordsOptions,
  ListRecordsOptions,
  RecordFilters,
  Records,
  Where,
} from './records.ts';
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
} from './resources.ts';
export {
  type Answered,
  type AskOptions,
  type ConfigOptions,
  createSiteClient,
  type HistoryEntry,
  type Lead,
  type SiteClient,
  type SiteClientOptions,
} from './site.ts';
export {
  createSiteOwnerClient,
  type ExportOptions,
  type Lesson,
  type ListLeadsOptions,
  type ListQuestionsOptions,
  type PreviewOptions,
  type SiteOwnerClient,
  type SiteOwnerClientOptions,
} from './site-owner.ts';
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
} from './storage.ts';
export type { Timing } from './timing.ts';
export type { Fetch } from './transport.ts';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookPayload,
} from './verify-webhook.ts';
