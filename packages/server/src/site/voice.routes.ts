import {
  publicQuerySchema,
  siteLimits,
  speakRequestSchema,
  transcribeQuerySchema,
} from '@baraza/contract';
import { z } from 'zod';
import { Problem } from '../kernel/problem.ts';
import { assertSupported } from './features.ts';
import { type Assistant, publicRoute, type SiteRoute } from './site.ts';

/** Voice on a server that has none: whom the site lets in hears so, whatever the call carries. */
export function voiceRoutes(assistant: Assistant): readonly SiteRoute[] {
  return [
    publicRoute({
      method: 'POST',
      path: '/v1/sites/:site/transcribe',
      summary: 'Turn a recording into text',
      query: transcribeQuerySchema,
      rawBody: 'audio',
      bodyBytesMax: siteLimits.audioBytesMax,
      answers: { 200: z.object({ text: z.string(), language: z.string() }) },
      limit: async () => {
        throw noVoice();
      },
      handle: unreached,
    }),
    publicRoute({
      method: 'POST',
      path: '/v1/sites/:site/speak',
      summary: 'Turn text into speech',
      query: publicQuerySchema,
      body: speakRequestSchema,
      bodyBytesMax: siteLimits.smallBodyBytesMax,
      answers: { 200: 'bytes' },
      limit: async () => {
        assertSupported(assistant, 'speak');
        throw noVoice();
      },
      handle: unreached,
    }),
    publicRoute({
      method: 'GET',
      path: '/v1/sites/:site/live',
      summary: 'Talk with the assistant; a WebSocket',
      query: publicQuerySchema,
      answers: {},
      handle: async ({ header }) => {
        assertSupported(assistant, 'live');
        if (header('upgrade')?.toLowerCase() === 'websocket') throw noVoice();
        throw new Problem('upgrade', 'This is a WebSocket: ask with Upgrade: websocket.', {
          headers: { upgrade: 'websocket', connection: 'Upgrade' },
        });
      },
    }),
  ];
}

function unreached(): never {
  throw noVoice();
}

function noVoice(): Problem {
  return new Problem('voice', 'Voice is not available for this assistant.');
}
