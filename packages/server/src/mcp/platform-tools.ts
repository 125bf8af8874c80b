/** The tools of the platform, each made from one of its routes. */
import { type Service, services } from '@baraza/contract';
import { allows, type Caller } from '../access/scopes.ts';
import { AnswerTooLong, type InnerCalls, readAnswer } from '../http/inner/inner-call.ts';
import type { Arrival } from '../http/route.ts';
import { Problem } from '../kernel/problem.ts';
import type { PlatformRoute } from '../platform/route.ts';
import { jsonOf, toolAnswerBytesMax } from './endpoint.ts';
import {
  type Given,
  makeRouteTool,
  type RouteTool,
  type ToolDefinition,
  type ToolShape,
  textOf,
} from './route-tool.ts';

export type Outer = Pick<Arrival<unknown>, 'raw' | 'requestId' | 'signal'>;
type Json = { readonly [name: string]: unknown };

export interface PlatformTool {
  readonly shape: ToolShape;
  /** Whether a key with these scopes may use it at all; the route decides about each call. */
  readonly isFor: (caller: Caller) => boolean;
  readonly run: (outer: Outer, given: Given) => Promise<Json>;
}

interface PlatformDefinition extends ToolDefinition {
  /** The services whose scopes open it; none if any key may use it. */
  readonly services: readonly Service[];
  /** Whether keys for some resources may use it. */
  readonly onlyAll?: boolean;
}

const id = 'The id of the resource, res_….';
const params = { id, recordId: 'The id of the record, rec_….' };
const records: readonly Service[] = ['data', 'connect'];
const oneRecord = '/api/platform/resources/:id/records/:recordId';
const objects = '/api/platform/storage/:id';

const definitions: readonly PlatformDefinition[] = [
  {
    name: 'list_resources',
    line: 'GET /api/platform/resources',
    services,
    without: ['activityLimit'],
    fixed: { activityLimit: '0' },
    defaults: { limit: '50' },
    about: 'A page has 50 unless limit is given; nextCursor leads to the next.',
  },
  {
    name: 'get_resource',
    line: 'GET /api/platform/resources/:id',
    services,
    params,
    takes: [],
    fixed: { records: 'false' },
    about: 'Without its records: find_records has those.',
  },
  {
    name: 'create_resource',
    line: 'POST /api/platform/resources',
    services,
    onlyAll: true,
    about:
      'The service decides what it can do: data holds records, storage objects, ai is an assistant. ' +
      'config.schema is a JSON Schema that its records must fit.',
  },
  {
    name: 'change_resource',
    line: 'PATCH /api/platform/resources/:id',
    services,
    params,
    without: ['records'],
    about:
      'configure replaces the whole config, patch-config merges into it; archive can be undone by restore.',
  },
  {
    name: 'delete_resource',
    line: 'DELETE /api/platform/resources/:id',
    services,
    params,
    about: 'This cannot be undone; change_resource can archive instead.',
  },
  {
    name: 'find_records',
    line: 'GET /api/platform/resources/:id/records',
    services: records,
    params,
    defaults: { limit: '50' },
    about: 'A page has 50 unless limit is given; nextCursor leads to the next.',
  },
  {
    name: 'summarise_records',
    line: 'GET /api/platform/resources/:id/records/summary',
    services: records,
    params,
  },
  { name: 'get_record', line: `GET ${oneRecord}`, services: records, params },
  {
    name: 'create_record',
    line: 'POST /api/platform/resources/:id/records',
    services: records,
    params,
    without: ['ids'],
    wholeBody: 'record',
  },
  {
    name: 'change_record',
    line: `PATCH ${oneRecord}`,
    services: records,
    params,
    wholeBody: 'changes',
  },
  { name: 'delete_record', line: `DELETE ${oneRecord}`, services: records, params },
  {
    name: 'list_objects',
    line: `GET ${objects}`,
    services: ['storage'],
    params,
    without: ['key'],
    defaults: { limit: '100' },
  },
  {
    name: 'ask_assistant',
    line: 'POST /api/platform/ai',
    services: ['ai'],
    without: ['stream'],
    about: 'An assistant is a resource of the service ai; without one, the only one there is.',
  },
  { name: 'get_status', line: 'GET /api/platform/status', services: [] },
];

const textBytesMax = 64 * 1024;
const linkSeconds = 600;

