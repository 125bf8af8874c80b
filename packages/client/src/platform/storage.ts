/** Objects of a storage resource. Keys are not paths: any Unicode text is allowed. */
import type {
  ObjectDeletion,
  ObjectLink,
  ObjectList,
  ObjectsQuery,
  StoredObject,
  UploadResult,
} from '@baraza/contract';
import { checkedObjectKey, segment } from '../transport/address.ts';
import type {
  CallOptions,
  DeleteOptions,
  EntityTag,
  ProgressOptions,
  WriteOptions,
} from '../transport/call.ts';
import { iteratePages, pageSizeDefault } from '../transport/pages.ts';
import { sendInPieces, sendsStreams } from '../transport/progress.ts';
import { repeatAlways, repeatNever } from '../transport/retry.ts';
import type { Transport } from '../transport/transport.ts';
import { type Download, downloadOf, headOf, type ObjectHead } from './download.ts';
import { encodeUpload, type UploadContent } from './multipart.ts';

export type ObjectStorage = ReturnType<typeof createStorage>;

/** With `ifNoneMatch` the result is undefined while the object still has that ETag. */
export type DownloadObject = {
  (id: string, key: string, options?: Unconditional<DownloadOptions>): Promise<Download>;
  (id: string, key: string, options: DownloadOptions): Promise<Download | undefined>;
};

/** Like download, but without the bytes. */
export type HeadObject = {
  (id: string, key: string, options?: Unconditional<HeadOptions>): Promise<ObjectHead>;
  (id: string, key: string, options: HeadOptions): Promise<ObjectHead | undefined>;
};

export type ListObjectsOptions = CallOptions & Readonly<Omit<ObjectsQuery, 'key'>>;
export type IterateObjectsOptions = Omit<ListObjectsOptions, 'cursor'>;
export type HeadOptions = CallOptions & { readonly ifNoneMatch?: EntityTag | undefined };
/** The server may ignore a range; `range` of the download is what it sent. */
export type DownloadOptions = HeadOptions &
  ProgressOptions & { readonly range?: ByteRange | undefined };
export type UploadOptions = WriteOptions &
  ProgressOptions & {
    /** By default the type of a Blob, or text/plain for a string. */
    readonly contentType?: string | undefined;
    /** `*`: only if there is no object with that key yet. */
    readonly ifNoneMatch?: EntityTag | undefined;
  };

export type LinkOptions = CallOptions & {
  /** Seconds, at most seven days. */
  readonly expiresIn?: number | undefined;
};

/** Both ends included, counted from 0; or the last bytes. */
export type ByteRange =
  | { readonly start: number; readonly end?: number | undefined }
  | { readonly last: number };

export function createStorage({ json, open }: Transport) {
  const list = async (id: string, options: ListObjectsOptions = {}) => {
    const { prefix, limit, cursor } = options;
    const query = { prefix, limit, cursor };
    return json<ObjectList>({ method: 'GET', path: pathOf(id), query, options });
  };

  function download(
    id: string,
    key: string,
    options?: Unconditional<DownloadOptions>,
  ): Promise<Download>;
  function download(
    id: string,
    key: string,
    options: DownloadOptions,
  ): Promise<Download | undefined>;
  async function download(id: string, key: string, options: DownloadOptions = {}) {
    const range = rangeText(options.range);
    const answer = await open({ method: 'GET', ...objectOf(id, key), range, options });
    if (answer.response.status !== 304) return downloadOf(answer, options.onProgress);
    answer.watch.end();
    return undefined;
  }

  function head(id: string, key: string, options?: Unconditional<HeadOptions>): Promise<ObjectHead>;
  function head(id: string, key: string, options: HeadOptions): Promise<ObjectHead | undefined>;
  async function head(id: string, key: string, options: HeadOptions = {}) {
    const { response, watch } = await open({ method: 'HEAD', ...objectOf(id, key), options });
    watch.end();
    return response.status === 304 ? undefined : headOf(response);
  }

  return {
    /** Without `limit` all objects. */
    list,
    /** Every object; `limit` is the page size. */
    iterate: (
      id: string,
      { limit = pageSizeDefault, ...options }: IterateObjectsOptions = {},
    ): AsyncGenerator<StoredObject, void> =>
      iteratePages(
        (cursor) => list(id, { ...options, limit, cursor }),
        (page) => page.objects,
      ),
    /** Replaces an object with the same key. Retried, unless the content is a stream. */
    upload: async (
      id: string,
      key: string,
      content: UploadContent,
      options?: UploadOptions,
    ): Promise<UploadResult> => {
      const path = pathOf(id);
      const form = await encodeUpload({
        key: checkedObjectKey(key),
        content,
        contentType: options?.contentType,
        sendsStreams: sendsStreams(),
        signal: options?.signal,
      });
      const repeat = form.content instanceof ReadableStream ? repeatNever : repeatAlways;
      const transfer = sendInPieces(options?.onProgress);
      return json({ method: 'POST', path, form, options, repeat, transfer });
    },
    download,
    head,
    /** A link that reads the object without a key; valid for an hour by default. */
    link: async (id: string, key: string, options?: LinkOptions): Promise<ObjectLink> =>
      json({
        method: 'POST',
        path: `${pathOf(id)}/links`,
        json: { key: checkedObjectKey(key), expiresIn: options?.expiresIn },
        options,
      }),
    /** With `ifMatch` only if the object still has that ETag. */
    delete: async (id: string, key: string, options?: DeleteOptions): Promise<ObjectDeletion> =>
      json({ method: 'DELETE', ...objectOf(id, key), options }),
  };
}

type Unconditional<Options> = Options & { readonly ifNoneMatch?: undefined };

function pathOf(id: string): string {
  return `/api/platform/storage/${segment(id)}`;
}

function objectOf(id: string, key: string) {
  return { path: pathOf(id), query: { key: checkedObjectKey(key) } };
}

function rangeText(range: ByteRange | undefined): string | undefined {
  if (range === undefined) return undefined;
  return 'last' in range ? `bytes=-${range.last}` : `bytes=${range.start}-${range.end ?? ''}`;
}
