import {
  publicQuerySchema,
  siteLimits,
  speakRequestSchema,
  transcribeQuerySchema,
  transcriptionSchema,
} from '@baraza/contract';
import type { Assistant } from '../assistant.ts';
import { assertSupported } from '../features.ts';
import { publicRoute, type SiteRoute } from '../route.ts';
import { limitVisits, readVisitorInfo } from '../visit.request.ts';
import { createAudioRoom } from './audio-room.ts';
import { readRecording } from './recording.request.ts';
import { speakResponse } from './speak.response.ts';
import { type SpeakRequest, speak } from './speak.ts';
import { createSpokenCache } from './spoken-cache.ts';
import { transcribe } from './transcribe.ts';
import { assertOffered } from './voice.ts';

const spokenBytesMax = 8 * 1024 * 1024;

/** Speech in and speech out, one call each; whom the site lets in hears at once where there is none. */
export function voiceRoutes(assistant: Assistant): readonly SiteRoute[] {
  const room = createAudioRoom();
  const cache = createSpokenCache(spokenBytesMax);
  const limitTranscribe = limitVisits(assistant, 'transcribe');
  const limitSpeak = limitVisits(assistant, 'speak');
  return [
    publicRoute({
      method: 'POST',
      path: '/v1/sites/:site/transcribe',
      summary: 'Turn a recording into text',
      query: transcribeQuerySchema,
      rawBody: 'audio',
      bodyBytesMax: siteLimits.audioBytesMax,
      answers: { 200: transcriptionSchema },
      limit: async (arrival) => {
        await assertOffered(assistant, arrival.caller.site, 'voice');
        await limitTranscribe(arrival);
      },
      handle: async (call) => ({
        status: 200,
        body: JSON.stringify(await transcribe(assistant, room, readRecording(call), call.signal)),
      }),
    }),
    publicRoute({
      method: 'POST',
      path: '/v1/sites/:site/speak',
      summary: 'Turn text into speech',
      query: publicQuerySchema,
      body: speakRequestSchema,
      bodyBytesMax: siteLimits.smallBodyBytesMax,
      answers: { 200: 'bytes' },
      limit: async (arrival) => {
        assertSupported(assistant, 'speak');
        await assertOffered(assistant, arrival.caller.site, 'speak');
        await limitSpeak(arrival);
      },
      handle: async (call) => {
        const visitorInfo = readVisitorInfo(assistant, call);
        const wanted = call.body as SpeakRequest;
        const speaking = await speak(assistant, cache, visitorInfo, wanted, call.signal);
        return speakResponse(speaking, call.header('accept'));
      },
    }),
  ];
}
