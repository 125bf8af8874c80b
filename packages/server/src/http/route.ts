import type { IncomingMessage } from 'node:http';
import { type Access, limits, type Service } from '@baraza/contract';
import type { z } from 'zod';
import type { DiskUse } from '../kernel/disk/disk-room.ts';
import type { Answer } from './answer.ts';
import { isJsonType } from './body/json-body.ts';
import type { AcceptConnection } from './websocket/socket.ts';

/** One endpoint: its access policy, request and response schemas, and its handler. */
export interface Route<Caller> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters: `/api/platform/resources/:id`. */
  readonly path: string;
  /** Its name in the reference and in generated clients, such as `listRecords`; every route of an API has one. */
  readonly name?: string;
  readonly summary: string;
  readonly policy: Policy;
  readonly query?: z.ZodObject;
  /** Whether query fields that it does not know, or that are repeated, are refused. */
  readonly isQueryStrict?: boolean;
  /** The schema of a JSON body; an NDJSON route that has one also accepts a single JSON value. */
  readonly body?: z.ZodType;
  /** Levels of a JSON body; by default one more than what a wrapper carries. */
  readonly bodyDepthMax?: number;
  /** For bodies of megabytes: `body` is undefined, and the handler has `bodyBytes` parsed off the main thread. */
  readonly parsesOwnBody?: boolean;
  /** Success statuses with what they carry: a schema of JSON, raw bytes, a stream of events, or nothing. */
  readonly answers: {
    readonly [status: number]: z.ZodType | 'bytes' | 'events' | 'empty' | 'redirect';
  };
  /** Request headers that it reads, in addition to those of every request. */
  readonly headers?: readonly RequestHeader[];
  /** Headers of its successes; those of bytes and of saved answers follow from the rest. */
  readonly sends?: readonly ('ETag' | 'Location')[];
  /** Statuses of refusals that only some routes have. */
  readonly refusals?: readonly number[];
  /** Schema of one line of a 200, for callers that accept NDJSON. */
  readonly lines?: z.ZodType;
  /** Schema of one event of a 200, for callers that ask for a stream. */
  readonly events?: z.ZodType;
  /** A success status that is a page for a browser that sent a form. */
  readonly pageAt?: number;
  /** Whether the service answers CORS preflights of this path by its own rules. */
  readonly hasOwnOrigins?: boolean;
  /** How long an answer may take before its first byte, if that is longer than the idle timeout. */
  readonly answerMs?: number;
  /** Rate limit, checked before the body is read; throws the refusal. */
  readonly limit?: (arrival: Arrival<Caller>) => Promise<void>;
  readonly handle: (call: Call<Caller>) => Promise<Answer>;
  /** For WebSocket routes: returns the socket handler, or throws the refusal before the upgrade. */
  readonly socket?: (call: Call<Caller>) => Promise<AcceptConnection>;
}

export type RequestHeader =
  | 'If-Match'
  | 'If-None-Match'
  | 'If-Modified-Since'
  | 'If-Range'
  | 'Idempotency-Key'
  | 'Last-Event-ID'
  | 'Range';

/** Default deny: every field must be given, and a route that omits one fails the start. */
export interface Policy {
  /**
   * `key` opens the platform, `owner` an owner's sites; `site` is a public endpoint of the site in
   * the path, whose own rules say which pages may call; `session` is somebody signed in to the console.
   */
  readonly credential: (typeof credentials)[number];
  /** A scope fixed by the path is checked before the body; `resource` is checked after the look-up. */
  readonly scope: Service | 'resource' | 'any';
  readonly access: Access;
  /** `json` is read and parsed before the handler; the others it reads from `raw` itself. */
  readonly body: (typeof bodyKinds)[number];
  readonly bodyBytesMax: number;
  /** Rules of the resource in the path that let callers without a key in; the handler asks the rule. */
  readonly openedBy?: readonly ('list' | 'view' | 'create' | 'update' | 'delete')[];
  /** What it does to the disk, perhaps by its body; `diskUseOf` has what follows from the rest. */
  readonly disk?: DiskUse | ((body: never) => DiskUse) | undefined;
}

/** The policy of a route that anybody may read. */
export const openToAll: Policy = {
  credential: 'none',
  scope: 'any',
  access: 'read',
  body: 'none',
  bodyBytesMax: 0,
};

export type Params = { readonly [name: string]: string };

/** A call whose body has not been read. */
export interface Arrival<Caller> {
  readonly caller: Caller;
  /** The caller of a change with the rights of this moment, for a handler that has read the body itself. */
  readonly callerNow: () => Promise<Caller>;
  readonly requestId: string;
  readonly params: Params;
  readonly raw: IncomingMessage;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  readonly header: (name: string) => string | undefined;
}

export interface Call<Caller> extends Arrival<Caller> {
  readonly query: { readonly [name: string]: unknown };
  /** The parsed body of a route that takes JSON, else undefined. */
  readonly body: unknown;
  /** The body as it came, for the fingerprint of idempotent requests and for rules that parse it. */
  readonly bodyBytes: Uint8Array;
}

const credentials = ['key', 'owner', 'site', 'session', 'none'] as const;
const bodyKinds = ['none', 'json', 'multipart', 'form', 'ndjson', 'audio', 'source'] as const;
const scopes = new Set(['data', 'storage', 'ai', 'dev', 'connect', 'work', 'resource', 'any']);

/** Paths of the two APIs that are described to others. */
// `/mcp` has a protocol of its own, which describes its tools itself.
const apiPaths = /^\/(?:api|v1|forms|links)\/(?!.*\/mcp$)/;

export function assertDeclared(route: Route<never>): void {
  const { policy } = route as { policy?: Partial<Policy> };
  const complete =
    policy !== undefined &&
    credentials.some((credential) => credential === policy.credential) &&
    (policy.access === 'read' || policy.access === 'write') &&
    bodyKinds.some((kind) => kind === policy.body) &&
    scopes.has(policy.scope ?? '') &&
    Number.isSafeInteger(policy.bodyBytesMax) &&
    Number(policy.bodyBytesMax) >= 0 &&
    (policy.body !== 'json' || route.body !== undefined);
  if (!complete)
    throw new Error(`${route.method} ${route.path} does not declare a complete policy.`);
  if (route.name === undefined && apiPaths.test(route.path))
    throw new Error(`${route.method} ${route.path} has no name.`);
}

/** Undefined for reading; of the bodies, files and lines may be of any number. */
export function diskUseOf(
  route: Pick<Route<never>, 'method' | 'policy' | 'body'>,
  request: IncomingMessage,
): Policy['disk'] {
  const { disk, access, body } = route.policy;
  if (disk !== undefined || access === 'read') return disk;
  if (route.method === 'DELETE') return 'frees';
  const isLarge = body === 'multipart' || body === 'ndjson' || body === 'source';
  return isLarge && jsonBytesMaxOf(route, request) === undefined ? 'fills' : 'writes';
}

/**
 * The largest JSON body that a request may have; undefined if it carries something else. A route of
 * NDJSON with a schema takes one JSON value too, recognised by its content type.
 */
export function jsonBytesMaxOf(
  { policy, body }: Pick<Route<never>, 'policy' | 'body'>,
  request: IncomingMessage,
): number | undefined {
  if (policy.body === 'json') return policy.bodyBytesMax;
  const isOneValue = policy.body === 'ndjson' && body !== undefined && isJsonType(request);
  return isOneValue ? limits.jsonBodyBytesMax : undefined;
}
