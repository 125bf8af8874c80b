/** Decodes visitors' recordings in a child process: a file that crashes the decoder harms nothing else. */
import { siteLimits } from '@baraza/contract';
import type { Log } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import { createChild } from '../../kernel/process/child-process.ts';
import { ChildEnded } from '../../kernel/process/running-process.ts';
import type { RecordingReader } from '../speech.ts';
import { createSpeechQueue } from '../speech-queue.ts';
import type { ReadRequest, RecordingInput } from './child.ts';
import type { ReadResult } from './recording.ts';

// Codecs pad their ends; a recording of 65 seconds may be a little more.
const slackSeconds = 0.5;
// The longest recordings take 0.2 to 1.2 s of CPU, by format: a machine may be four times slower, or that busy. A
// crafted file of 100 KB would take more than 10 s.
const usualDecodeMs = 5_000;

export function openRecordings({
  decoder,
  log,
  memoryMegabytes = 512,
  decodeMs = usualDecodeMs,
}: Pick<RecordingInput, 'decoder'> & {
  readonly log: Log;
  readonly memoryMegabytes?: number;
  /** How long one file may take. */
  readonly decodeMs?: number;
}): RecordingReader {
  const secondsMax = siteLimits.audioSecondsMax + slackSeconds;
  const input: RecordingInput = { secondsMax, decoder };
  const child = createChild<ReadRequest, ReadResult>({
    name: 'the reader of recordings',
    kind: 'recordings',
    program: new URL('./child.ts', import.meta.url),
    input,
    log,
    idleMs: 30_000,
    stallMs: 10_000,
    // No backoff: a visitor whose files crash it must not delay the others.
    restartDelaysMs: [0],
    memoryMegabytes,
    // A start takes 0.1 s of CPU, less than what an abandoned file may still take.
    endsWithCaller: true,
    // One at a time: a process that is beyond its deadline is so because of this file alone.
    turns: createSpeechQueue({
      atOnce: 1,
      waitingMax: 32,
      waitingOfOneMax: 8,
      waitingOfLineMax: 5,
      waitMs: 30_000,
    }),
  });
  return {
    read: async (file, { site, network }, signal) => {
      const limits = { account: site, line: network, deadlineMs: decodeMs };
      // Retried once if the process ends: memory that an earlier file left may be why.
      const reply = await child.ask({ file }, signal, undefined, limits).catch((cause: unknown) => {
        if (signal.aborted || cause instanceof Problem) throw cause;
        if (cause instanceof ChildEnded && cause.wasReady) throw unreadable(cause);
        throw new Problem('upstream', 'Recordings cannot be read now; try again shortly.', {
          cause,
        });
      });
      if ('samples' in reply) return { samples: reply.samples, durationMs: reply.durationMs };
      throw reply.fault === 'long' ? tooLong() : unreadable();
    },
    close: child.close,
  };
}

function tooLong(): Problem {
  const { audioSecondsMax } = siteLimits;
  return new Problem(
    'audio_too_long',
    `A recording may have at most ${audioSecondsMax} seconds; send a shorter one.`,
  );
}

function unreadable(cause?: Error): Problem {
  const sentence = 'The recording cannot be read; send WebM, MP4, Ogg, WAV or MP3.';
  return new Problem('audio_type', sentence, cause === undefined ? {} : { cause });
}
