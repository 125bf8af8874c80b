import type { OperationReference, Reference, Section } from '@baraza/contract';
import type { z } from 'zod';
import type { Route } from '../route.ts';
import { answersOf } from './answers.ts';
import { createSchemas, type Json, type SchemaOf } from './named-schemas.ts';
import { bodyContent, json, requestHeaders, responseHeaders } from './wording.ts';

/** The type of the caller does not matter for the description. */
type AnyRoute = Omit<Route<never>, 'handle' | 'limit' | 'socket'>;

/** The parts of the document that do not come from routes. */
interface ApiFacts {
  readonly title: string;
  readonly version: string;
  /** Common path prefix, left out of operation ids that are made from paths. */
  readonly prefix: string;
  readonly problem: z.ZodType;
  readonly problemStatuses: readonly number[];
  /**
   * Words and examples, loaded with the first request for the document. Every route must have a name and an entry
   * there. Without it operations are named after their paths.
   */
  readonly reference?: () => Promise<Reference>;
}

/**
 * The OpenAPI 3.1 document of an API, as JSON. It is made with the first request: making it takes as long as hundreds
 * of other requests, and anyone may ask for it.
 */
export function createApiDocument(
  routes: () => readonly AnyRoute[],
  api: ApiFacts,
  /** The port is only known once the server listens. */
  serverUrl: () => string,
): () => Promise<string> {
  let made: { readonly url: string; readonly text: Promise<string> } | undefined;
  return () => {
    const url = serverUrl();
    if (made?.url !== url) made = { url, text: writeDocument(routes(), api, url) };
    return made.text;
  };
}

/** Made from the route table, the very schemas that validate, and the reference. */
async function writeDocument(
  routes: readonly AnyRoute[],
  api: ApiFacts,
  url: string,
): Promise<string> {
  const reference = await api.reference?.();
  const schemas = createSchemas();
  schemas.add('Problem', api.problem);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeRoute(route, api, reference, schemas.of);
  }
  const used = JSON.stringify(paths);
  const isUsed = (name: string) => used.includes(`"#/components/headers/${name}"`);
  const tags = reference?.sections.map(({ tag, about }) => ({ name: tag, description: about }));
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: api.version,
      description: reference?.about,
      contact: { name: 'The operator of this server', url },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    tags,
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      headers: Object.fromEntries(Object.entries(responseHeaders).filter(([name]) => isUsed(name))),
      schemas: schemas.named(),
    },
  });
}

/** A field without a value is not in the document. */
function describeRoute(
  route: AnyRoute,
  api: ApiFacts,
  reference: Reference | undefined,
  schemaOf: SchemaOf,
): Json {
  const { summary, policy, headers = [], refusals = [] } = route;
  const [section, operation] = reference === undefined ? [] : entryOf(reference, nameOf(route));
  const isOpen = policy.credential === 'none' || policy.credential === 'site';
  const statuses = [...api.problemStatuses, ...refusals];
  return {
    operationId: reference === undefined ? nameByPath(route, api.prefix) : nameOf(route),
    tags: section && [section.tag],
    summary,
    description: operation?.about,
    security: isOpen ? [] : undefined,
    parameters: [
      ...pathParameters(route.path, section?.path),
      ...queryParameters(route, schemaOf, operation?.query),
      ...headers.map((name) =>
        parameterOf('header', name, { description: requestHeaders[name], type: 'string' }),
      ),
    ],
    requestBody: requestBodyOf(route, schemaOf, operation?.body),
    responses: answersOf(route, schemaOf, operation?.answers, statuses),
  };
}

function parameterOf(
  place: 'path' | 'query' | 'header',
  name: string,
  { description, ...schema }: Json,
  example?: unknown,
): Json {
  return { name, in: place, required: place === 'path', description, example, schema };
}

function pathParameters(path: string, known: Section['path'] | undefined): readonly Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const { about, example } = known?.[name] ?? {};
    if (known !== undefined && about === undefined)
      throw new Error(`The reference does not say what "${name}" in ${path} is.`);
    return parameterOf('path', name, { description: about, type: 'string' }, example);
  });
}

function queryParameters(
  { query }: AnyRoute,
  schemaOf: SchemaOf,
  examples: OperationReference['query'] = {},
): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {}, additionalProperties } = schemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    additionalProperties?: Json;
  };
  const named = Object.entries(properties).map(([name, schema]) =>
    parameterOf('query', name, schema, examples[name]),
  );
  if (typeof additionalProperties !== 'object') return named;
  // Their names are not known, so they are described as an object: `where[status]=paid` is `where.status=paid`.
  const { description, ...value } = additionalProperties;
  const schema = { description, type: 'object', additionalProperties: { ...value, type: scalars } };
  const wheres = parameterOf('query', 'where', schema, examples.where);
  return [...named, { ...wheres, style: 'deepObject', explode: true }];
}

const scalars = ['string', 'number', 'boolean'];

/** The body of a request with its examples; nothing for a route that takes none. */
function requestBodyOf(
  { policy, body }: AnyRoute,
  schemaOf: SchemaOf,
  examples: OperationReference['body'] = {},
): Json | undefined {
  const takesJson = body !== undefined && ['json', 'ndjson', 'source'].includes(policy.body);
  const content: { readonly [type: string]: Json } = {
    // First: generated clients send the first type by default.
    ...(takesJson ? { [json]: { schema: schemaOf(body, 'input') } } : {}),
    ...bodyContent[policy.body],
  };
  const types = Object.entries(content);
  if (types.length === 0) return undefined;
  const withExamples = types.map(([type, media]) => {
    const example = examples[type === json ? 'json' : type];
    return [type, { ...media, example }];
  });
  return { required: true, content: Object.fromEntries(withExamples) };
}

function nameOf({ method, path, name }: AnyRoute): string {
  if (name === undefined) throw new Error(`${method} ${path} has no name.`);
  return name;
}

function nameByPath({ method, path }: AnyRoute, prefix: string): string {
  const words = path
    .replace(prefix, '')
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== '');
  return [method.toLowerCase(), ...words]
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

/** The entry of an operation, and its section. */
function entryOf({ sections }: Reference, name: string): [Section, OperationReference] {
  for (const section of sections) {
    const operation = section.operations[name];
    if (operation !== undefined) return [section, operation];
  }
  throw new Error(`The operation "${name}" has no entry in the reference of its API.`);
}
