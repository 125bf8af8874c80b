/** The non-empty lines of a UTF-8 stream. Leaving the loop early cancels the stream. */
export async function* iterateLines(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let isOver = false;
  try {
    while (!isOver) {
      const { done, value } = await reader.read();
      isOver = done;
      const parts = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) if (line !== '') yield line;
    }
    if (rest !== '') yield rest;
  } finally {
    if (!isOver) await reader.cancel().catch(() => {});
  }
}
