/** Decodes visitors' recordings in a child process: a file that crashes the decoder harms nothing else. */
import { siteLimits } from '@baraza/contract';
import type { Log } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import { createHelper, HelperEnded } from '../../kernel/process/helper-process.ts';
import type { RecordingReader } from '../speech.ts';
import { createSpeechQueue } from '../speech-queue.ts';
import type { ReadReply, ReadRequest, RecordingInput } from './messages.ts';

interface RecordingOptions {
  readonly log: Log;
  readonly idleMs?: number;
  readonly memoryBytesMax?: number;
}

// Codecs pad their ends; a recording of 65 seconds may be a little more.
const slackSeconds = 0.5;

export function openRecordings({
  log,
  idleMs = 30_000,
  memoryBytesMax = 512 * 1024 * 1024,
}: RecordingOptions): RecordingReader {
  const input: RecordingInput = {
    secondsMax: siteLimits.audioSecondsMax + slackSeconds,
    memoryBytesMax,
  };
  const helper = createHelper<ReadRequest, ReadReply>({
    name: 'the reader of recordings',
    program: new URL('./child.ts', import.meta.url),
    input,
    log,
    idleMs,
    stallMs: 10_000,
    // No backoff: a visitor whose files crash it must not delay the others.
    restsMs: [0],
  });
  // One at a time: when the process ends, it was this file that ended it.
  const queue = createSpeechQueue({ atOnce: 1, waitingMax: 8, waitMs: 30_000 });
  return {
    read: (file, signal) =>
      queue.run(
        async () => {
          const reply = await helper.ask({ file }, signal, 'urgent').catch((cause: unknown) => {
            if (signal.aborted) throw cause;
            if (cause instanceof HelperEnded && cause.wasReady) throw unreadable(cause);
            throw new Problem('upstream', 'Recordings cannot be read now; try again shortly.', {
              cause,
            });
          });
          if ('samples' in reply) return { samples: reply.samples, durationMs: reply.durationMs };
          throw reply.fault === 'long' ? tooLong() : unreadable();
        },
        { signal },
      ),
    close: helper.close,
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
