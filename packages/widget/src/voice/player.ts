/** Streaming playback with Web Audio; a strict content security policy would block an `<audio>` element. */
import { readWave } from './wave.ts';

/** Resolves when playback has ended; an abort stops it at once. */
export async function play(
  response: Response,
  context: AudioContext,
  signal: AbortSignal,
): Promise<void> {
  const speaker = createSpeaker(context, signal);
  const isWave = /^audio\/(x-)?wav|^audio\/wave/.test(response.headers.get('content-type') ?? '');
  if (isWave && response.body !== null)
    for await (const { samples, sampleRate } of readWave(response.body))
      speaker.add(samples, sampleRate);
  else speaker.addBuffer(await context.decodeAudioData(await response.arrayBuffer()));
  await speaker.ended();
}

function createSpeaker(context: AudioContext, signal: AbortSignal) {
  const playing = new Set<AudioBufferSourceNode>();
  let nextAt = 0;
  let last: Promise<void> = Promise.resolve();
  signal.addEventListener('abort', () => {
    for (const source of playing) source.stop();
  });
  const addBuffer = (buffer: AudioBuffer) => {
    signal.throwIfAborted();
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    nextAt = Math.max(nextAt, context.currentTime + 0.05);
    source.start(nextAt);
    nextAt += buffer.duration;
    playing.add(source);
    last = new Promise((resolve) => {
      source.onended = () => {
        playing.delete(source);
        resolve();
      };
    });
  };
  return {
    addBuffer,
    add: (samples: Float32Array<ArrayBuffer>, sampleRate: number) => {
      if (samples.length === 0) return;
      const buffer = context.createBuffer(1, samples.length, sampleRate);
      buffer.copyToChannel(samples, 0);
      addBuffer(buffer);
    },
    ended: () => last,
  };
}
