import type { OperationReference } from '@baraza/contract';
import type { Route } from '../route.ts';
import type { Json, SchemaOf } from './named-schemas.ts';

type BodyKind = Route<never>['policy']['body'];

/** The body of a request with its examples; nothing for a route that takes none. */
export function requestBodyOf(
  { policy, body }: Pick<Route<never>, 'policy' | 'body'>,
  schemaOf: SchemaOf,
  examples: OperationReference['body'] = {},
): Json {
  const takesJson = body !== undefined && acceptsJson.has(policy.body);
  const content: { readonly [type: string]: Json } = {
    // First: generated clients send the first type by default.
    ...(takesJson ? { [json]: { schema: schemaOf(body, 'input') } } : {}),
    ...contentOf(policy.body),
  };
  const withExamples = Object.entries(content).map(([type, media]) => {
    const example = examples[type === json ? 'json' : type];
    return [type, example === undefined ? media : { ...media, example }];
  });
  return withExamples.length === 0
    ? {}
    : { requestBody: { required: true, content: Object.fromEntries(withExamples) } };
}

const json = 'application/json';
const acceptsJson = new Set<BodyKind>(['json', 'ndjson', 'source']);

/** What a body of each kind may be, other than JSON by the schema of its route. */
function contentOf(kind: BodyKind): Record<string, Json> {
  switch (kind) {
    case 'none':
    case 'json':
      return {};
    case 'ndjson':
      return { 'application/x-ndjson': { schema: oneALine } };
    case 'multipart':
      return { 'multipart/form-data': { schema: uploadForm } };
    case 'form':
      return Object.fromEntries(formTypes.map((type) => [type, { schema: anyFields }]));
    case 'audio':
      return Object.fromEntries(audioTypes.map((type) => [type, { schema: bytes }]));
    case 'source':
      return {
        ...Object.fromEntries(sourceTypes.map((type) => [type, { schema: bytes }])),
        'multipart/form-data': { schema: oneFile },
      };
  }
}

/** Bytes of any form. */
export const bytes: Json = { type: 'string', format: 'binary' };
const oneALine: Json = { type: 'string', description: 'One JSON object a line.' };
const formTypes = [json, 'application/x-www-form-urlencoded', 'multipart/form-data'];
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
const oneFile: Json = { type: 'object', properties: { file: bytes }, required: ['file'] };
const uploadForm: Json = {
  type: 'object',
  properties: { file: bytes, key: { type: 'string' } },
  required: ['file'],
};
