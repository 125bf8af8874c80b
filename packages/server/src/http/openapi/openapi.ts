import { z } from 'zod';
import type { RequestHeader, Route } from '../route.ts';

type Json = { readonly [name: string]: unknown };
/** The type of the caller does not matter for the description. */
type AnyRoute = Omit<Route<never>, 'handle' | 'limit' | 'socket'>;

/** The parts of the document that do not come from routes. */
interface ApiFacts {
  readonly title: string;
  readonly version: string;
  readonly serverUrl: string;
  /** Common path prefix, left out of operation ids. */
  readonly prefix: string;
  readonly problem: z.ZodType;
  readonly problemStatuses: readonly number[];
}

/**
 * The OpenAPI 3.1 document of an API, as JSON. It is made with the first request: making it takes as long as hundreds
 * of other requests, and anyone may ask for it.
 */
export function createApiDocument(
  routes: () => readonly AnyRoute[],
  api: Omit<ApiFacts, 'serverUrl'>,
  /** The port is only known once the server listens. */
  serverUrl: () => string,
): () => string {
  let made: { readonly url: string; readonly text: string } | undefined;
  return () => {
    const url = serverUrl();
    if (made?.url !== url)
      made = { url, text: JSON.stringify(describeApi(routes(), { ...api, serverUrl: url })) };
    return made.text;
  };
}

/** Made from the route table and the very schemas that validate. */
function describeApi(routes: readonly AnyRoute[], api: ApiFacts): Json {
  const schemas = createSchemas();
  schemas.add('Problem', api.problem);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeRoute(route, api, schemas.of);
  }
  return {
    openapi: '3.1.0',
    info: { title: api.title, version: api.version },
    servers: [{ url: api.serverUrl }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      headers: responseHeaders,
      schemas: schemas.named(),
    },
  };
}

function describeRoute(route: AnyRoute, api: ApiFacts, schemaOf: SchemaOf): Json {
  const parameters = [
    ...pathParameters(route.path),
    ...queryParameters(route, schemaOf),
    ...headerParameters(route),
  ];
  return {
    operationId: operationId(route, api.prefix),
    summary: route.summary,
    ...(isOpen(route) ? { security: [] } : {}),
    parameters,
    ...requestBody(route, schemaOf),
    responses: {
      ...successes(route, schemaOf),
      ...refusals([...api.problemStatuses, ...(route.refusals ?? [])]),
    },
  };
}

function isOpen({ policy }: AnyRoute): boolean {
  return policy.credential === 'none' || policy.credential === 'site';
}

function operationId({ method, path }: AnyRoute, prefix: string): string {
  const words = path
    .replace(prefix, '')
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== '');
  return [method.toLowerCase(), ...words]
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

function pathParameters(path: string): readonly Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: AnyRoute, schemaOf: SchemaOf): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {}, additionalProperties } = schemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    additionalProperties?: Json;
  };
  const named = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }));
  if (typeof additionalProperties !== 'object') return named;
  // Their names are not known, so they are described as an object: `where[status]=paid` is `where.status=paid`.
  const { description, ...value } = additionalProperties;
  const schema = { type: 'object', additionalProperties: { ...value, type: scalars } };
  const where = { name: 'where', in: 'query', required: false, style: 'deepObject', explode: true };
  return [...named, { ...where, description, schema }];
}

const scalars = ['string', 'number', 'boolean'];

function headerParameters({ headers = [] }: AnyRoute): readonly Json[] {
  return headers.map((name) => ({
    name,
    in: 'header',
    required: false,
    description: requestHeaders[name],
    schema: { type: 'string' },
  }));
}

const requestHeaders: { readonly [Name in RequestHeader]: string } = {
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
const responseHeaders: { readonly [name: string]: Json } = {
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

function withHeaders(names: readonly string[]): Json {
  const all = [...names, 'X-Request-Id'];
  const refs = all.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { headers: Object.fromEntries(refs) };
}

function requestBody({ policy, body }: AnyRoute, schemaOf: SchemaOf): Json {
  const content = contentOf(policy.body);
  const takesJson = body !== undefined && acceptsJson.has(policy.body);
  if (takesJson) content['application/json'] = { schema: schemaOf(body, 'input') };
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } };
}

const acceptsJson = new Set<AnyRoute['policy']['body']>(['json', 'ndjson', 'source']);

