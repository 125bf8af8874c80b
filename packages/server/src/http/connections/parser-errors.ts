/** Refusals that no handler writes, in the usual JSON: errors of Node's parser, and connections over a limit. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '@baraza/contract';
import { codeOf } from '../../kernel/fault.ts';
import { Problem } from '../../kernel/problem.ts';
import { http } from '../../kernel/remote/node-http.ts';
import { type Headers, jsonType } from '../answer.ts';
import { breakBody } from '../body/read-body.ts';
import { platformRefusals, type Refusals } from '../refusal.ts';
import { latestAnswer, tooManyConnections } from './connections.ts';

interface AnswerFormat {
  readonly headers: Headers;
  readonly makeRequestId: () => string;
  readonly refusals?: Refusals | undefined;
}

// A refused connection holds a descriptor until its client has read the answer; beyond a limit none is sent.
const lingeringMax = 64;
const lingerMs = 1_000;

export function createParserErrors(format: AnswerFormat) {
  const { headers, makeRequestId, refusals = platformRefusals } = format;
  const refused = new WeakSet<Duplex>();
  let lingering = 0;

  const textOf = (problem: Problem): string => {
    const requestId = makeRequestId();
    const { status, headers: own, body } = refusals.answer(problem, requestId);
    return rawAnswer(status, body, { ...headers, ...own, 'x-request-id': requestId });
  };

  const refuse = (socket: Duplex, code: 'invalid' | 'not_found', sentence: string): void => {
    // The parser fails again on every further chunk; those are discarded.
    if (refused.has(socket)) return;
    refused.add(socket);
    const end = (text: string) => {
      if (socket.writable) endReadably(socket, text, limits.refusedBodyMs);
      else socket.destroy();
    };
    const text = textOf(new Problem(code, sentence));
    // Never before or into an answer (pipelining).
    const response = latestAnswer(socket);
    if (response === undefined || response.writableFinished || !socket.writable) {
      end(text);
      return;
    }
    // If the fault is in the next request, the answer to this one comes first; if it is in the body of this one, its
    // own answer is the refusal.
    const last = response.req.complete ? text : '';
    response.once('close', () => (response.writableFinished ? end(last) : socket.destroy()));
    if (!response.req.complete) breakBody(response.req, sentence);
  };

  return {
    refuseConnection: (socket: Socket): void => {
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
    },
    /** Refuses a body in very many small pieces; the connection is not read as HTTP any further. */
    refusePieces: (socket: Socket) =>
      refuse(socket, 'invalid', 'The body came in too many small pieces; send it in larger ones.'),
    /** Cuts off a connection with an incomplete request, to which no part of an answer was sent. */
    cutOff: (socket: Socket) => {
      socket.write(textOf(tooManyConnections()));
      socket.destroySoon();
    },
    watch: (server: Server) => {
      server.on('clientError', (error, socket) => {
        if (codeOf(error) === 'ECONNRESET' || isUnused(socket)) socket.destroy();
        else refuse(socket, 'invalid', sentenceFor(codeOf(error)));
      });
      server.on('connect', (_request, socket) => {
        // Node has released the socket: without an `error` listener a reset would end the process.
        socket.on('error', () => socket.destroy());
        refuse(socket, 'not_found', 'There is no such path.');
      });
    },
  };
}

/**
 * Sends a last text and closes. Input is drained for a while before that: closing with unread input resets the
 * connection, and the text would be lost.
 */
export function endReadably(socket: Duplex, text: string, drainMs: number): void {
  let bytesSeen = 0;
  const timer = setTimeout(() => socket.destroy(), drainMs);
  socket.once('close', () => clearTimeout(timer));
  socket.once('end', () => socket.destroy());
  socket.end(text);
  socket.on('data', (chunk: Buffer) => {
    bytesSeen += chunk.length;
    if (bytesSeen > limits.refusedBodyBytesMax) socket.destroy();
  });
  socket.resume();
}

// Browsers open connections in advance, and would take an unrequested answer for the answer to their next request.
function isUnused(socket: Duplex): boolean {
  return 'bytesRead' in socket && socket.bytesRead === 0;
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
