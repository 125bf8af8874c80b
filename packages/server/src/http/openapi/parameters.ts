import type { OperationReference, Section } from '@baraza/contract';
import type { RequestHeader, Route } from '../route.ts';
import type { Json, SchemaOf } from './named-schemas.ts';

type Parametrised = Pick<Route<never>, 'path' | 'query' | 'headers'>;

export function parametersOf(
  route: Parametrised,
  schemaOf: SchemaOf,
  section: Section | undefined,
  operation: OperationReference | undefined,
): readonly Json[] {
  return [
    ...pathParameters(route.path, section?.path),
    ...queryParameters(route, schemaOf, operation?.query),
    ...headerParameters(route),
  ];
}

function pathParameters(path: string, known: Section['path'] | undefined): readonly Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const { about, example } = known?.[name] ?? {};
    if (known !== undefined && about === undefined)
      throw new Error(`The reference does not say what "${name}" in ${path} is.`);
    const description = { ...(about === undefined ? {} : { description: about, example }) };
    return { name, in: 'path', required: true, ...description, schema: { type: 'string' } };
  });
}

function queryParameters(
  { query }: Parametrised,
  schemaOf: SchemaOf,
  examples: OperationReference['query'] = {},
): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {}, additionalProperties } = schemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    additionalProperties?: Json;
  };
  const parameterOf = (name: string, { description, ...schema }: Json) => ({
    name,
    in: 'query',
    required: false,
    ...(description === undefined ? {} : { description }),
    ...(examples[name] === undefined ? {} : { example: examples[name] }),
    schema,
  });
  const named = Object.entries(properties).map(([name, schema]) => parameterOf(name, schema));
  if (typeof additionalProperties !== 'object') return named;
  // Their names are not known, so they are described as an object: `where[status]=paid` is `where.status=paid`.
  const { description, ...value } = additionalProperties;
  const schema = { description, type: 'object', additionalProperties: { ...value, type: scalars } };
  return [...named, { ...parameterOf('where', schema), style: 'deepObject', explode: true }];
}

const scalars = ['string', 'number', 'boolean'];

function headerParameters({ headers = [] }: Parametrised): readonly Json[] {
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
