import { platformVersion, problemSchema, problemStatuses } from '@baraza/contract';
import { z } from 'zod';
import type { PlatformRoute } from './platform.ts';

type Json = { readonly [name: string]: unknown };

/** The OpenAPI 3.1 document, made from the route table and the very schemas that validate. */
export function describeApi(routes: readonly PlatformRoute[], serverUrl: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeRoute(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Resource Platform API', version: platformVersion },
    servers: [{ url: serverUrl }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(problemSchema, 'output') },
    },
  };
}

function describeRoute(route: PlatformRoute): Json {
  return {
    operationId: operationId(route),
    summary: route.summary,
    ...(route.policy.credential === 'none' ? { security: [] } : {}),
    parameters: [...pathParameters(route.path), ...queryParameters(route)],
    ...requestBody(route),
    responses: { ...successes(route), ...refusals() },
  };
}

function operationId({ method, path }: PlatformRoute): string {
  const words = path
    .replace('/api/platform/', '')
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

function queryParameters({ query }: PlatformRoute): readonly Json[] {
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
  return typeof additionalProperties === 'object'
    ? [...named, anyNames(additionalProperties)]
    : named;
}

// An object of style form, exploded, is how parameters with names of the caller's choice are told.
function anyNames(additionalProperties: Json): Json {
  const schema = {
    type: 'object',
    propertyNames: { pattern: '^where\\.' },
    additionalProperties,
  };
  return { name: 'where', in: 'query', required: false, style: 'form', explode: true, schema };
}

function requestBody({ policy, body }: PlatformRoute): Json {
  if (policy.body === 'json' && body !== undefined)
    return {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    };
  if (policy.body === 'multipart')
    return {
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: uploadForm } },
      },
    };
  if (policy.body === 'ndjson')
    return { requestBody: { required: true, content: { [lines]: { schema: oneALine } } } };
  if (policy.body === 'form')
    return {
      requestBody: {
        required: true,
        content: Object.fromEntries(formTypes.map((type) => [type, { schema: anyFields }])),
      },
    };
  return {};
}

const lines = 'application/x-ndjson';
const oneALine: Json = { type: 'string', description: 'One JSON object a line.' };
const formTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
const anyFields: Json = { type: 'object', additionalProperties: true };

const uploadForm: Json = {
  type: 'object',
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
    key: { type: 'string' },
  },
  required: ['file'],
};

function successes({ answers, lines: line }: PlatformRoute): Json {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      describeAnswer(answer, status === '200' ? line : undefined),
    ]),
  );
}

function describeAnswer(answer: PlatformRoute['answers'][number], line?: z.ZodType): Json {
  if (answer === 'empty') return { description: 'Nothing has changed' };
  if (answer === 'events') return { description: 'Events', content: { 'text/event-stream': {} } };
  if (answer === 'bytes') return { description: 'Bytes', content: { '*/*': {} } };
  return {
    description: 'Success',
    content: {
      'application/json': { schema: schemaOf(answer, 'output') },
      ...(line === undefined ? {} : { [lines]: { schema: schemaOf(line, 'output') } }),
    },
  };
}

function refusals(): Json {
  return Object.fromEntries(
    problemStatuses.map((status) => [
      status,
      {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
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
