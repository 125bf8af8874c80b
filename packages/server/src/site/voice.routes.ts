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
import { limitVisits } from './visits.ts';

/** Voice on a server that has none: every check before it holds, and then it says so. */
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
      limit: limitVisits(assistant, 'transcribe'),
      handle: async () => {
        throw noVoice();
      },
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
        await limitVisits(assistant, 'speak')(arrival);
      },
      handle: async ({ body }) => {
        const { text } = body as { readonly text: string };
        if (text.trim() === '')
          throw new Problem('invalid', 'text must have at least one character.');
        if ([...text].length > siteLimits.speakCharactersMax)
          throw new Problem(
            'too_large',
            `text may have at most ${siteLimits.speakCharactersMax} characters.`,
          );
        throw noVoice();
      },
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

function noVoice(): Problem {
  return new Problem('voice', 'Voice is not available for this assistant.');
}
