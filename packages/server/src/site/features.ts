/** What a server and a site offer: the operator may switch features off, an engine may be missing. */
import { type Profile, type SiteFeature, siteFeatures } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import type { SpeechEngines } from '../speech/speech.ts';
import type { Assistant } from './assistant.ts';

type Offering = Pick<Assistant, 'voice' | 'off'>;

// Features of every server.
const always = ['ask', 'leads', 'questions', 'feedback'] as const;

/** The capabilities in the descriptor of this server. */
export function capabilitiesOf(assistant: Offering): readonly string[] {
  const { voice, ...offered } = offeredTo(assistant, { voice: true });
  const isOffered = (feature: SiteFeature) =>
    !assistant.off.has(feature) && (feature in offered ? offered[feature as 'live'] : true);
  return [...always, ...(voice ? ['transcribe'] : []), ...siteFeatures.filter(isOffered)];
}

export function assertSupported({ off }: Pick<Assistant, 'off'>, feature: SiteFeature): void {
  if (off.has(feature))
    throw new Problem('not_supported', `This server does not support ${feature}.`);
}

export type Offered = ReturnType<typeof offeredTo>;

/** The voice features of a site; its owner may switch them off. */
export function offeredTo({ voice, off }: Offering, profile: Pick<Profile, 'voice'>) {
  const hears = voice.transcriber !== undefined && voice.recordings !== undefined;
  const speaks = voice.speaker !== undefined;
  return {
    /** Whether recordings are transcribed. */
    voice: profile.voice && hears,
    speak: profile.voice && speaks && !off.has('speak'),
    live: profile.voice && (hears || speaks) && !off.has('live'),
  };
}

/** Refuses if the site has no such voice. */
export function assertOffered(
  assistant: Offering,
  profile: Pick<Profile, 'voice'>,
  feature: keyof Offered,
): void {
  if (!offeredTo(assistant, profile)[feature]) throw noVoice();
}

export function noVoice(): Problem {
  return new Problem('voice', 'Voice is not available for this assistant.');
}

/** Media types of the responses of `speak`; the first is the default. */
export const spokenTypes = ['audio/wav', 'audio/pcm'] as const;
/** Audio formats that a live session accepts. */
const liveForms = ['pcm_s16le', 'mulaw'] as const;

/** The speech that applications can rely on; voices are named, engines are not. */
export function speechOffers({ transcriber, speaker }: SpeechEngines) {
  return {
    audio: {
      speak: speaker === undefined ? [] : spokenTypes,
      live_in: transcriber === undefined ? [] : liveForms,
      // The best first.
      hears: transcriber?.languages ?? [],
    },
    voices: speaker?.voices.map(({ name }) => name) ?? [],
  };
}
