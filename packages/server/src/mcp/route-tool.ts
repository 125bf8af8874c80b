/** Tools made from routes: name and place of each argument, and its schema, are those of the route. */
import { listed } from '@baraza/contract';
import { z } from 'zod';
import type { InnerRequest } from '../http/inner/inner-call.ts';
import type { Params, RequestHeader, Route } from '../http/route.ts';
import { invalid, type Problem } from '../kernel/problem.ts';

export type Given = { readonly [name: string]: unknown };
type Json = { readonly [name: string]: unknown };

/** A tool as its clients see it. */
export interface ToolShape {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Json;
  readonly outputSchema?: Json;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** What a route does not say about its tool. */
export interface ToolDefinition {
  readonly name: string;
  /** Method and path of the route. */
  readonly line: string;
  /** What a model needs to know beside the summary of the route. */
  readonly about?: string;
  /** The fields of query and body that are arguments; by default all. */
  readonly takes?: readonly string[];
  /** Those that are not. */
  readonly without?: readonly string[];
  /** Fields of the query that are always sent, or sent if the argument is missing. */
  readonly fixed?: Params;
  readonly defaults?: Params;
  /** The argument that is the whole body, for a body of any fields. */
  readonly wholeBody?: string;
  /** What the parameters of the path are. */
  readonly params?: Params;
}

export interface RouteTool<Caller> {
  readonly shape: ToolShape;
  readonly route: Route<Caller>;
  /** The request of a call; throws the refusal of arguments that have no place in it. */
  readonly requestOf: (given: Given, bound?: Params) => InnerRequest;
}

/** `bound` are parameters of the path that the caller of a tool cannot choose. */
export function makeRouteTool<Caller>(
  routes: readonly Route<Caller>[],
  definition: ToolDefinition,
  bound: readonly string[] = [],
): RouteTool<Caller> {
  const route = routes.find(({ method, path }) => `${method} ${path}` === definition.line);
  if (route === undefined) throw new Error(`${definition.name}: no route ${definition.line}.`);
  const places = placesOf(route, definition, bound);
  const required = [...places].filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return {
    route,
    shape: {
      name: definition.name,
      description: [`${route.summary}.`, definition.about].filter(Boolean).join(' '),
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries([...places].map(([name, { schema }]) => [name, schema])),
        ...(required.length > 0 && { required }),
        additionalProperties: false,
      },
      annotations: hintsOf(route),
    },
    requestOf: (given, boundParams = {}) =>
      requestOf(route, definition, places, given, boundParams),
  };
}

export function hintsOf({
  method,
  policy,
}: Pick<Route<never>, 'method' | 'policy'>): ToolShape['annotations'] {
  return {
    readOnlyHint: policy.access === 'read',
    // POST only adds; the others replace or remove what is there.
    destructiveHint: policy.access === 'write' && method !== 'POST',
    openWorldHint: false,
  };
}

interface Place {
  readonly at: 'path' | 'query' | 'wheres' | 'header' | 'body' | 'whole body';
  readonly schema: Json;
  readonly isRequired: boolean;
}

function placesOf<Caller>(
  route: Route<Caller>,
  definition: ToolDefinition,
  bound: readonly string[],
): ReadonlyMap<string, Place> {
  const { takes, without = [], fixed = {}, wholeBody, params = {} } = definition;
  const isTaken = (name: string) =>
    (takes === undefined || takes.includes(name)) && !without.includes(name) && !(name in fixed);
  const places = new Map<string, Place>();
  const add = (name: string, place: Place) => {
    if (places.has(name)) throw new Error(`${definition.name}: two arguments are called ${name}.`);
    places.set(name, place);
  };
  for (const [, name = ''] of route.path.matchAll(/:(\w+)/g)) {
    if (bound.includes(name)) continue;
    const schema = { type: 'string', ...(params[name] && { description: params[name] }) };
    add(name, { at: 'path', schema, isRequired: true });
  }
  for (const [name, schema] of fieldsOf(route.query).properties)
    if (isTaken(name)) add(name, { at: 'query', schema, isRequired: false });
  const wheres = fieldsOf(route.query).others;
  if (wheres !== undefined && isTaken('where'))
    add('where', { at: 'wheres', schema: schemaOfWheres(wheres), isRequired: false });
  const body = route.policy.body === 'none' ? undefined : fieldsOf(route.body);
  if (wholeBody !== undefined)
    add(wholeBody, { at: 'whole body', schema: body?.schema ?? {}, isRequired: true });
  else
    for (const [name, schema] of body?.properties ?? [])
      if (isTaken(name))
        add(name, { at: 'body', schema, isRequired: body?.required.includes(name) === true });
  for (const name of route.headers ?? []) {
    const argument = headerArguments[name];
    if (argument !== undefined)
      add(argument.name, { at: 'header', ...argument, isRequired: false });
  }
  return places;
}

const headerArguments: {
  readonly [Name in RequestHeader]?: { readonly name: string; readonly schema: Json };
} = {
  'Idempotency-Key': {
    name: 'idempotencyKey',
    schema: {
      type: 'string',
      description: 'A repeat of the same call with this key within 24 hours changes nothing more.',
    },
  },
  'If-Match': {
    name: 'ifMatch',
    schema: {
      type: 'string',
      description: 'The version that you have read: refused if there is a newer one.',
    },
  },
};
const headerNames: Params = { idempotencyKey: 'idempotency-key', ifMatch: 'if-match' };

