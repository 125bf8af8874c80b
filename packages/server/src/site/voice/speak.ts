/** Text to speech, streamed sentence by sentence, with a cache of complete results. */
import { hash } from 'node:crypto';
import { hasAtMost, type Language, siteLimits } from '@baraza/contract';
import type { LRUCache } from 'lru-cache';
import { invalid, Problem } from '../../kernel/problem.ts';
import { joinSamples } from '../../speech/samples.ts';
import type { Voice } from '../../speech/speech.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { pickVoice } from '../../voice/answering.ts';
import type { Assistant } from '../assistant.ts';
import { noVoice } from '../features.ts';
import { guessLanguage } from '../knowledge/text-language.ts';
import { limitRefusal, type VisitorInfo } from '../visits.ts';
import { voiceUsedUp } from '../words.ts';
import { takeVoice } from './allowance.ts';

interface SpeakRequest {
  readonly text: string;
  readonly voice?: string | undefined;
}

interface Spoken {
  readonly voice: string;
  readonly sampleRate: number;
  readonly samples: Int16Array;
}

/** Complete speeches, the longest unused forgotten first. */
export type SpokenCache = LRUCache<string, Spoken>;

export type Speaking = Awaited<ReturnType<typeof speak>>;

type SpeakContext = Pick<
  Assistant,
  'voice' | 'profiles' | 'log' | 'store' | 'plans' | 'clock' | 'publicUrl'
>;

/**
 * Resolves with the first samples: until then a failure can still be answered with a status. `sound` has all samples
 * if they are cached; else it is a stream, and returning from it cancels the synthesis.
 */
export async function speak(
  assistant: SpeakContext,
  cache: SpokenCache,
  visitorInfo: VisitorInfo,
  wanted: SpeakRequest,
  signal: AbortSignal,
) {
  const { text, voice, language } = await readRequest(assistant, visitorInfo.site, wanted);
  const giveBack = await takeVoice(assistant, visitorInfo.site);
  if (giveBack === undefined) {
    const problem = new Problem('plan', 'Voice is used up for this month.');
    throw await limitRefusal(assistant, visitorInfo, problem, voiceUsedUp, language);
  }
  const name = hash('sha256', `${voice.name}\n${text}`, 'base64url');
  const cached = cache.get(name);
  if (cached !== undefined) return { ...cached, sound: cached.samples };
  const started = await startSpeech(assistant, text, voice, giveBack, signal);
  const onWhole = (spoken: Spoken) => {
    if (spoken.voice === voice.name) cache.set(name, spoken);
  };
  const { sampleRate } = started.speech;
  const sound = streamRest(started, giveBack, signal, onWhole);
  return { voice: started.voice, sampleRate, sound };
}

async function readRequest(
  { voice: { speaker }, profiles }: SpeakContext,
  site: SiteRow,
  { text: sent, voice: wanted }: SpeakRequest,
) {
  if (speaker === undefined) throw noVoice();
  const written = sent.trim();
  if (written === '')
    throw invalid(`text must have 1 to ${siteLimits.speakCharactersMax} characters.`);
  if (!hasAtMost(written, siteLimits.speakCharactersMax))
    throw new Problem(
      'too_large',
      `text may have at most ${siteLimits.speakCharactersMax} characters.`,
    );
  const { languages } = await profiles.headOf(site);
  const language: Language = guessLanguage(written) ?? languages[0] ?? 'sw';
  const voice = pickVoice(speaker.voices, wanted, language);
  if (voice === undefined) throw noVoice();
  const { readAloud } = await import('../../speech/aloud/aloud.ts');
  // A digit becomes a word: a thousand of them would be minutes of audio.
  const text = cutSpoken(readAloud(written, voice.language));
  if (!/[\p{L}\p{N}]/u.test(text)) throw invalid('text must have words that can be spoken.');
  return { text, voice, language };
}

function cutSpoken(text: string): string {
  if (text.length <= siteLimits.spokenCharactersMax) return text;
  const cut = text.slice(0, siteLimits.spokenCharactersMax);
  return cut.slice(0, Math.max(1, cut.lastIndexOf(' ')));
}

async function startSpeech(
  { voice: { speaker }, log }: SpeakContext,
  text: string,
  voice: Voice,
  giveBack: () => Promise<void>,
  signal: AbortSignal,
) {
  try {
    if (speaker === undefined) throw noVoice();
    const speech = await speaker.speak(text, voice, signal);
    const chunks = speech.chunks[Symbol.asyncIterator]();
    const opening = await chunks.next();
    if (opening.done === true) throw new Error('nothing was spoken');
    return { speech, voice: (speech.voice ?? voice).name, opening, chunks };
  } catch (cause) {
    await giveBack();
    if (cause instanceof Problem || signal.aborted) throw cause;
    log.error('a text could not be spoken', { cause });
    throw new Problem('upstream', 'Speech cannot be generated now; try again shortly.', { cause });
  }
}

async function* streamRest(
  { speech: { sampleRate }, voice, opening, chunks }: Awaited<ReturnType<typeof startSpeech>>,
  giveBack: () => Promise<void>,
  signal: AbortSignal,
  onWhole: (spoken: Spoken) => void,
): AsyncGenerator<Int16Array, void, undefined> {
  const parts: Int16Array[] = [];
  try {
    let bytesLeft: number = siteLimits.soundBytesMax;
    for (let next: IteratorResult<Int16Array> = opening; next.done !== true && bytesLeft > 0; ) {
      bytesLeft -= next.value.byteLength;
      parts.push(next.value);
      yield next.value;
      try {
        next = await chunks.next();
      } catch (cause) {
        // Half a speech is not counted, unless the listener left.
        if (!signal.aborted) await giveBack();
        throw cause;
      }
    }
  } finally {
    await chunks.return?.();
  }
  onWhole({ voice, sampleRate, samples: joinSamples(Int16Array, parts) });
}
