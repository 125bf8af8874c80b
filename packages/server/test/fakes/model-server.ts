/** A model server as the OpenAI API describes it, on a real socket, that misbehaves on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeModelServer {
  /** Where its API begins. */
  readonly url: string;
  readonly received: Received[];
  /** How many connections were ever opened to it. */
  readonly connections: () => number;
  /** How chats are answered from now on, one behaviour for each, the last for all that follow. */
  readonly behaves: (...behaviours: readonly Behaviour[]) => void;
  /** The chat with this number, counted from 0, as soon as it has come. */
  readonly chat: (number: number) => Promise<Received>;
  readonly close: () => Promise<void>;
}

export interface Received {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: ChatBody;
  /** When the connection was closed before the answer ended, by `performance.now()`; never resolves otherwise. */
  readonly left: Promise<number>;
  /** When the answer was sent to its end. */
  readonly sent: Promise<void>;
}

interface ChatBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly [field: string]: unknown;
}

export type Behaviour = (response: ServerResponse, received: Received) => Promise<void> | void;

export interface FakeModelOptions {
  readonly key?: string;
  readonly models?: readonly string[];
}

const bodyBytesMax = 10 * 1024 * 1024;

export async function startModelServer(options: FakeModelOptions = {}): Promise<FakeModelServer> {
  const received: Received[] = [];
  const chats: Received[] = [];
  const awaited = new Map<number, (chat: Received) => void>();
  let connections = 0;
  let script: readonly Behaviour[] = [streams('All right.')];

  const chat = (request: Received, response: ServerResponse): Promise<void> | void => {
    chats.push(request);
    awaited.get(chats.length - 1)?.(request);
    const [next = streams('All right.'), ...others] = script;
    if (others.length > 0) script = others;
    return next(response, request);
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { promise: left, resolve } = Promise.withResolvers<number>();
    response.on('close', () => {
      if (!response.writableFinished) resolve(performance.now());
    });
    const sent = new Promise<void>((done) => {
      response.on('finish', done);
    });
    const request: Received = {
      path: `${incoming.method} ${incoming.url}`,
      authorization: incoming.headers.authorization,
      body: await readBody(incoming),
      left,
      sent,
    };
    received.push(request);
    const models = options.models ?? ['small'];
    if (options.key !== undefined && request.authorization !== `Bearer ${options.key}`)
      return refuse(response, 401, 'Incorrect API key provided.', 'invalid_api_key');
    if (request.path === 'GET /v1/models')
      return json(response, { object: 'list', data: models.map((id) => ({ id })) });
    if (!models.includes(request.body.model ?? ''))
      return refuse(response, 404, 'The model does not exist.', 'model_not_found');
    if (request.path === 'POST /v1/chat/completions') return chat(request, response);
    return refuse(response, 404, 'Unknown request URL.', 'unknown_url');
  };

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    connections: () => connections,
    behaves: (...behaviours) => {
      script = behaviours;
    },
    chat: async (number) => {
      const known = chats[number];
      if (known !== undefined) return known;
      const { promise, resolve } = Promise.withResolvers<Received>();
      awaited.set(number, resolve);
      return promise;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Writes pieces of a text as a server does, and ends as one does. */
export function streams(...pieces: readonly string[]): Behaviour {
  return (response) => {
    begin(response);
    for (const piece of pieces) response.write(textEvent(piece));
    response.end(lastEvents(pieces.length));
  };
}

/** These bytes, cut into parts of this size, each sent on its own. */
export function replays(bytes: Uint8Array, partBytes = bytes.length): Behaviour {
  return async (response) => {
    begin(response);
    response.socket?.setNoDelay(true);
    for (let from = 0; from < bytes.length; from += partBytes) {
      response.write(bytes.subarray(from, from + partBytes));
      await new Promise(setImmediate);
    }
    response.end();
  };
}

/** Says nothing at all. */
export const hangs: Behaviour = () => {};

/** Says that an answer comes, and then nothing. */
export const beginsOnly: Behaviour = (response) => {
  begin(response);
  response.flushHeaders();
};

/** Some words, and then nothing more. */
export function sendsThenStalls(...pieces: readonly string[]): Behaviour {
  return (response) => {
    begin(response);
    for (const piece of pieces) response.write(textEvent(piece));
  };
}

/** Some words, and then the connection breaks off. */
export function breaksOff(...pieces: readonly string[]): Behaviour {
  return (response) => {
    begin(response);
    for (const piece of pieces) response.write(textEvent(piece));
    setImmediate(() => response.socket?.resetAndDestroy());
  };
}

/** The connection breaks off before a word. */
export const breaksOffAtOnce: Behaviour = (response) => {
  response.socket?.resetAndDestroy();
};

/** Writes as long as there is a listener. */
export const writesForEver: Behaviour = (response) => {
  begin(response);
  const more = (): void => {
    while (!response.destroyed && response.write(textEvent('na tena '.repeat(8))));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};

/** One event that never ends. */
export const oneHugeEvent: Behaviour = (response) => {
  begin(response);
  response.write('data: {"choices":[{"delta":{"content":"');
  const more = (): void => {
    while (!response.destroyed && response.write('a'.repeat(16_384)));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};

/** Signs of life and nothing else: comments, as proxies send them. */
export function onlyComments(everyMs: number): Behaviour {
  return (response) => {
    begin(response);
    const timer = setInterval(() => response.write(': still here\n\n'), everyMs);
    response.on('close', () => clearInterval(timer));
  };
}

export function sends(text: string, type = 'text/event-stream', status = 200): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': type }).end(text);
  };
}

export function fails(
  status: number,
  headers: { readonly [name: string]: string } = {},
  message = 'It did not work.',
): Behaviour {
  return (response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    refuse(response, status, message, 'error');
  };
}

/** Ends its words properly and leaves the connection open. */
export function forgetsToClose(...pieces: readonly string[]): Behaviour {
  return (response) => {
    begin(response);
    for (const piece of pieces) response.write(textEvent(piece));
    response.write(lastEvents(pieces.length));
  };
}

/** Ends its words, and the answer a moment later. */
export function closesLater(...pieces: readonly string[]): Behaviour {
  return (response) => {
    begin(response);
    for (const piece of pieces) response.write(textEvent(piece));
    response.write(lastEvents(pieces.length));
    setTimeout(() => response.end(), 10);
  };
}

/** Refuses a field of the order as servers do that know no such field. */
export function refusesField(field: string, message: string): Behaviour {
  return (response, { body }) =>
    body[field] === undefined
      ? streams('All right.')(response, {} as Received)
      : refuse(response, 400, message, 'unsupported_parameter');
}

export function textEvent(content: string): string {
  return event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
}

function lastEvents(pieces: number): string {
  const usage = { prompt_tokens: 11, completion_tokens: pieces, total_tokens: 11 + pieces };
  return (
    `${event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}${event({ choices: [], usage })}data: ` +
    '[DONE]\n\n'
  );
}

function event(fields: object): string {
  const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'small' };
  return `data: ${JSON.stringify({ ...chunk, ...fields })}\n\n`;
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
}

function refuse(response: ServerResponse, status: number, message: string, code: string): void {
  response.statusCode = status;
  json(response, { error: { message, type: 'invalid_request_error', param: null, code } });
}

function json(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
}

async function readBody(incoming: IncomingMessage): Promise<ChatBody> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > bodyBytesMax) throw new Error('too large');
  }
  return bytes === 0 ? {} : (JSON.parse(Buffer.concat(parts).toString()) as ChatBody);
}
