/** A call, and the request built from it; all attempts send the same request. */
import { parseKey, type QueryValues } from './address.ts';
import type { Repeat } from './retry.ts';

export type Call = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address, encoded. */
  readonly path: string;
  readonly query?: QueryValues;
  readonly options?: (WriteOptions & { readonly ifNoneMatch?: EntityTag | undefined }) | undefined;
  readonly range?: string | undefined;
  /** The expected type, if not JSON. */
  readonly accept?: string | undefined;
  readonly json?: unknown;
  readonly form?: { readonly contentType: string; readonly content: Blob | ReadableStream };
  /** Sends the request instead of fetch. */
  readonly transfer?: Transfer | undefined;
  /** When to repeat the call; by default depends on the method. */
  readonly repeat?: Repeat;
  /** Overrides the client's number of retries. */
  readonly retries?: number;
  /** The timeout of an attempt, unless the caller or the client sets one. */
  readonly timeoutMs?: number;
};

export type CallOptions = {
  /** Aborts the call, also between attempts; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The timeout of each attempt; Infinity for none. */
  readonly timeoutMs?: number | undefined;
};

export type Progress = {
  /** The bytes of this attempt: a retry starts at 0 again. */
  readonly bytes: number;
  /** Undefined if unknown, as for a stream. */
  readonly totalBytes: number | undefined;
};

export type OnProgress = (progress: Progress) => void;

/** For calls whose body may take a long time. */
export type ProgressOptions = {
  /** Called often with the bytes sent or received, so it should be quick. */
  readonly onProgress?: OnProgress | undefined;
};

export type WriteOptions = DeleteOptions & {
  /** Replaces the random key, so that repeated calls count as one write. */
  readonly idempotencyKey?: string | undefined;
};

export type DeleteOptions = CallOptions & {
  /** Only if this is still the version; otherwise rejects with a BarazaError with status 409. */
  readonly ifMatch?: EntityTag | undefined;
};

/** A version or an ETag, with or without its quotes; a version is the ETag of a resource. */
export type EntityTag = string | number;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Without `send` it uses XMLHttpRequest or the global fetch. `onMoved` is called when bytes have been passed to the
 * system, with the time that they may still need to arrive.
 */
export type Transfer = (
  send: Fetch | undefined,
  url: string,
  init: RequestInit,
  onMoved: (moreMs: number) => void,
) => Promise<Response>;

/** Headers that identify the sender of every call. */
export type Sender = {
  readonly headers: { readonly [name: string]: string | undefined };
  /** Removed from error messages in case the server echoes it. */
  readonly secret: string | undefined;
  /** Whether the server accepts Idempotency-Key; if it does not, CORS blocks a page that sends it. */
  readonly sendsIdempotencyKeys: boolean;
  /** Forgets the secret of a session that has ended. */
  readonly endSession?: (secret: string) => void;
};

export type PreparedRequest = {
  readonly init: RequestInit;
  readonly idempotencyKey: string | undefined;
};

/** Throws if the call itself is invalid, so that later errors of fetch are network errors. */
export function prepareRequest(call: Call, sender: Sender): PreparedRequest {
  const { method, options = {} } = call;
  const body = bodyOf(call);
  const isWrite = method === 'POST' || method === 'PATCH';
  const idempotencyKey =
    isWrite && sender.sendsIdempotencyKeys ? (options.idempotencyKey ?? randomToken()) : undefined;
  const headers = headersOf({
    ...sender.headers,
    'content-type': body.contentType,
    'idempotency-key': idempotencyKey,
    'if-match': entityTagText(options.ifMatch),
    'if-none-match': entityTagText(options.ifNoneMatch),
    range: call.range,
    accept: call.accept,
  });
  return {
    init: {
      method,
      headers,
      ...body.init,
      // No cached and no redirected responses: a redirected POST would silently become a GET.
      cache: 'no-store',
      redirect: 'manual',
      credentials: 'omit',
    },
    idempotencyKey,
  };
}

/** A sender with a credential. */
export function bearer(
  key: string,
  { sendsIdempotencyKeys }: Pick<Sender, 'sendsIdempotencyKeys'>,
): Sender {
  const secret = parseKey(key);
  return { headers: { authorization: `Bearer ${secret}` }, secret, sendsIdempotencyKeys };
}

/** 128 random bits; `getRandomValues` also works on insecure pages. */
export function randomToken(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

// A streamed body needs `duplex`, which is missing in the DOM types.
type BodyInit = {
  readonly contentType: string | undefined;
  readonly init: RequestInit & { readonly duplex?: 'half' };
};

function bodyOf({ form, json }: Call): BodyInit {
  if (form !== undefined) {
    const { contentType, content } = form;
    const isStream = content instanceof ReadableStream;
    return { contentType, init: { body: content, ...(isStream ? { duplex: 'half' } : {}) } };
  }
  if (json === undefined) return { contentType: undefined, init: {} };
  return { contentType: 'application/json', init: { body: JSON.stringify(json) } };
}

function headersOf(values: { readonly [name: string]: string | undefined }): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

export function entityTagText(tag: EntityTag | undefined): string | undefined {
  if (tag === undefined) return undefined;
  const text = String(tag);
  return text === '*' || text.startsWith('"') || text.startsWith('W/') ? text : `"${text}"`;
}
