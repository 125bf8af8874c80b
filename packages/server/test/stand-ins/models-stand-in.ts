/**
 * A process that speaks as that of the built-in models does; what it is told to encode or to read says
 * how it behaves, and its vectors and scores say who made them.
 */
import { existsSync } from 'node:fs';
import {
  type BuiltInFiles,
  readerIsLoaded,
  type ToModels,
} from '../../src/models/built-in/messages.ts';

// The vocabulary it is given may be the name of a file that keeps it from starting.
const { encoder, reader } = JSON.parse(process.argv[2] ?? '{}') as BuiltInFiles;
if (existsSync(`${(encoder ?? reader)?.vocabulary}.broken`)) process.exit(3);

process.on('message', (message: ToModels) => {
  if ('forget' in message) return;
  const { id } = message;
  const texts = 'texts' in message ? message.texts : [message.reading.question];
  if (texts.includes('die')) process.exit(1);
  if (texts.includes('hang')) return;
  if ('texts' in message) {
    const environment = Object.keys(process.env).length;
    const vectors = texts.flatMap((text) => [process.pid, text.length, environment]);
    process.send?.({ id, vectors: Float32Array.from(vectors) });
    return;
  }
  process.send?.({ note: readerIsLoaded });
  const { passages } = message.reading;
  const scores = passages.map(({ sentences }) => ({
    answer: process.pid,
    said: 0,
    evidence: sentences.map(({ length }) => length),
  }));
  process.send?.({ id, scores });
});
process.send?.({ ready: true });
