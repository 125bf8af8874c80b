import { type Language, siteLimits } from '@baraza/contract';
import { carriesBody, readBytes } from '../../http/body/json-body.ts';
import type { Call } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Visitor } from '../assistant.ts';
import { emptyRecording, type Recording } from './transcribe.ts';

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

/** A recording that is on its way; refuses what its head says is none. */
export function readRecording({ caller, query, header, raw }: Call<Visitor>): Recording {
  assertAudioType(header('content-type'), header('content-encoding'));
  if (!carriesBody(raw)) throw emptyRecording();
  return {
    site: caller.site,
    language: query.language as Language | undefined,
    read: (admit) => readBytes(raw, siteLimits.audioBytesMax, admit),
  };
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
