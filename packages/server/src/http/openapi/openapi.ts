import type { OperationReference, Reference, Section } from '@baraza/contract';
import type { z } from 'zod';
import type { Route } from '../route.ts';
import { answersOf, refusalsOf, responseHeaders } from './answers.ts';
import { createSchemas, type Json, type SchemaOf } from './named-schemas.ts';
import { parametersOf } from './parameters.ts';
import { requestBodyOf } from './request-body.ts';

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
      ...(reference === undefined ? {} : { description: reference.about }),
      contact: { name: 'The operator of this server', url },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    ...(tags === undefined ? {} : { tags }),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      headers: Object.fromEntries(Object.entries(responseHeaders).filter(([name]) => isUsed(name))),
      schemas: schemas.named(),
    },
  });
}

function describeRoute(
  route: AnyRoute,
  api: ApiFacts,
  reference: Reference | undefined,
  schemaOf: SchemaOf,
): Json {
  const { summary, policy, refusals = [] } = route;
  const [section, operation] = reference === undefined ? [] : entryOf(reference, nameOf(route));
  const isOpen = policy.credential === 'none' || policy.credential === 'site';
  return {
    operationId: reference === undefined ? nameByPath(route, api.prefix) : nameOf(route),
    ...(section === undefined ? {} : { tags: [section.tag] }),
    summary,
    ...(operation === undefined ? {} : { description: operation.about }),
    ...(isOpen ? { security: [] } : {}),
    parameters: parametersOf(route, schemaOf, section, operation),
    ...requestBodyOf(route, schemaOf, operation?.body),
    responses: {
      ...answersOf(route, schemaOf, operation?.answers),
      ...refusalsOf([...api.problemStatuses, ...refusals]),
    },
  };
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
