/** A real HTTP server that follows a script, including faults, and records requests. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createPlatformClient, type PlatformClientOptions, type Timing } from '../src/index.ts';

export type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** One step for each request; further requests get a 400, which no client retries. */
export type Step = (response: ServerResponse, request: Received) => void;

export type ScriptedServer = {
  readonly baseUrl: string;
  readonly received: readonly Received[];
};

export async function startServer(t: TestContext, ...script: Step[]): Promise<ScriptedServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    // Clients that disconnect in the middle of their body are part of the tests.
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const entry = { method, url, headers, body: Buffer.concat(chunks) };
      received.push(entry);
      const step = script[received.length - 1] ?? refuse(400, 'invalid');
      step(response, entry);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, received };
}

export const testKey = 'rpk_aaaaaaaa_secret';

/** A client whose backoff takes no time; `waits` records the delays. */
export function clientOf(server: ScriptedServer, options: Partial<PlatformClientOptions> = {}) {
  const waits: number[] = [];
  const timing: Partial<Timing> = {
    sleep: async (ms) => void waits.push(ms),
    random: () => 0,
    ...options.timing,
  };
  const { baseUrl } = server;
  return {
    client: createPlatformClient({ baseUrl, key: testKey, ...options, timing }),
    waits,
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

export function refuse(status: number, code: string, headers: Record<string, string> = {}): Step {
  return json(status, { error: `Refused: ${code}.`, code, requestId: 'req-1' }, headers);
}

export function html(status: number): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end('<h1>Bad Gateway</h1>');
  };
}

/** Reads the request and closes the connection without a response. */
export function loseAnswer(): Step {
  return (response) => void response.socket?.destroy();
}

/** Sends half a response, then cuts the connection. */
export function breakOff(headers: Record<string, string> = {}): Step {
  return (response) => {
    response.writeHead(200, { 'content-length': '100', ...headers });
    response.write('{"half":', () => response.socket?.destroy());
  };
}

/** One event of a stream. */
export const eventText = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`;

/** An event stream of these pieces, which then ends normally, is cut or stays open. */
export function events(pieces: readonly string[], end: 'end' | 'cut' | 'stay' = 'end'): Step {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve));
    if (end === 'end') response.end();
    if (end === 'cut') response.socket?.destroy();
  };
}

/** Calls back when the request arrives, and never responds. */
export function fallSilent(arrived: () => void = () => {}): Step {
  return () => arrived();
}

export function bytes(status: number, content: string, headers: Record<string, string>): Step {
  return (response) => {
    response.writeHead(status, {
      'content-length': String(Buffer.byteLength(content)),
      ...headers,
    });
    response.end(content);
  };
}

/** The error of a call that has to fail. */
export function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error,
  );
}
