/** The typed client of the Baraza APIs. Web standards only: the same files serve Node and the browser. */
export type {
  ActivityEntry,
  CreateResource,
  Generation,
  JsonObject,
  ObjectDeletion,
  ObjectList,
  PatchedResource,
  ProblemCode,
  RecordEntry,
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
  ActionOptions,
  CreateOptions,
  GetResource,
  GetResourceOptions,
  IterateRecordsOptions,
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
  ListObjectsOptions,
  ObjectStorage,
  UploadOptions,
} from './storage.ts';
export type { Timing } from './timing.ts';
export type { Fetch } from './transport.ts';
