/** Engines in the order they are to be asked: who cannot is followed by who may. */
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import type { Speaker, Speech, Transcriber, Voice } from './speech.ts';

export function transcriberWithFallback(
  first: Transcriber,
  second: Transcriber,
  log: Log,
): Transcriber {
  return {
    languages: first.languages,
    capabilities: first.capabilities,
    transcribe: async (samples, options, signal) => {
      try {
        return await first.transcribe(samples, options, signal);
      } catch (cause) {
        if (!isAway(cause, signal)) throw cause;
        log.warn('built-in speech hears instead of the server', { cause });
        return second.transcribe(samples, options, signal);
      }
    },
    close: async () => {
      await Promise.all([first.close(), second.close()]);
    },
  };
}

/** Once a sound has come from the first, the second does not break in. */
export function speakerWithFallback(first: Speaker, second: Speaker, log: Log): Speaker {
  const isOfFirst = ({ name }: Voice) => first.voices.some((voice) => voice.name === name);
  return {
    voices: [...first.voices, ...second.voices],
    speak: async (text, voice, signal) => {
      if (!isOfFirst(voice)) return second.speak(text, voice, signal);
      try {
        return await begun(await first.speak(text, voice, signal));
      } catch (cause) {
        if (!isAway(cause, signal)) throw cause;
        log.warn('built-in speech speaks instead of the server', { cause });
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

/** The same speech, after its first sound has come. */
async function begun(speech: Speech): Promise<Speech> {
  const chunks = speech.chunks[Symbol.asyncIterator]();
  const opening = await chunks.next();
  return { ...speech, chunks: following(opening, chunks) };
}

async function* following(
  opening: IteratorResult<Int16Array>,
  chunks: AsyncIterator<Int16Array>,
): AsyncIterable<Int16Array> {
  try {
    for (let next = opening; next.done !== true; next = await chunks.next()) yield next.value;
  } finally {
    await chunks.return?.();
  }
}

function isAway(cause: unknown, signal: AbortSignal): boolean {
  if (signal.aborted) return false;
  return cause instanceof Problem && (cause.code === 'upstream' || cause.code === 'busy');
}
