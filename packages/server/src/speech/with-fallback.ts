/** Speech engines with a fallback: the second serves when the first is unavailable or busy. */
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import type { Speaker, Transcriber, Voice } from './speech.ts';

export function transcriberWithFallback(
  first: Transcriber,
  second: Transcriber,
  log: Log,
): Transcriber {
  return {
    ...first,
    transcribe: async (samples, options, signal) => {
      try {
        return await first.transcribe(samples, options, signal);
      } catch (cause) {
        if (!isUnavailable(cause, signal)) throw cause;
        log.warn('the built-in transcriber takes over from the speech server', { cause });
        return second.transcribe(samples, options, signal);
      }
    },
    close: async () => {
      await Promise.all([first.close(), second.close()]);
    },
  };
}

/** Falls back only before the first chunk: a voice never changes in the middle of a text. */
export function speakerWithFallback(first: Speaker, second: Speaker, log: Log): Speaker {
  const isVoiceOfFirst = ({ name }: Voice) => first.voices.some((voice) => voice.name === name);
  return {
    voices: [...first.voices, ...second.voices],
    speak: async (text, voice, signal) => {
      if (!isVoiceOfFirst(voice)) return second.speak(text, voice, signal);
      try {
        return await first.speak(text, voice, signal);
      } catch (cause) {
        if (!isUnavailable(cause, signal)) throw cause;
        log.warn('the built-in speaker takes over from the speech server', { cause });
        const other = second.voices.find(({ language }) => language === voice.language);
        if (other === undefined) throw cause;
        return { ...(await second.speak(text, other, signal)), voice: other };
      }
    },
    close: async () => {
      await Promise.all([first.close(), second.close()]);
    },
  };
}

function isUnavailable(cause: unknown, signal: AbortSignal): boolean {
  if (signal.aborted) return false;
  return cause instanceof Problem && (cause.code === 'upstream' || cause.code === 'busy');
}
