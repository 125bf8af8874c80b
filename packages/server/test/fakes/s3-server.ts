/** An S3 server in memory that checks its requests and fails on demand. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { s3Credentials, useS3Credentials } from '../s3/server.ts';

export interface S3Request {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface FakeS3 {
  /** As in BLOB_URL. */
  readonly url: string;
  /** For a server process on it. */
  readonly environment: { readonly [name: string]: string };
  readonly objects: Map<string, Buffer>;
  /** The uploads in parts that were neither completed nor ended. */
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>;
  readonly requests: S3Request[];
  /** Does something else than answer; returns false to answer as usual. */
  fault: ((request: S3Request, response: ServerResponse) => boolean) | undefined;
  /** Stops listening, until `open` at the same port. */
  readonly shut: () => Promise<void>;
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openFakeS3(): Promise<FakeS3> {
  useS3Credentials();
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    fakeS3.requests.push(call);
    const refusal = refusalOf(call);
    if (refusal !== undefined) return fail(response, 400, refusal);
    if (fakeS3.fault?.(call, response) === true) return;
    answer(fakeS3, call, response);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const shut = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = `s3://bucket/objects?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`;
  const fakeS3: FakeS3 = {
    url,
    environment: { BLOB_URL: url, ...s3Credentials },
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    fault: undefined,
    shut,
    open: () => listen(port),
    close: shut,
  };
  return fakeS3;
}

async function readCall(request: IncomingMessage): Promise<S3Request> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of request) pieces.push(piece as Buffer);
  } catch {
    // The sender has disconnected; what has arrived is refused by its digest.
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
  return {
    method: request.method ?? '',
    key: decodeURIComponent(pathname).replace(/^\/bucket\/?/, ''),
    query: searchParams,
    headers: request.headers,
    body: Buffer.concat(pieces),
  };
}

function refusalOf({ headers, body }: S3Request): string | undefined {
  if (!(headers.authorization ?? '').startsWith('AWS4-HMAC-SHA256 Credential=test:tester/'))
    return 'AccessDenied';
  const sent = headers['x-amz-content-sha256'];
  const digest = (name: string) => createHash(name).update(body);
  if (
    typeof sent === 'string' &&
    /^[0-9a-f]{64}$/.test(sent) &&
    sent !== digest('sha256').digest('hex')
  )
    return 'XAmzContentSHA256Mismatch';
  const md5 = headers['content-md5'];
  return md5 !== undefined && md5 !== digest('md5').digest('base64') ? 'BadDigest' : undefined;
}

function answer(fakeS3: FakeS3, call: S3Request, response: ServerResponse) {
  const { method, key, query, headers, body } = call;
  const upload = query.get('uploadId') ?? '';
  if (method === 'POST' && query.has('uploads')) return begin(fakeS3, key, response);
  if (upload !== '' && !fakeS3.uploads.has(upload)) return fail(response, 404, 'NoSuchUpload');
  if (method === 'PUT' && upload !== '') {
    fakeS3.uploads.get(upload)?.parts.set(Number(query.get('partNumber')), body);
    response.writeHead(200, { etag: tagOf(body) }).end();
  } else if (method === 'POST') complete(fakeS3, upload, response);
  else if (method === 'DELETE') {
    if (upload === '') fakeS3.objects.delete(key);
    else fakeS3.uploads.delete(upload);
    response.writeHead(204).end();
  } else if (method === 'PUT') {
    if (headers['if-none-match'] === '*' && fakeS3.objects.has(key))
      return fail(response, 412, 'PreconditionFailed');
    fakeS3.objects.set(key, body);
    response.writeHead(200, { etag: tagOf(body) }).end();
  } else if (key === '') list(fakeS3, query, response);
  else give(fakeS3, call, response);
}

function begin({ uploads }: FakeS3, key: string, response: ServerResponse): void {
  const id = randomUUID();
  uploads.set(id, { key, parts: new Map() });
  xml(
    response,
    `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  );
}

function complete({ uploads, objects }: FakeS3, id: string, response: ServerResponse) {
  const upload = uploads.get(id);
  if (upload === undefined) return fail(response, 404, 'NoSuchUpload');
  const parts = [...upload.parts].toSorted(([one], [other]) => one - other);
  objects.set(upload.key, Buffer.concat(parts.map(([, bytes]) => bytes)));
  uploads.delete(id);
  xml(
    response,
    '<CompleteMultipartUploadResult><ETag>"x-2"</ETag></CompleteMultipartUploadResult>',
  );
}

const pageMax = 40;

function list({ objects, uploads }: FakeS3, query: URLSearchParams, response: ServerResponse) {
  const prefix = query.get('prefix') ?? '';
  if (query.has('uploads')) {
    const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
    const items = found.map(
      ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
    );
    return xml(
      response,
      `<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`,
    );
  }
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .toSorted();
  const page = keys.slice(0, pageMax);
  const next =
    keys.length > page.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : '';
  const items = page.map((key) => `<Contents><Key>${key}</Key></Contents>`);
  xml(response, `<ListBucketResult>${next}${items.join('')}</ListBucketResult>`);
}

function give({ objects }: FakeS3, { method, key, headers }: S3Request, response: ServerResponse) {
  const bytes = objects.get(key);
  if (bytes === undefined) return fail(response, 404, 'NoSuchKey');
  const etag = tagOf(bytes);
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
    return fail(response, 412, 'PreconditionFailed');
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
  const part = range === null ? bytes : bytes.subarray(Number(range[1]), Number(range[2]) + 1);
  response.writeHead(range === null ? 200 : 206, { etag, 'content-length': part.length });
  response.end(method === 'HEAD' ? undefined : part);
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function xml(response: ServerResponse, text: string): void {
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?>${text}`);
}

function fail(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
