import { createDurations } from '../kernel/measures/durations.ts';
import { createTally } from '../kernel/measures/tally.ts';
import type { Speaker, SpeechEngines, Transcriber } from './speech.ts';

const speechWorks = ['transcribed', 'transcription_failed', 'spoken', 'speech_failed'] as const;
type SpeechWork = (typeof speechWorks)[number];

/** The same engines, with their work counted for calls and live sessions alike. */
export function countedSpeech(engines: SpeechEngines) {
  const tally = createTally<SpeechWork>(speechWorks);
  const durations = createDurations();
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
      // An abort by the caller is not a failure of the engine.
      if (!signal.aborted) tally.count(failed);
      throw error;
    }
  };
  const countedEngines: SpeechEngines = {
    close: engines.close,
    // Read each time: engines come when their packages are fetched, and go when their weights fail their check.
    get recordings() {
      return engines.recordings;
    },
    get detector() {
      return engines.detector;
    },
    get transcriber(): Transcriber | undefined {
      const { transcriber } = engines;
      return (
        transcriber && {
          ...transcriber,
          transcribe: async (samples, options, signal) => {
            const startedMs = performance.now();
            const work = transcriber.transcribe(samples, options, signal);
            const transcript = await counted(work, 'transcribed', 'transcription_failed', signal);
            durations.observe((performance.now() - startedMs) / 1_000);
            return transcript;
          },
        }
      );
    },
    get speaker(): Speaker | undefined {
      const { speaker } = engines;
      return (
        speaker && {
          ...speaker,
          speak: (text, voice, signal) =>
            counted(speaker.speak(text, voice, signal), 'spoken', 'speech_failed', signal),
        }
      );
    },
  };
  const measures = { counts: tally.counts, transcriptionSeconds: durations.read };
  return { engines: countedEngines, measures };
}
