import { createDurations, type Durations } from '../kernel/measures/durations.ts';
import { createTally, type Tally } from '../kernel/measures/tally.ts';
import type { SpeechEngines } from './speech.ts';

export interface SpeechMeasures {
  readonly counts: Tally<SpeechWork>['counts'];
  readonly transcriptionSeconds: Durations['read'];
}

type SpeechWork = 'transcribed' | 'transcription_failed' | 'spoken' | 'speech_failed';

/** The same engines, with what they did counted: whoever asks them, a call or a live session. */
export function countedSpeech(engines: SpeechEngines): {
  readonly engines: SpeechEngines;
  readonly measures: SpeechMeasures;
} {
  const tally = createTally<SpeechWork>([
    'transcribed',
    'transcription_failed',
    'spoken',
    'speech_failed',
  ]);
  const durations = createDurations();
  const measures = { counts: tally.counts, transcriptionSeconds: durations.read };
  const { transcriber, speaker } = engines;
  const counted = async <Result>(
    work: Promise<Result>,
    done: SpeechWork,
    failed: SpeechWork,
    signal: AbortSignal,
  ): Promise<Result> => {
    try {
      const result = await work;
      tally.count(done);
      return result;
    } catch (error) {
      // Whoever left did not want it any more: that is no failure of the engine.
      if (!signal.aborted) tally.count(failed);
      throw error;
    }
  };
  return {
    measures,
    engines: {
      ...engines,
      transcriber: transcriber && {
        ...transcriber,
        transcribe: async (samples, options, signal) => {
          const startedMs = performance.now();
          const work = transcriber.transcribe(samples, options, signal);
          const transcript = await counted(work, 'transcribed', 'transcription_failed', signal);
          durations.observe((performance.now() - startedMs) / 1_000);
          return transcript;
        },
      },
      speaker: speaker && {
        ...speaker,
        speak: (text, voice, signal) =>
          counted(speaker.speak(text, voice, signal), 'spoken', 'speech_failed', signal),
      },
    },
  };
}
