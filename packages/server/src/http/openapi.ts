import { z } from 'zod';
import type { Route } from './route.ts';

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

/** The OpenAPI 3.1 document, made from the route table and the very schemas that validate. */
export function describeApi(routes: readonly AnyRoute[], api: ApiFacts): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeRoute(route, api);
  }
  return {
    openapi: '3.1.0',
    info: { title: api.title, version: api.version },
    servers: [{ url: api.serverUrl }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(api.problem, 'output') },
    },
  };
}

function describeRoute(route: AnyRoute, api: ApiFacts): Json {
  return {
    operationId: operationId(route, api.prefix),
    summary: route.summary,
    ...(isOpen(route) ? { security: [] } : {}),
    parameters: [...pathParameters(route.path), ...queryParameters(route)],
    ...requestBody(route),
    responses: { ...successes(route), ...refusals(api.problemStatuses) },
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

function queryParameters({ query }: AnyRoute): readonly Json[] {
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
  // OpenAPI describes parameters with arbitrary names as an exploded object of style `form`.
  const schema = { type: 'object', propertyNames: { pattern: '^where\\.' }, additionalProperties };
  const where = {
    name: 'where',
    in: 'query',
    required: false,
    style: 'form',
    explode: true,
    schema,
  };
  return [...named, where];
}

function requestBody({ policy, body }: AnyRoute): Json {
  const content = contentOf(policy.body);
  const takesJson = body !== undefined && acceptsJson.has(policy.body);
  if (takesJson) content['application/json'] = { schema: schemaOf(body, 'input') };
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } };
}

const acceptsJson = new Set<AnyRoute['policy']['body']>(['json', 'ndjson', 'source']);

/** What a body of each kind may be, beside JSON by the schema of its route. */
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
const bytes: Json = { type: 'string', contentMediaType: 'application/octet-stream' };
const oneFile: Json = { type: 'object', properties: { file: bytes }, required: ['file'] };
const uploadForm: Json = {
  type: 'object',
  properties: { file: bytes, key: { type: 'string' } },
  required: ['file'],
};

function successes({ answers, lines: line, events: event, pageAt }: AnyRoute): Json {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => {
      const described =
        status === '200' ? describeAnswer(answer, line, event) : describeAnswer(answer);
      if (status !== String(pageAt)) return [status, described];
      return [status, { ...described, content: { ...described.content, 'text/html': {} } }];
    }),
  );
}

function describeAnswer(
  answer: AnyRoute['answers'][number],
  line?: z.ZodType,
  event?: z.ZodType,
): { readonly description: string; readonly content?: Json } {
  if (answer === 'empty') return { description: 'Nothing has changed' };
  if (answer === 'redirect') return { description: 'Go on at Location' };
  if (answer === 'events') return { description: 'Events', content: eventStream(event) };
  if (answer === 'bytes') return { description: 'Bytes', content: { '*/*': {} } };
  return {
    description: 'Success',
    content: {
      'application/json': { schema: schemaOf(answer, 'output') },
      ...(line === undefined ? {} : { [lines]: { schema: schemaOf(line, 'output') } }),
      ...(event === undefined ? {} : eventStream(event)),
    },
  };
}

function eventStream(event: z.ZodType | undefined): Json {
  return { 'text/event-stream': event === undefined ? {} : { schema: schemaOf(event, 'output') } };
}

function refusals(statuses: readonly number[]): Json {
  const schema = { $ref: '#/components/schemas/Problem' };
  const refused = { description: 'Refused', content: { 'application/json': { schema } } };
  return Object.fromEntries(statuses.map((status) => [status, refused]));
}

// OpenAPI 3.1 speaks JSON Schema 2020-12, which is what zod writes; `$schema` stays at the root.
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return rest;
}