function schemaOfWheres({ description }: Json): Json {
  const said = String(description).replaceAll('where.<path>', '<path>');
  return {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
    description: `Filters by path, as {"<path>.<comparison>": value}. ${said}`,
  };
}

interface Fields {
  readonly schema: Json;
  readonly properties: readonly (readonly [name: string, schema: Json])[];
  readonly required: readonly string[];
  /** The schema of fields that are not named. */
  readonly others: Json | undefined;
}

/** The fields of an object. Of a choice of objects: all that any of them has, since many clients take no choices. */
function fieldsOf(given: z.ZodType | undefined): Fields {
  if (given === undefined) return { schema: {}, properties: [], required: [], others: undefined };
  const {
    $schema: _,
    $defs,
    ...rest
  } = z.toJSONSchema(given, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    reused: 'inline',
  });
  const schema = (
    typeof rest.$ref === 'string' ? $defs?.[rest.$ref.replace('#/$defs/', '')] : rest
  ) as Json;
  const choices = (schema.oneOf ?? schema.anyOf ?? [schema]) as readonly Json[];
  const properties = new Map<string, Json>();
  for (const { properties: some = {} } of choices)
    for (const [name, field] of Object.entries(some as { [name: string]: Json }))
      properties.set(name, eitherOf(properties.get(name), field));
  const requiredOf = (choice: Json) => (choice.required ?? []) as readonly string[];
  const [first = {}, ...more] = choices;
  const others = schema.additionalProperties;
  return {
    schema,
    properties: [...properties],
    required: requiredOf(first).filter((name) =>
      more.every((choice) => requiredOf(choice).includes(name)),
    ),
    others: typeof others === 'object' ? (others as Json) : undefined,
  };
}

/** Of two constants, both; of anything else the first. */
function eitherOf(one: Json | undefined, other: Json): Json {
  if (one === undefined) return other;
  const constants = ({ const: only, enum: some = [only] }: Json) => some as readonly unknown[];
  if (other.const === undefined) return one;
  return { type: 'string', enum: [...new Set([...constants(one), ...constants(other)])] };
}

function requestOf<Caller>(
  { path, policy }: Route<Caller>,
  { fixed = {}, defaults = {} }: ToolDefinition,
  places: ReadonlyMap<string, Place>,
  given: Given,
  bound: Params,
): InnerRequest {
  const params: Record<string, string> = { ...bound };
  const headers: Record<string, string> = {};
  const query: [string, string][] = Object.entries(fixed);
  const fields: Record<string, unknown> = {};
  let whole: unknown;
  for (const [name, value] of Object.entries(given)) {
    const place = places.get(name);
    if (place === undefined) throw unknownArgument(name, [...places.keys()]);
    // Models fill in what they leave out.
    if (value === null && !place.isRequired) continue;
    switch (place.at) {
      case 'path':
        params[name] = textOf(name, value);
        break;
      case 'query':
        query.push([name, scalarOf(name, value)]);
        break;
      case 'wheres':
        for (const [where, compared] of Object.entries(objectOf(name, value)))
          query.push([`where.${where}`, scalarOf(`where.${where}`, compared)]);
        break;
      case 'header':
        headers[headerNames[name] ?? name] = headerOf(name, value);
        break;
      case 'body':
        fields[name] = value;
        break;
      case 'whole body':
        whole = value;
    }
  }
  for (const [, name = ''] of path.matchAll(/:(\w+)/g))
    if (!Object.hasOwn(params, name)) throw invalid(`${name} is required.`);
  for (const [name, value] of Object.entries(defaults))
    if (!query.some(([sent]) => sent === name)) query.push([name, value]);
  const takesBody = policy.body !== 'none' && policy.body !== 'multipart';
  return { params, headers, query, body: takesBody ? jsonBody(whole ?? fields) : undefined };
}

function unknownArgument(name: string, known: readonly string[]): Problem {
  const given = JSON.stringify(name.slice(0, 100));
  const those = known.length === 0 ? 'there are none here' : `the known ones are ${listed(known)}`;
  return invalid(`The argument ${given} is not known; ${those}.`);
}

/** The arguments of a tool that has no route, by its own schema. */
export function parseArguments<Schema extends z.ZodType>(
  schema: Schema,
  given: Given,
): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw invalid(result.error.issues[0]?.message ?? 'The arguments are not valid.');
}

function jsonBody(value: unknown): NonNullable<InnerRequest['body']> {
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) };
}

export function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw invalid(`${name} must be text.`);
}

function scalarOf(name: string, value: unknown): string {
  const isScalar = (one: unknown) => ['string', 'number', 'boolean'].includes(typeof one);
  if (isScalar(value)) return String(value);
  // The lists of a query are separated by commas.
  if (Array.isArray(value) && value.every(isScalar)) return value.join(',');
  throw invalid(`${name} must be text, a number, true or false.`);
}

function objectOf(name: string, value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw invalid(`${name} must be an object.`);
}

function headerOf(name: string, value: unknown): string {
  const text = scalarOf(name, value);
  if (!/^[\x20-\x7e]*$/.test(text)) throw invalid(`${name} must be printable ASCII.`);
  return name === 'ifMatch' && /^\w+$/.test(text) ? `"${text}"` : text;
}
