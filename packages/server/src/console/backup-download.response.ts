import type { FileHandle } from 'node:fs/promises';
import type { Answer, Sink } from '../http/answer.ts';
import type { Call } from '../http/route.ts';
import { parseRange } from '../platform/objects/range.ts';

const pieceBytes = 256 * 1024;

/** Sends the file of a backup, or one range of it. */
export function sendBackup(
  { header, raw }: Pick<Call<unknown>, 'header' | 'raw'>,
  name: string,
  open: () => Promise<FileHandle>,
): Answer {
  const send = async (sink: Sink, file: FileHandle): Promise<void> => {
    const { size } = await file.stat();
    const range = raw.method === 'GET' ? parseRange(header('range'), size) : undefined;
    const { start, end } = range ?? { start: 0, end: size };
    sink.start(range === undefined ? 200 : 206, {
      'content-type': 'application/octet-stream',
      'content-length': end - start,
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="${name}"`,
      ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
    });
    if (sink.headersOnly || start === end) return;
    const options = { start, end: end - 1, highWaterMark: pieceBytes, autoClose: false };
    for await (const piece of file.createReadStream(options)) await sink.write(piece as Buffer);
  };
  return {
    stream: async (sink) => {
      const file = await open();
      await send(sink, file).finally(() => file.close());
    },
  };
}
