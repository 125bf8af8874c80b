/** Transcribes a recording, in memory only: it is never stored. */
import { type Language, siteLimits } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import { race } from '../../kernel/race.ts';
import type { SpeechEngines } from '../../speech/speech.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import type { AudioRoom } from './audio-room.ts';
import { noVoice } from './voice.ts';

interface Transcription {
  readonly text: string;
  readonly language: Language;
  readonly duration_ms: number;
}

export interface Recording {
  readonly site: SiteRow;
  /** Where the caller names it. */
  readonly language: Language | undefined;
  /** Reads the file; `admit` gets the size of every piece, and may throw a refusal. */
  readonly read: (admit: (bytes: number) => void) => Promise<Uint8Array>;
}

export async function transcribe(
  { voice, profiles }: Pick<Assistant, 'voice' | 'profiles'>,
  room: AudioRoom,
  given: Recording,
  left: AbortSignal,
  limitMs: number = siteLimits.transcribeMs,
): Promise<Transcription> {
  const { transcriber, recordings } = enginesOf(voice);
  const place = room.enter();
  try {
    const file = await given.read(place.admit);
    if (file.length === 0) throw emptyRecording();
    return await inTime(left, limitMs, async (signal) => {
      const { samples, durationMs } = await recordings.read(file, signal);
      const { languages } = await profiles.headOf(given.site);
      const hints = await profiles.hintsOf(given.site);
      const language = given.language ?? onlyOne(languages);
      const heard = await transcriber.transcribe(samples, { language, hints }, signal);
      // The language of an empty transcript means nothing.
      const spoken = heard.text === '' ? (language ?? languages[0]) : heard.language;
      return { text: heard.text, language: spoken ?? heard.language, duration_ms: durationMs };
    });
  } finally {
    place.giveBack();
  }
}

/**
 * Several queues may each make it wait, and proxies close connections that are silent for half a minute: after
 * `limitMs` the caller gets `busy`.
 */
async function inTime<Result>(
  left: AbortSignal,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const working = work(AbortSignal.any([left, over.signal]));
  try {
    return await race(working, { limitMs }, () => {
      throw tooBusy();
    });
  } finally {
    over.abort();
  }
}

function tooBusy(): Problem {
  return new Problem('busy', 'Many people are speaking right now; try again shortly, or type.', {
    retryAfterSeconds: 10,
  });
}

function enginesOf({ transcriber, recordings }: SpeechEngines) {
  if (transcriber === undefined || recordings === undefined) throw noVoice();
  return { transcriber, recordings };
}

function onlyOne(languages: readonly Language[]): Language | undefined {
  return languages.length === 1 ? languages[0] : undefined;
}

export function emptyRecording(): Problem {
  return new Problem('invalid', 'The body must be a recording; it was empty.');
}
