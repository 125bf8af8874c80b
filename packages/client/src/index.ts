/** The typed client of the Baraza APIs. Web standards only: the same files serve Node and the browser. */
export type {
  ActivityEntry,
  CreatedResource,
  CreateResource,
  Generation,
  ImportResult,
  JsonObject,
  ObjectDeletion,
  ObjectLink,
  ObjectList,
  PatchedResource,
  ProblemCode,
  RecordEntry,
  RecordList,
  Resource,
  ResourceDeletion,
  ResourceList,
  Service,
  State,
  Status,
  StoredObject,
  UploadResult,
  Validation,
} from '@baraza/contract';
export type { CallOptions, DeleteOptions, EntityTag, WriteOptions } from './call.ts';
export type { Download, ObjectHead } from './download.ts';
export type { EventsOptions, PlatformEvent } from './events.ts';
export type { UploadContent } from './multipart.ts';
export {
  createPlatformClient,
  type GenerateRequest,
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
