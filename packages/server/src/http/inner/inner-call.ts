/**
 * Calls a route from inside the server as if an HTTP request had come: the same credential, scope, rates, room on the
 * disk, schemas and handler, in the same order, and so the same refusals.
 */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { DiskRoom } from '../../kernel/disk/disk-room.ts';
import { absent } from '../../kernel/problem.ts';
import { http } from '../../kernel/remote/node-http.ts';
import type { Answer, Headers } from '../answer.ts';
import { assertDeclaredLength } from '../body/read-body.ts';
import { runCall } from '../call.ts';
import { callerOfNow } from '../connections/key-watch.ts';
import type { Arrival, Params, Route } from '../route.ts';
import type { RouteGroup } from '../route-group.ts';
import { assertServable } from '../servable.ts';

export interface InnerRequest {
  readonly params: Params;
  /** Pairs in order, so that a repeated field is refused as over HTTP. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly headers?: Params;
  readonly body?: { readonly type: string; readonly bytes: Uint8Array } | undefined;
}

export interface InnerCalls<Caller> {
  /**
   * Resolves with what `receive` makes of the answer, which it reads while the call still has its room on the disk.
   * Rejects with the refusal of any step.
   */
  readonly call: <Received>(
    route: Route<Caller>,
    outer: Pick<Arrival<unknown>, 'raw' | 'requestId' | 'signal'>,
    request: InnerRequest,
    receive: (answer: Answer) => Promise<Received>,
  ) => Promise<Received>;
  readonly group: RouteGroup<Caller>;
}

export function createInnerCalls<Caller>(
  group: RouteGroup<Caller>,
  {
    disk,
    refusesUnknownQuery,
    callerAs = (caller) => caller,
  }: {
    readonly disk: Pick<DiskRoom, 'hold'>;
    readonly refusesUnknownQuery: boolean;
    /** Adds to a caller what only inner calls have. */
    readonly callerAs?: (caller: Caller) => Caller;
  },
): InnerCalls<Caller> {
  return {
    group,
    call: async (route, outer, request, receive) => {
      const { params } = request;
      // No id has a NUL, and PostgreSQL rejects it with an error.
      if (Object.values(params).some((value) => value.includes('\0'))) throw absent('path');
      const raw = innerMessage(route, outer.raw, request);
      assertServable(raw);
      const { requestId, signal } = outer;
      const as: typeof group = {
        ...group,
        authenticate: async (...given) => callerAs(await group.authenticate(...given)),
      };
      return runCall(
        { refusesUnknownQuery },
        as,
        route,
        { params, requestId, raw, signal },
        {
          disk,
          began: () => {},
          callerNow: async (caller) => callerAs(await callerOfNow(group, route, caller)),
          // The memory was taken with the body of the outer request.
          openBody: () => assertDeclaredLength(raw, route.policy.bodyBytesMax),
          sendContinue: () => {},
          answer: async (call) => receive(await route.handle(call)),
        },
      );
    },
  };
}

/** What a call from inside takes over from the request that it came with: who and where its client is. */
const kept = [
  'host',
  'authorization',
  'x-api-key',
  'x-site-key',
  'x-visitor',
  'x-forwarded-for',
  'accept-language',
  'origin',
  'referer',
  'sec-fetch-site',
] as const;

function innerMessage<Caller>(
  { method, path }: Route<Caller>,
  outer: IncomingMessage,
  { params, query = [], headers = {}, body }: InnerRequest,
): IncomingMessage {
  // Never connected: nothing that happens to the inner request can end the connection of the outer one.
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: outer.socket.remoteAddress });
  const message = new http.IncomingMessage(socket);
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  const place = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  message.method = method;
  message.url = search === '' ? place : `${place}?${search}`;
  for (const name of kept) {
    const value = outer.headers[name];
    if (value !== undefined) message.headers[name] = String(value);
  }
  Object.assign(message.headers, headers);
  if (body !== undefined) {
    message.headers['content-type'] = body.type;
    message.headers['content-length'] = String(body.bytes.length);
    message.push(body.bytes);
  }
  message.push(null);
  message.complete = true;
  return message;
}

/** An answer that was read as a whole. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** The answer is longer than was asked for; what was read of it is dropped. */
export class AnswerTooLong extends Error {}

/** Reads an answer of at most so many bytes; rejects with `AnswerTooLong` as soon as it is known to have more. */
export async function readAnswer(answer: Answer, bytesMax: number): Promise<ReadAnswer> {
  let status = 200;
  let headers: Headers = {};
  let size = 0;
  const pieces: Buffer[] = [];
  const keep = (piece: Buffer) => {
    size += piece.length;
    // At the first piece, and not earlier: what the sender has opened is closed only once it sends.
    if (Math.max(size, Number(headers['content-length'] ?? 0)) > bytesMax)
      throw new AnswerTooLong();
    pieces.push(piece);
  };
  if ('stream' in answer)
    await answer.stream({
      headersOnly: false,
      start: (sentStatus, sentHeaders) => {
        status = sentStatus;
        headers = sentHeaders;
      },
      // Copied: the sender may use the memory of bytes again.
      write: async (chunk) => keep(Buffer.from(chunk)),
      flush: async () => {},
    });
  else {
    status = answer.status;
    headers = answer.headers ?? {};
    keep(Buffer.from(answer.body ?? ''));
  }
  return { status, headers, bytes: Buffer.concat(pieces) };
}
