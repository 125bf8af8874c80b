/**
 * A process that speaks as the encoder's does; what it is told to encode says how it behaves, and
 * its vectors say who made them.
 */
import { existsSync } from 'node:fs';

// The vocabulary it is given may be the name of a file that keeps it from starting.
const { vocabulary } = JSON.parse(process.argv[2] ?? '{}');
if (existsSync(`${vocabulary}.broken`)) process.exit(3);

process.on('message', ({ id, texts = [] }: { id?: number; texts?: readonly string[] }) => {
  if (texts.includes('die')) process.exit(1);
  if (id === undefined || texts.includes('hang')) return;
  const environment = Object.keys(process.env).length;
  process.send?.({
    id,
    vectors: Float32Array.from(texts.flatMap((text) => [process.pid, text.length, environment])),
  });
});
process.send?.({ ready: true });
