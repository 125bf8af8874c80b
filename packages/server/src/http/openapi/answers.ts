import type { OperationReference } from '@baraza/contract';
import type { z } from 'zod';
import type { Route } from '../route.ts';
import type { Json, SchemaOf } from './named-schemas.ts';
import { bytes } from './request-body.ts';

type Answering = Pick<
  Route<never>,
  'answers' | 'lines' | 'events' | 'pageAt' | 'sends' | 'headers' | 'refusals'
>;

export function answersOf(
  route: Answering,
  schemaOf: SchemaOf,
  examples: OperationReference['answers'] = {},
): Json {
  const described = Object.entries(route.answers).map(([status, answer]) => {
    const content = {
      ...contentOfAnswer(answer, route, schemaOf, examples[Number(status)]),
      ...(status === '200' ? otherContent(route, schemaOf) : {}),
      ...(status === String(route.pageAt) ? { 'text/html': { schema: page } } : {}),
    };
    const names = headersOfAnswer(route, status, 'application/octet-stream' in content);
    const body = Object.keys(content).length === 0 ? {} : { content };
    return [
      status,
      { description: descriptionOf(route, status), ...withHeaders(names), ...body },
    ] as const;
  });
  return Object.fromEntries(described);
}

function descriptionOf({ answers, lines }: Answering, status: string): string {
  if (lines !== undefined && status === '200')
    return 'Success. With `Accept: application/x-ndjson`: the same entries, one JSON object a line.';
  const answer = answers[Number(status)];
  if (typeof answer === 'string' && status !== '101') return descriptions[answer];
  return successes[status] ?? 'Success';
}

const successes: { readonly [status: string]: string } = {
  101: 'The connection is a WebSocket now.',
  201: 'Created',
  202: 'Accepted',
};

const descriptions = {
  empty: 'Nothing has changed',
  redirect: 'Go on at Location',
  events: 'Server-sent events',
  bytes: 'The bytes of the file',
} as const;

function contentOfAnswer(
  answer: Answering['answers'][number],
  { events }: Answering,
  schemaOf: SchemaOf,
  given: unknown,
): Json {
  const example = given === undefined ? {} : { example: given };
  if (answer === 'empty' || answer === 'redirect') return {};
  if (answer === 'events')
    return { 'text/event-stream': { ...streamOf(events, schemaOf), ...example } };
  if (answer === 'bytes') return { 'application/octet-stream': { schema: bytes } };
  return { 'application/json': { schema: schemaOf(answer, 'output'), ...example } };
}

/**
 * What a 200 may be instead. Lines are described in words: as a second form of the same status they would make the
 * type of every list in a generated client a text or a list.
 */
function otherContent({ answers, events }: Answering, schemaOf: SchemaOf): Json {
  return {
    ...(events === undefined || answers[200] === 'events'
      ? {}
      : { 'text/event-stream': streamOf(events, schemaOf) }),
    // A route that serves a part of bytes serves all of them too.
    ...(answers[206] === 'bytes' ? { 'application/octet-stream': { schema: bytes } } : {}),
  };
}

/** Read piece by piece, not as one value of JSON. */
function streamOf(event: z.ZodType | undefined, schemaOf: SchemaOf): Json {
  const contentSchema = event === undefined ? {} : { contentSchema: schemaOf(event, 'output') };
  const description = 'Server-sent events; `data` is one JSON object.';
  return { schema: { type: 'string', description, ...contentSchema } };
}

const page: Json = { type: 'string', description: 'A page for a browser that sent a form.' };

function headersOfAnswer(route: Answering, status: string, hasBytes: boolean): readonly string[] {
  const { sends = [], headers = [] } = route;
  const isMade = status === '201';
  return [
    ...sends.filter((name) => name !== 'Location' || isMade),
    ...(status === '303' ? ['Location'] : []),
    ...(hasBytes ? ['Accept-Ranges', 'Content-Disposition'] : []),
    ...(route.answers[206] === 'bytes' ? ['Last-Modified'] : []),
    ...(status === '206' ? ['Content-Range'] : []),
    ...(headers.includes('Idempotency-Key') ? ['Idempotent-Replayed'] : []),
  ];
}

function withHeaders(names: readonly string[]): Json {
  const all = [...names, 'X-Request-Id'];
  const refs = all.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { headers: Object.fromEntries(refs) };
}

export function refusalsOf(statuses: readonly number[]): Json {
  const schema = { $ref: '#/components/schemas/Problem' };
  const content = { 'application/json': { schema } };
  const namesOf = (status: number) => {
    if (status === 401) return ['WWW-Authenticate'];
    return status === 429 || status === 503 ? ['Retry-After'] : [];
  };
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: refusals[status] ?? 'Refused', ...withHeaders(namesOf(status)), content },
    ]),
  );
}

const refusals: { readonly [status: number]: string } = {
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
