/** Parser of server-sent events and NDJSON from a byte stream. */
type ServerSentEvent = {
  /** The last id that was named, by this event or one before it. */
  readonly id: string;
  readonly event: string;
  readonly data: string;
};

/** Ends with the stream; half an event at its end is none. */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  lineCharactersMax = 1024 * 1024,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let id = '';
  let event = '';
  let data: string[] = [];
  for await (const line of readNdjson(stream, lineCharactersMax)) {
    if (line === '') {
      if (data.length > 0) yield { id, event: event || 'message', data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
  }
}

async function* readNdjson(
  stream: ReadableStream<Uint8Array>,
  lineCharactersMax: number,
): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A CR at the very end may be half of a CRLF: it waits for what follows.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      if (rest.length > lineCharactersMax) throw new RangeError('A line of events is too long.');
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
