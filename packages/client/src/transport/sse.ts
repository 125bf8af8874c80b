/** Parses server-sent events from a byte stream. */
type ServerSentEvent = {
  /** The last id so far, of this event or an earlier one. */
  readonly id: string;
  readonly event: string;
  readonly data: string;
};

/** Ends with the stream; an incomplete event at its end is dropped. */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  lineCharactersMax = 1024 * 1024,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let id = '';
  let event = '';
  let data: string[] = [];
  for await (const line of readLines(stream, lineCharactersMax)) {
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

async function* readLines(
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
      // A CR at the end may be half of a CRLF, so it is kept until more arrives.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      if (rest.length > lineCharactersMax) throw new RangeError('A line of events is too long.');
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
