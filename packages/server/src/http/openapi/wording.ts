/** What the document says of its own: names of headers, statuses and media types, which no route gives. */
import type { RequestHeader } from '../route.ts';
import type { Json } from './named-schemas.ts';

export const json = 'application/json';
export const octets = 'application/octet-stream';
export const eventStream = 'text/event-stream';

const bytes: Json = { type: 'string', format: 'binary' };
const anyFields: Json = { type: 'object', additionalProperties: true };
const fileForm = (properties: Json): Json => ({
  schema: { type: 'object', properties: { file: bytes, ...properties }, required: ['file'] },
});

/** Bytes of any form. */
export const asBytes: Json = { schema: bytes };
export const page: Json = {
  schema: { type: 'string', description: 'A page for a browser that sent a form.' },
};

const mediaOf = (types: readonly string[], media: Json): Json =>
  Object.fromEntries(types.map((type) => [type, media]));

/** What a body of each kind may be, other than JSON by the schema of its route. */
export const bodyContent = {
  none: {},
  json: {},
  ndjson: {
    'application/x-ndjson': {
      schema: { type: 'string', description: 'One JSON object a line.' },
    },
  },
  multipart: { 'multipart/form-data': fileForm({ key: { type: 'string' } }) },
  form: mediaOf([json, 'application/x-www-form-urlencoded', 'multipart/form-data'], {
    schema: anyFields,
  }),
  audio: mediaOf(['audio/webm', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/mpeg'], asBytes),
  source: {
    ...mediaOf(
      [
        'application/pdf',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'text/csv',
        'text/html',
        'text/markdown',
        'text/plain',
      ],
      asBytes,
    ),
    'multipart/form-data': fileForm({}),
  },
} as const;

export const successes: { readonly [statusOrKind: string]: string } = {
  101: 'The connection is a WebSocket now.',
  201: 'Created',
  202: 'Accepted',
  empty: 'Nothing has changed',
  redirect: 'Go on at Location',
  events: 'Server-sent events',
  bytes: 'The bytes of the file',
};

export const refusals: { readonly [status: number]: string } = {
  308: 'The site has moved to the server in Location.',
  400: 'The request is not valid; the sentence says why.',
  401: 'The credential is missing, wrong or revoked.',
  402: 'The plan does not have this.',
  403: 'The caller may not do this.',
  404: 'It does not exist, or the caller may not see it.',
  409: 'It conflicts with what is stored.',
  412: 'There is one already, and If-None-Match allows none.',
  413: 'The body is too large.',
  415: 'This type of recording is not taken.',
  426: 'Only a WebSocket is served here.',
  429: 'Too many requests; repeat after Retry-After.',
  501: 'This server does not have this.',
  503: 'Not now; repeat after Retry-After.',
};

export const requestHeaders: { readonly [Name in RequestHeader]: string } = {
  'If-Match': 'Versions as ETags, such as "3": the request is refused with 409 if none is current.',
  'If-None-Match':
    'ETags: GET answers 304 if one is current. * on PUT and POST: only if there is nothing yet.',
  'If-Modified-Since': '304 if nothing has changed since this time.',
  'If-Range': 'The range is used only if this ETag or time is current.',
  'Idempotency-Key': 'A repeat within 24 hours gets the first answer, and changes nothing.',
  'Last-Event-ID': 'The id of the last event that was read: the stream continues after it.',
  Range: 'One range of bytes, such as bytes=0-99.',
};

const text = (description: string): Json => ({ description, schema: { type: 'string' } });
export const responseHeaders: { readonly [name: string]: Json } = {
  ETag: text('The version, as If-Match and If-None-Match take it.'),
  Location: text('The path of what was created.'),
  'Last-Modified': text('When it was stored.'),
  'Accept-Ranges': text('bytes'),
  'Content-Disposition': text('Whether a browser may show it, and its file name.'),
  'Content-Range': text('Which bytes these are, and how many there are.'),
  'Idempotent-Replayed': text('true: the answer of an earlier request with the same key.'),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'WWW-Authenticate': text('Bearer'),
  'X-Request-Id': text('Names this request in the log of the server.'),
};