/** What a body of each kind may be, other than JSON by the schema of its route. */
function contentOf(kind: AnyRoute['policy']['body']): Record<string, Json> {
  switch (kind) {
    case 'none':
    case 'json':
      return {};
    case 'ndjson':
      return { [lines]: { schema: oneALine } };
    case 'multipart':
      return { 'multipart/form-data': { schema: uploadForm } };
    case 'form':
      return Object.fromEntries(formTypes.map((type) => [type, { schema: anyFields }]));
    case 'audio':
      return Object.fromEntries(audioTypes.map((type) => [type, {}]));
    case 'source':
      return {
        ...Object.fromEntries(sourceTypes.map((type) => [type, {}])),
        'multipart/form-data': { schema: oneFile },
      };
  }
}

const lines = 'application/x-ndjson';
const oneALine: Json = { type: 'string', description: 'One JSON object a line.' };
const formTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
const audioTypes = ['audio/webm', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/mpeg'];
const sourceTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
  'text/html',
  'text/markdown',
  'text/plain',
];
const anyFields: Json = { type: 'object', additionalProperties: true };
const bytes: Json = { type: 'string', format: 'binary' };
const oneFile: Json = { type: 'object', properties: { file: bytes }, required: ['file'] };
const uploadForm: Json = {
  type: 'object',
  properties: { file: bytes, key: { type: 'string' } },
  required: ['file'],
};

function successes(route: AnyRoute, schemaOf: SchemaOf): Json {
  return Object.fromEntries(
    Object.entries(route.answers).map(([status, answer]) => {
      const content = {
        ...contentOfAnswer(answer, schemaOf),
        ...(status === '200' ? otherContent(route, schemaOf) : {}),
        ...(status === String(route.pageAt) ? { 'text/html': {} } : {}),
      };
      const described = {
        description: descriptions[typeof answer === 'string' ? answer : 'json'],
        ...withHeaders(headersOfAnswer(route, status, 'application/octet-stream' in content)),
        ...(Object.keys(content).length === 0 ? {} : { content }),
      };
      return [status, described];
    }),
  );
}

const descriptions = {
  json: 'Success',
  empty: 'Nothing has changed',
  redirect: 'Go on at Location',
  events: 'Events',
  bytes: 'Bytes',
} as const;

function contentOfAnswer(answer: AnyRoute['answers'][number], schemaOf: SchemaOf): Json {
  if (answer === 'empty' || answer === 'redirect') return {};
  if (answer === 'events') return { 'text/event-stream': {} };
  if (answer === 'bytes') return { 'application/octet-stream': { schema: bytes } };
  return { 'application/json': { schema: schemaOf(answer, 'output') } };
}

/** What a 200 may be instead. */
function otherContent({ answers, lines: line, events: event }: AnyRoute, schemaOf: SchemaOf): Json {
  return {
    ...(line === undefined ? {} : { [lines]: textOf('One entry a line.', line, schemaOf) }),
    ...(event === undefined
      ? {}
      : { 'text/event-stream': textOf('Server-sent events; `data` is:', event, schemaOf) }),
    // A route that serves a part of bytes serves all of them too.
    ...(answers[206] === 'bytes' ? { 'application/octet-stream': { schema: bytes } } : {}),
  };
}

/** Read piece by piece, not as one value of JSON. */
function textOf(description: string, piece: z.ZodType, schemaOf: SchemaOf): Json {
  return { schema: { type: 'string', description, contentSchema: schemaOf(piece, 'output') } };
}

function headersOfAnswer(route: AnyRoute, status: string, hasBytes: boolean): readonly string[] {
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

function refusals(statuses: readonly number[]): Json {
  const schema = { $ref: '#/components/schemas/Problem' };
  const content = { 'application/json': { schema } };
  const namesOf = (status: number) => {
    if (status === 401) return ['WWW-Authenticate'];
    return status === 429 || status === 503 ? ['Retry-After'] : [];
  };
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: 'Refused', ...withHeaders(namesOf(status)), content },
    ]),
  );
}

type SchemaOf = (schema: z.ZodType, io: 'input' | 'output') => Json;

/** Schemas with an id become named schemas of the document. */
function createSchemas() {
  const named = new Map<string, string>();
  const add = (name: string, schema: string) => {
    // One that is read and written would need two names: fields with a default are optional only in requests.
    if ((named.get(name) ?? schema) !== schema) throw new Error(`${name} names two schemas.`);
    named.set(name, schema);
  };
  const of: SchemaOf = (schema, io) => {
    // OpenAPI 3.1 uses JSON Schema 2020-12, which is what zod writes; `$schema` stays at the root.
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
    });
    for (const [name, inner] of Object.entries($defs)) add(name, referenced(inner));
    return JSON.parse(referenced(rest));
  };
  return {
    of,
    add: (name: string, schema: z.ZodType) => add(name, JSON.stringify(of(schema, 'output'))),
    named: (): Json =>
      Object.fromEntries([...named].map(([name, schema]) => [name, JSON.parse(schema)])),
  };
}

function referenced(schema: object): string {
  return JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
}
