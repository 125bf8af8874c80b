import type { OperationReference } from '@baraza/contract';
import type { Route } from '../route.ts';
import type { Json, SchemaOf } from './named-schemas.ts';
import { asBytes, eventStream, json, octets, page, refusals, successes } from './wording.ts';

type Answering = Pick<
  Route<never>,
  'answers' | 'lines' | 'events' | 'pageAt' | 'sends' | 'headers' | 'refusals'
>;

/** The answers of a route by their status, refusals included. A field without a value is not in the document. */
export function answersOf(
  route: Answering,
  schemaOf: SchemaOf,
  examples: OperationReference['answers'] = {},
  refused: readonly number[],
): Json {
  const given = Object.entries(route.answers).map(([status, answer]) => {
    const content = {
      ...contentOf(answer, route, schemaOf, examples[Number(status)]),
      ...(status === '200' ? otherContent(route, schemaOf) : {}),
      ...(status === String(route.pageAt) ? { 'text/html': page } : {}),
    };
    const answered = {
      description: descriptionOf(route, status, answer),
      headers: refsOf(headersOf(route, status, octets in content)),
      content: Object.keys(content).length === 0 ? undefined : content,
    };
    return [status, answered] as const;
  });
  const schema = { $ref: '#/components/schemas/Problem' };
  const problems = refused.map((status) => {
    const description = refusals[status] ?? 'Refused';
    const headers = refsOf(headersOfRefusal(status));
    return [status, { description, headers, content: { [json]: { schema } } }] as const;
  });
  return Object.fromEntries<unknown>([...given, ...problems]);
}

type Answer = Answering['answers'][number];

function descriptionOf({ lines }: Answering, status: string, answer: Answer): string {
  if (lines !== undefined && status === '200')
    return 'Success. With `Accept: application/x-ndjson`: the same entries, one JSON object a line.';
  const byKind = typeof answer === 'string' && status !== '101' ? successes[answer] : undefined;
  return byKind ?? successes[status] ?? 'Success';
}

function contentOf(answer: Answer, route: Answering, schemaOf: SchemaOf, example: unknown): Json {
  if (answer === 'empty' || answer === 'redirect') return {};
  if (answer === 'events') return { [eventStream]: { ...streamOf(route, schemaOf), example } };
  if (answer === 'bytes') return { [octets]: asBytes };
  return { [json]: { schema: schemaOf(answer, 'output'), example } };
}

/**
 * What a 200 may be instead. Lines are described in words: as a second form of the same status they would make the
 * type of every list in a generated client a text or a list.
 */
function otherContent(route: Answering, schemaOf: SchemaOf): Json {
  const { answers, events } = route;
  return {
    ...(events === undefined || answers[200] === 'events'
      ? {}
      : { [eventStream]: streamOf(route, schemaOf) }),
    // A route that serves a part of bytes serves all of them too.
    ...(answers[206] === 'bytes' ? { [octets]: asBytes } : {}),
  };
}

/** Read piece by piece, not as one value of JSON. */
function streamOf({ events }: Answering, schemaOf: SchemaOf): Json {
  const description = 'Server-sent events; `data` is one JSON object.';
  const contentSchema = events && schemaOf(events, 'output');
  return { schema: { type: 'string', description, contentSchema } };
}

function headersOf(route: Answering, status: string, hasBytes: boolean): readonly string[] {
  const { sends = [], headers = [] } = route;
  return [
    ...sends.filter((name) => name !== 'Location' || status === '201'),
    ...(status === '303' ? ['Location'] : []),
    ...(hasBytes ? ['Accept-Ranges', 'Content-Disposition'] : []),
    ...(route.answers[206] === 'bytes' ? ['Last-Modified'] : []),
    ...(status === '206' ? ['Content-Range'] : []),
    ...(headers.includes('Idempotency-Key') ? ['Idempotent-Replayed'] : []),
  ];
}

function headersOfRefusal(status: number): readonly string[] {
  if (status === 401) return ['WWW-Authenticate'];
  return status === 429 || status === 503 ? ['Retry-After'] : [];
}

function refsOf(names: readonly string[]): Json {
  return Object.fromEntries(
    [...names, 'X-Request-Id'].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
