/** A recording becomes text: its bytes are read, held in memory for as long as they are needed, and never kept. */
import { type Language, siteLimits } from '@baraza/contract';
import { carriesBody, readBytes } from '../../http/body/json-body.ts';
import type { Call } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { SpeechEngines } from '../../speech/speech.ts';
import type { Assistant, Visitor } from '../site.ts';
import type { AudioRoom } from './audio-room.ts';
import { hintsOf } from './hints.ts';
import { noVoice } from './voice.ts';

interface Transcription {
  readonly text: string;
  readonly language: Language;
  readonly duration_ms: number;
}

/** As browsers and phones call what they record; what it is, its bytes say. */
const types: ReadonlySet<string> = new Set([
  'audio/webm',
  'audio/mp4',
  'audio/ogg',
  'audio/wav',
  'audio/mpeg',
  'audio/x-wav',
  'audio/wave',
  'audio/x-m4a',
  'audio/m4a',
  'video/webm',
  'video/mp4',
]);

export async function transcribe(
  { voice, library }: Pick<Assistant, 'voice' | 'library'>,
  room: AudioRoom,
  { caller, query, header, raw, signal }: Call<Visitor>,
): Promise<Transcription> {
  const { transcriber, recordings } = enginesOf(voice);
  assertAudioType(header('content-type'), header('content-encoding'));
  if (!carriesBody(raw)) throw empty();
  const place = room.enter();
  try {
    const file = await readBytes(raw, siteLimits.audioBytesMax, place.admit);
    if (file.length === 0) throw empty();
    const { samples, durationMs } = await recordings.read(file, signal);
    const profile = await library.profileOf(caller.site);
    const language = (query.language as Language | undefined) ?? onlyOne(profile.languages);
    const heard = await transcriber.transcribe(
      samples,
      { language, hints: hintsOf(profile) },
      signal,
    );
    // Where nothing was said, no language was either.
    const spoken = heard.text === '' ? (language ?? profile.languages[0]) : heard.language;
    return { text: heard.text, language: spoken ?? heard.language, duration_ms: durationMs };
  } finally {
    place.giveBack();
  }
}

function enginesOf({ transcriber, recordings }: SpeechEngines) {
  if (transcriber === undefined || recordings === undefined) throw noVoice();
  return { transcriber, recordings };
}

function assertAudioType(header: string | undefined, encoding: string | undefined): void {
  const [type = ''] = (header ?? '').split(';');
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity';
  if (types.has(type.trim().toLowerCase()) && isPlain) return;
  throw new Problem(
    'audio_type',
    'Send a recording as audio/webm, audio/mp4, audio/ogg, audio/wav or audio/mpeg.',
  );
}

function onlyOne(languages: readonly Language[]): Language | undefined {
  return languages.length === 1 ? languages[0] : undefined;
}

function empty(): Problem {
  return new Problem('invalid', 'The body must be a recording; it was empty.');
}
