/** Transcribes a recording, in memory only: it is never stored. */
import { type Language, siteLimits } from '@baraza/contract';
import { invalid, Problem } from '../../kernel/problem.ts';
import { race } from '../../kernel/race.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Budget } from '../../voice/sound/byte-budget.ts';
import type { Assistant } from '../assistant.ts';
import { noVoice } from '../features.ts';

export interface Recording {
  readonly site: SiteRow;
  /** Of the visitor; undefined for one of a channel. */
  readonly network: string | undefined;
  /** Undefined if the caller does not name one. */
  readonly language: Language | undefined;
  /** Reads the file; `admit` gets the size of every piece, and may throw a refusal. */
  readonly read: (admit: (bytes: number) => void) => Promise<Uint8Array>;
}

export async function transcribe(
  { voice, profiles }: Pick<Assistant, 'voice' | 'profiles'>,
  /** For recordings that are being received. */
  memory: Budget,
  given: Recording,
  callerSignal: AbortSignal,
  limitMs: number = siteLimits.transcribeMs,
) {
  const { transcriber, recordings } = voice;
  if (transcriber === undefined || recordings === undefined) throw noVoice();
  let ownBytes = 0;
  // Only bytes that arrived count, so that a slow sender reserves nothing in advance.
  const admit = (bytes: number) => {
    if (!memory.reserve(bytes))
      throw new Problem('busy', 'Too many recordings are being sent; try again shortly.', {
        retryAfterSeconds: 5,
      });
    ownBytes += bytes;
  };
  try {
    const file = await given.read(admit);
    if (file.length === 0) throw emptyRecording();
    return await inTime(callerSignal, limitMs, async (signal) => {
      const { samples, durationMs } = await recordings.read(
        file,
        { site: given.site.id, network: given.network },
        signal,
      );
      const { languages } = await profiles.headOf(given.site);
      const hints = await profiles.hintsOf(given.site);
      const onlyOne = languages.length === 1 ? languages[0] : undefined;
      const language = given.language ?? onlyOne;
      const heard = await transcriber.transcribe(samples, { language, hints }, signal);
      // The language of an empty transcript means nothing.
      const spoken = heard.text === '' ? (language ?? languages[0]) : heard.language;
      return { text: heard.text, language: spoken ?? heard.language, duration_ms: durationMs };
    });
  } finally {
    memory.release(ownBytes);
  }
}

/** Proxies close connections that are silent for half a minute: after `limitMs` the caller gets a refusal. */
function inTime<Result>(
  callerSignal: AbortSignal,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = AbortSignal.timeout(limitMs);
  return race(work(AbortSignal.any([callerSignal, over])), { signal: over }, () => {
    // Not `busy`: a full queue has refused before.
    throw new Problem(
      'upstream',
      'This recording takes too long to be transcribed here; send a shorter one, or type.',
      { retryAfterSeconds: 10 },
    );
  });
}

export function emptyRecording(): Problem {
  return invalid('The body must be a recording; it was empty.');
}
