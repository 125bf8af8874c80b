/** A server with the OpenAI endpoints for audio, as somebody else would write it: it looks at what it gets. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

interface SpeechCall {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly fields: { readonly [name: string]: string };
  /** The file of a transcription. */
  readonly file: Buffer;
}

export interface FakeSpeechServer {
  /** With the version that such addresses end in. */
  readonly url: string;
  readonly calls: SpeechCall[];
  /** Does something else than answer. */
  behave: ((response: ServerResponse, call: SpeechCall) => void) | undefined;
  readonly close: () => Promise<void>;
}

export async function openSpeechServer(): Promise<FakeSpeechServer> {
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    fake.calls.push(call);
    if (fake.behave !== undefined) return fake.behave(response, call);
    if (call.path === '/v1/audio/transcriptions') return hear(response, call);
    if (call.path === '/v1/audio/speech') return say(response);
    response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const fake: FakeSpeechServer = {
    url: `http://127.0.0.1:${port}/v1`,
    calls: [],
    behave: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

async function readCall(request: IncomingMessage): Promise<SpeechCall> {
  const { url: path = '', headers } = request;
  const { authorization } = headers;
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) {
    const fields = (await new Response(Readable.toWeb(request) as ReadableStream).json()) as {
      [name: string]: string;
    };
    return { path, authorization, fields, file: Buffer.alloc(0) };
  }
  const form = await new Response(Readable.toWeb(request) as ReadableStream, {
    headers: { 'content-type': type },
  }).formData();
  const fields: Record<string, string> = {};
  let file = Buffer.alloc(0);
  for (const [name, value] of form)
    if (typeof value === 'string') fields[name] = value;
    else file = Buffer.from(await value.arrayBuffer());
  return { path, authorization, fields, file };
}

function hear(response: ServerResponse, { fields, file }: SpeechCall): void {
  const isWav = file.toString('latin1', 0, 4) === 'RIFF' && file.readUInt32LE(24) === 16_000;
  if (!isWav || fields.model === undefined) {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"no audio","type":"invalid_request_error"}}');
    return;
  }
  const seconds = (file.length - 44) / 32_000;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ text: ` We heard you for ${seconds.toFixed(1)} seconds. ` }));
}

// A second of a tone in parts of an odd length, as networks cut them.
function say(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'audio/pcm' });
  const tone = Buffer.from(
    Int16Array.from({ length: 24_000 }, (_, at) => Math.round(8_000 * Math.sin(at / 10))).buffer,
  );
  for (let from = 0; from < tone.length; from += 4_801)
    response.write(tone.subarray(from, from + 4_801));
  response.end();
}