/** `routes` are those of the platform. */
export function makePlatformTools(
  routes: readonly PlatformRoute[],
  inner: InnerCalls<Caller>,
): readonly PlatformTool[] {
  const toolOf = (definition: PlatformDefinition): PlatformTool => {
    const made = makeRouteTool(routes, definition);
    return {
      shape: made.shape,
      isFor: isForOf(definition, made),
      run: async (outer, given) =>
        inner.call(made.route, outer, made.requestOf(given), async (answer) =>
          jsonOf(await readAnswer(answer, toolAnswerBytesMax)),
        ),
    };
  };
  return [...definitions.map(toolOf), readTool(routes, inner), writeTool(routes, inner)];
}

function isForOf(
  { services: wanted, onlyAll }: PlatformDefinition,
  { route }: RouteTool<Caller>,
): PlatformTool['isFor'] {
  const { access } = route.policy;
  return (caller) =>
    (wanted.length === 0 || wanted.some((service) => allows(caller, service, access))) &&
    (onlyAll !== true || caller.resources === 'all');
}

/** Text as it is, anything else as a link that is valid for ten minutes. */
function readTool(routes: readonly PlatformRoute[], inner: InnerCalls<Caller>): PlatformTool {
  const definition: PlatformDefinition = {
    name: 'read_object',
    line: `GET ${objects}`,
    services: ['storage'],
    params,
    takes: ['key'],
    about: `Text of at most ${textBytesMax} bytes comes as text, anything else as a link of ten minutes.`,
  };
  const read = makeRouteTool(routes, definition);
  const link = makeRouteTool(routes, { ...definition, line: `POST ${objects}/links` });
  return {
    shape: requiring(read.shape, 'key'),
    isFor: isForOf(definition, read),
    run: async (outer, given) => {
      // Without a key the route lists the objects.
      const request = read.requestOf({ ...given, key: textOf('key', given.key) });
      const text = await inner
        .call(read.route, outer, request, async (answer) => {
          const { status, headers, bytes } = await readAnswer(answer, textBytesMax);
          const decoded = decodeText(bytes);
          if (status !== 200 || decoded === undefined) return undefined;
          return { contentType: String(headers['content-type']), text: decoded };
        })
        .catch((error: unknown) => {
          if (error instanceof AnswerTooLong) return undefined;
          throw error;
        });
      if (text !== undefined) return { key: given.key, ...text };
      const linked = link.requestOf(given);
      const bytes = Buffer.from(JSON.stringify({ key: given.key, expiresIn: linkSeconds }));
      const body = { type: 'application/json', bytes };
      return inner.call(link.route, outer, { ...linked, body }, async (answer) => ({
        key: given.key,
        ...jsonOf(await readAnswer(answer, toolAnswerBytesMax)),
      }));
    },
  };
}

function writeTool(routes: readonly PlatformRoute[], inner: InnerCalls<Caller>): PlatformTool {
  const definition: PlatformDefinition = {
    name: 'write_object',
    line: `POST ${objects}`,
    services: ['storage'],
    params,
    about: `Text alone, at most ${textBytesMax} bytes; an object of the same key is replaced.`,
  };
  const made = makeRouteTool(routes, definition);
  const { inputSchema, annotations } = made.shape;
  const properties = {
    ...(inputSchema.properties as object),
    text: { type: 'string' },
    contentType: { type: 'string', description: 'By default text/plain.' },
  };
  const shape: ToolShape = {
    ...made.shape,
    inputSchema: { ...inputSchema, properties },
    annotations: { ...annotations, destructiveHint: true },
  };
  return {
    shape: requiring(requiring(shape, 'key'), 'text'),
    isFor: isForOf(definition, made),
    run: async (outer, { text: givenText, contentType = 'text/plain; charset=utf-8', ...rest }) => {
      const text = textOf('text', givenText);
      const request = made.requestOf({ ...rest, key: textOf('key', rest.key) });
      if (Buffer.byteLength(text) > textBytesMax)
        throw new Problem(
          'too_large',
          `text may have at most ${textBytesMax} bytes; larger objects are uploaded over HTTP.`,
        );
      const body = await formOf(text, textOf('contentType', contentType));
      return inner.call(made.route, outer, { ...request, body }, async (answer) =>
        jsonOf(await readAnswer(answer, toolAnswerBytesMax)),
      );
    },
  };
}

/** A form with one file, as a browser would send it. */
async function formOf(text: string, type: string) {
  const form = new FormData();
  form.append('file', new Blob([text], { type }), 'file');
  const encoded = new Response(form);
  return {
    type: encoded.headers.get('content-type') ?? '',
    bytes: Buffer.from(await encoded.arrayBuffer()),
  };
}

function requiring(shape: ToolShape, name: string): ToolShape {
  const required = [...((shape.inputSchema.required as readonly string[]) ?? []), name];
  return { ...shape, inputSchema: { ...shape.inputSchema, required } };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined if the bytes are no text that JSON of this server may carry. */
function decodeText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
