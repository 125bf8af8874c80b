import {
  type Language,
  publicQuerySchema,
  siteLimits,
  speakRequestSchema,
  transcribeQuerySchema,
  transcriptionSchema,
} from '@baraza/contract';
import { LRUCache } from 'lru-cache';
import type { Answer } from '../../http/answer.ts';
import { isFieldsType } from '../../http/body/form.ts';
import { readBytes } from '../../http/body/json-body.ts';
import { carriesBody } from '../../http/body/read-body.ts';
import type { Call } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { wavHeader } from '../../speech/wav.ts';
import { createBudget } from '../../voice/sound/byte-budget.ts';
import type { Assistant, Visitor } from '../assistant.ts';
import { assertOffered, assertSupported, spokenTypes } from '../features.ts';
import { publicRoute, type SiteRoute } from '../route.ts';
import { limitVisits, readVisitorInfo } from '../visit.request.ts';
import type { Speaking, SpokenCache } from './speak.ts';
import { emptyRecording, type Recording, transcribe } from './transcribe.ts';

const MB = 1024 * 1024;
const spokenBytesMax = 8 * MB;
// The size of all recordings that are being received; further uploads are refused.
const recordingBytesMax = 96 * MB;

/** Speech in and speech out, one call each. A site without it is refused before the body is read. */
export function voiceRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { profiles } = assistant;
  const memory = createBudget(recordingBytesMax);
  const cache: SpokenCache = new LRUCache({
    maxSize: spokenBytesMax,
    sizeCalculation: ({ samples }) => samples.byteLength,
  });
  const limitTranscribe = limitVisits(assistant, 'transcribe');
  const limitSpeak = limitVisits(assistant, 'speak');
  return [
    publicRoute('POST /v1/sites/:site/transcribe', {
      name: 'transcribeRecording',
      summary: 'Turn a recording into text',
      query: transcribeQuerySchema,
      rawBody: 'audio',
      bodyBytesMax: siteLimits.audioBytesMax,
      answers: { 200: transcriptionSchema },
      limit: async (arrival) => {
        assertOffered(assistant, await profiles.headOf(arrival.caller.site), 'voice');
        await limitTranscribe(arrival);
      },
      reply: (call) => {
        const { network } = readVisitorInfo(assistant, call);
        return transcribe(assistant, memory, readRecording(call, network), call.signal);
      },
    }),
    publicRoute('POST /v1/sites/:site/speak', {
      name: 'speakText',
      summary: 'Turn text into speech',
      query: publicQuerySchema,
      body: speakRequestSchema,
      bodyBytesMax: siteLimits.smallBodyBytesMax,
      answers: { 200: 'bytes' },
      limit: async (arrival) => {
        assertSupported(assistant, 'speak');
        assertOffered(assistant, await profiles.headOf(arrival.caller.site), 'speak');
        await limitSpeak(arrival);
      },
      handle: async (call) => {
        const visitorInfo = readVisitorInfo(assistant, call);
        const wanted = call.body;
        const { speak } = await import('./speak.ts');
        const speaking = await speak(assistant, cache, visitorInfo, wanted, call.signal);
        return speakAnswer(speaking, call.header('accept'));
      },
    }),
  ];
}

/** As browsers and phones declare their recordings; the bytes decide what it is. */
const recordingTypes = new Set(
  `audio/webm audio/mp4 audio/ogg audio/wav audio/mpeg audio/x-wav audio/wave audio/x-m4a audio/m4a video/webm
   video/mp4`.split(/\s+/),
);

/** A recording that is still to be received; refuses by its headers what is not one. */
function readRecording({ caller, query, header, raw }: Call<Visitor>, network: string): Recording {
  const contentType = header('content-type') ?? '';
  const [type = ''] = contentType.split(';');
  const encoding = header('content-encoding')?.toLowerCase() ?? 'identity';
  if (isFieldsType(contentType))
    throw new Problem(
      'audio_type',
      'This is a form: send the bytes of the recording as the body, with their own Content-Type such as audio/webm.',
    );
  if (!recordingTypes.has(type.trim().toLowerCase()) || encoding !== 'identity')
    throw new Problem(
      'audio_type',
      'Send a recording as audio/webm, audio/mp4, audio/ogg, audio/wav or audio/mpeg.',
    );
  if (!carriesBody(raw)) throw emptyRecording();
  return {
    site: caller.site,
    network,
    language: query.language as Language | undefined,
    read: (admit) => readBytes(raw, siteLimits.audioBytesMax, admit),
  };
}

/** Speech in the format that the client accepts, each sentence as soon as it is synthesised. */
function speakAnswer({ voice, sampleRate, sound }: Speaking, accept = ''): Answer {
  const accepted = accept.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase());
  const type = spokenTypes.find((one) => accepted.includes(one)) ?? spokenTypes[0];
  const headers = {
    'content-type': type === 'audio/wav' ? type : `${type};rate=${sampleRate};bits=16;channels=1`,
    'x-voice': voice,
  };
  const opening = (bytes: number | undefined) =>
    type === 'audio/wav' ? wavHeader(sampleRate, bytes) : Buffer.alloc(0);
  return {
    stream: async (sink) => {
      if (sound instanceof Int16Array) {
        const bytes = bytesOf(sound);
        const first = opening(bytes.length);
        sink.start(200, { ...headers, 'content-length': first.length + bytes.length });
        await sink.write(first);
        await sink.write(bytes);
        return;
      }
      sink.start(200, headers);
      let isOpen = false;
      for await (const samples of sound) {
        if (!isOpen) await sink.write(opening(undefined));
        isOpen = true;
        await sink.write(bytesOf(samples));
      }
    },
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: Int16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
