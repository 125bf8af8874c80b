/** What the browser uses as its microphone. */
import { existsSync, readFileSync } from 'node:fs';

const recording = new URL('../../../shared/fixtures/speech/LDC93S1.wav', import.meta.url);
const bytesOfMs = 32;
// The recording is quiet: without this, the browser raises the volume slowly, and the first voice is not noticed.
const gain = 6;

export const noRecording = !existsSync(recording) && 'the recordings are missing';

/** A WAV file of silences, in milliseconds, and one sentence. */
export function microphoneWith(parts: readonly (number | 'voice')[]): Buffer {
  const file = readFileSync(recording);
  const start = file.indexOf('data') + 8;
  const voice = Buffer.from(file.subarray(start));
  for (let at = 0; at + 1 < voice.length; at += 2)
    voice.writeInt16LE(Math.max(-32_768, Math.min(32_767, voice.readInt16LE(at) * gain)), at);
  const data = Buffer.concat(
    parts.map((part) => (part === 'voice' ? voice : Buffer.alloc(part * bytesOfMs))),
  );
  const head = Buffer.from(file.subarray(0, 44));
  head.writeUInt32LE(36 + data.length, 4);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
