import {
  publicQuerySchema,
  siteLimits,
  speakRequestSchema,
  transcribeQuerySchema,
  transcriptionSchema,
} from '@baraza/contract';
import { assertSupported } from '../features.ts';
import { type Assistant, publicRoute, type SiteRoute } from '../site.ts';
import { limitVisits } from '../visits.ts';
import { createAudioRoom } from './audio-room.ts';
import { speak } from './speak.ts';
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
        body: JSON.stringify(await transcribe(assistant, room, call)),
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
      handle: (call) => speak(assistant, cache, call),
    }),
  ];
}
