/** JSON from other servers: a whole body, or the events of a stream. */
import { breathe } from '../breathe.ts';
import { assertJsonBounds } from '../json/json.ts';
import { parseForeignJson } from '../json/plain-names.ts';
import { RemoteFault } from './remote-call.ts';

export interface JsonBounds {
  readonly depthMax: number;
  /** The values in one body or event. */
  readonly valuesMax: number;
}

interface EventLimits {
  readonly eventBytesMax: number;
  readonly eventsMax: number;
}

const usualJsonBounds: JsonBounds = { depthMax: 64, valuesMax: 20_000 };

/** The whole body; the limits of the call bound its size. */
export async function readRemoteJson(
  body: AsyncIterable<Uint8Array>,
  bounds: JsonBounds = usualJsonBounds,
): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return parseBounded(Buffer.concat(pieces), bounds);
}

/**
 * The parsed data of each event of an event stream. `[DONE]` ends the stream, even if the server keeps the connection
 * open. Comments, empty lines and events without data cost a scan of their bytes.
 */
export async function* readRemoteEvents(
  body: AsyncIterable<Uint8Array>,
  limits: EventLimits,
  bounds: JsonBounds = usualJsonBounds,
): AsyncGenerator<unknown, void, undefined> {
  let events = 0;
  for await (const data of dataOf(body, limits.eventBytesMax)) {
    events += 1;
    if (events > limits.eventsMax) throw new RemoteFault('endless');
    yield parseBounded(Buffer.from(data, 'latin1'), bounds);
    await breathe();
  }
}

/**
 * The data of events as Latin-1, one character for each byte: a character of UTF-8 may be cut between two pieces. Lines
 * are split without awaiting, since a piece may have tens of thousands.
 */
async function* dataOf(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<string, void, undefined> {
  let data: string[] = [];
  let dataBytes = 0;
  let rest = '';
  for await (const piece of body) {
    const text = Buffer.from(piece).toString('latin1');
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const line = lineOf(rest, text, start, end);
      rest = '';
      start = end + 1;
      if (line.startsWith('data:')) {
        const value = line.slice(line[5] === ' ' ? 6 : 5);
        dataBytes += line.length;
        if (dataBytes > bytesMax) throw new RemoteFault('endless');
        // The end of the answer; some servers omit the empty line after it.
        if (value === '[DONE]') return;
        data.push(value);
      } else if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
        dataBytes = 0;
      }
    }
    rest += text.slice(start);
    if (rest.length > bytesMax) throw new RemoteFault('endless');
  }
}

function lineOf(rest: string, text: string, start: number, end: number): string {
  const line = rest + text.slice(start, end);
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function parseBounded(bytes: Buffer, { depthMax, valuesMax }: JsonBounds): unknown {
  try {
    assertJsonBounds(bytes, depthMax, valuesMax);
    return parseForeignJson(bytes.toString('utf8'));
  } catch {
    throw new RemoteFault('malformed');
  }
}
