/** One call, and the request that it becomes; the same request serves every try of the call. */
import { parseKey, type QueryValues } from './address.ts';
import type { Repeat } from './retry.ts';

export type Call = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address, encoded. */
  readonly path: string;
  readonly query?: QueryValues;
  readonly options?: (WriteOptions & { readonly ifNoneMatch?: EntityTag | undefined }) | undefined;
  readonly range?: string | undefined;
  /** What to get instead of JSON. */
  readonly accept?: string | undefined;
  readonly json?: unknown;
  readonly form?: { readonly contentType: string; readonly content: Blob | ReadableStream };
  /** Sends the request in another way than fetch does. */
  readonly transfer?: Transfer | undefined;
  /** What the method bears, unless the call knows better. */
  readonly repeat?: Repeat;
  /** Tries after the first, instead of the client's own number. */
  readonly retries?: number;
  /** The longest wait for one try where neither the caller nor the client names one. */
  readonly timeoutMs?: number;
};

export type CallOptions = {
  /** Ends the call at once, also between tries; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The longest wait for one try; Infinity for none. */
  readonly timeoutMs?: number | undefined;
};

export type Progress = {
  /** Of this try: a repeated one counts from 0 again. */
  readonly bytes: number;
  /** Undefined where nobody knows, as of a stream. */
  readonly totalBytes: number | undefined;
};

export type OnProgress = (progress: Progress) => void;

/** For calls whose body may take long. */
export type ProgressOptions = {
  /** How many bytes have been sent or received; called often, so it should be quick. */
  readonly onProgress?: OnProgress | undefined;
};

export type WriteOptions = DeleteOptions & {
  /** Yours instead of a random one, where a write must stay one write across calls. */
  readonly idempotencyKey?: string | undefined;
};

export type DeleteOptions = CallOptions & {
  /** Only when this is still the version; otherwise a BarazaError with the status 409. */
  readonly ifMatch?: EntityTag | undefined;
};

/** A version or an ETag, with or without its quotes; a version is the ETag of a resource. */
export type EntityTag = string | number;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Without `send` the place's own way; `onMoved` is called as bytes go out. */
export type Transfer = (
  send: Fetch | undefined,
  url: string,
  init: RequestInit,
  onMoved: () => void,
) => Promise<Response>;

/** Who sends: the headers that say so, on every call. */
export type Sender = {
  readonly headers: { readonly [name: string]: string | undefined };
  /** What must not show in an error, should the server echo it. */
  readonly secret: string | undefined;
  /** Whether the server knows Idempotency-Key; a page may not even send it where it does not. */
  readonly sendsIdempotencyKeys: boolean;
};

export type PreparedRequest = {
  readonly init: RequestInit;
  readonly idempotencyKey: string | undefined;
};

/** Throws what is wrong with the call itself, so that whatever fetch throws later is the network's. */
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
      // An answer of yesterday is none, and neither is one from elsewhere: a redirected POST
      // would silently become a GET.
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

/** Random enough to be nobody else's, from what also insecure pages have. */
export function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

// duplex is what a streamed body needs, and the DOM's own types do not know it.
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

function entityTagText(tag: EntityTag | undefined): string | undefined {
  if (tag === undefined) return undefined;
  const text = String(tag);
  return text === '*' || text.startsWith('"') || text.startsWith('W/') ? text : `"${text}"`;
}
