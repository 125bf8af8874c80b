/** The voice features of a site: its owner may switch them off, and a server may lack an engine. */
import type { Profile } from '@baraza/contract';
import { Problem } from '../../kernel/problem.ts';
import type { SpeechEngines } from '../../speech/speech.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';

export interface Offered {
  /** Whether recordings are transcribed. */
  readonly voice: boolean;
  readonly speak: boolean;
  readonly live: boolean;
}

export function offeredTo(
  { voice, off }: Pick<Assistant, 'voice' | 'off'>,
  profile: Pick<Profile, 'voice'>,
): Offered {
  const hears = canHear(voice);
  const speaks = voice.speaker !== undefined;
  return {
    voice: profile.voice && hears,
    speak: profile.voice && speaks && !off.has('speak'),
    live: profile.voice && (hears || speaks) && !off.has('live'),
  };
}

function canHear({ transcriber, recordings }: SpeechEngines): boolean {
  return transcriber !== undefined && recordings !== undefined;
}

/** Refuses where the site has no such voice. */
export async function assertOffered(
  assistant: Assistant,
  site: SiteRow,
  what: 'voice' | 'speak',
): Promise<void> {
  const profile = await assistant.profiles.headOf(site);
  if (!offeredTo(assistant, profile)[what]) throw noVoice();
}

export function noVoice(): Problem {
  return new Problem('voice', 'Voice is not available for this assistant.');
}
