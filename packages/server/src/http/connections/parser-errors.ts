import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '@baraza/contract';
import { codeOf } from '../../kernel/fault.ts';
import { Problem } from '../../kernel/problem.ts';
import { http } from '../../kernel/remote/node-http.ts';
import { type Headers, jsonType } from '../answer.ts';
import { breakBody } from '../body/broken-body.ts';
import { platformRefusals, type Refusals } from '../refusal.ts';
import { tooManyConnections } from './connections.ts';
import { endReadably } from './drained.ts';

interface AnswerFormat {
  readonly headers: Headers;
  readonly makeRequestId: () => string;
  readonly refusals?: Refusals | undefined;
}

/** Answers errors of Node's HTTP parser, which never reach a handler, in the same JSON as any other refusal. */
export function createParserErrors(format: AnswerFormat) {
  const { headers, makeRequestId, refusals = platformRefusals } = format;
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();

  const textOf = (problem: Problem): string => {
    const requestId = makeRequestId();
    const { status, headers: own, body = '' } = refusals.answer(problem, requestId);
    return rawAnswer(status, body, { ...headers, ...own, 'x-request-id': requestId });
  };

  let lingering = 0;
  const refuseConnection = (socket: Socket): void => {
    socket.on('error', () => socket.destroy());
    if (lingering >= lingeringMax) {
      socket.destroy();
      return;
    }
    lingering += 1;
    socket.once('close', () => {
      lingering -= 1;
    });
    endReadably(socket, textOf(tooManyConnections()), lingerMs);
  };

  const refuse = (socket: Duplex, code: 'invalid' | 'not_found', sentence: string) => {
    // The parser fails again on every further chunk; those are discarded.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const text = textOf(new Problem(code, sentence));
    const send = () => endReadably(socket, text, limits.refusedBodyMs);
    const response = latest.get(socket);
    if (response === undefined || response.writableFinished) send();
    // If the fault is in the next request, the answer to this one comes first; if it is in
    // the body of this one, its own answer is the refusal.
    else if (response.req.complete) afterAnswer(response, socket, send);
    else {
      afterAnswer(response, socket, () => endReadably(socket, '', limits.refusedBodyMs));
      breakBody(response.req, sentence);
    }
  };

  return {
    refuseConnection,
    /** Whether an answer to an earlier request of this connection is not complete. */
    isAnswering: (socket: Duplex): boolean => latest.get(socket)?.closed === false,
    /** Refuses a body in very many small pieces; the connection is not read as HTTP any further. */
    refusePieces: (socket: Socket) =>
      refuse(socket, 'invalid', 'The body came in too many small pieces; send it in larger ones.'),
    /** Cuts off a connection with an incomplete request, to which no part of an answer was sent. */
    cutOff: (socket: Socket) => {
      socket.write(textOf(tooManyConnections()));
      socket.destroySoon();
    },
    watch: (server: Server) => {
      // Pending answers are tracked, so that a refusal is never written before or into one (pipelining).
      const remember = ({ socket }: IncomingMessage, response: ServerResponse) => {
        latest.set(socket, response);
      };
      server.on('clientError', (error, socket) => {
        if (codeOf(error) === 'ECONNRESET' || isUnused(socket)) socket.destroy();
        else refuse(socket, 'invalid', sentenceFor(codeOf(error)));
      });
      server.on('request', remember);
      server.on('checkExpectation', remember);
      server.on('connect', (_request, socket) => {
        // Node has released the socket: without an `error` listener a reset would end the process.
        socket.on('error', () => socket.destroy());
        refuse(socket, 'not_found', 'There is no such path.');
      });
    },
  };
}

// Browsers open connections in advance, and would take an unrequested answer for the answer to their next request.
function isUnused(socket: Duplex): boolean {
  return 'bytesRead' in socket && socket.bytesRead === 0;
}

// A refused connection holds a descriptor until its client has read the answer; beyond a limit none is sent.
const lingeringMax = 64;
const lingerMs = 1_000;

function afterAnswer(response: ServerResponse, socket: Duplex, next: () => void): void {
  response.once('close', () => {
    if (response.writableFinished && socket.writable) next();
    else socket.destroy();
  });
}

function rawAnswer(status: number, body: string, headers: Headers): string {
  const lines = Object.entries({
    ...headers,
    'content-type': jsonType,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

function sentenceFor(code: string): string {
  if (code === 'HPE_HEADER_OVERFLOW')
    return `The request line and headers may have at most ${limits.headerBytesMax} bytes.`;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.';
  return 'The request is not well-formed HTTP.';
}
