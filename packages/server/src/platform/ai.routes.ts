import { type Generate, generateSchema, generationSchema, limits } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import { promptOf, requireAssistant } from './ai.ts';
import { idempotencyKey } from './idempotency.ts';
import type { Platform, PlatformRoute } from './platform.ts';

export function aiRoutes(platform: Platform): readonly PlatformRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/platform/ai',
      summary: 'Generate text with a saved assistant',
      policy: {
        credential: 'key',
        scope: 'ai',
        access: 'write',
        body: 'json',
        bodyBytesMax: limits.jsonBodyBytesMax,
      },
      body: generateSchema,
      answers: { 200: generationSchema },
      handle: async ({ caller, body, header }) => {
        const wanted = body as Generate;
        idempotencyKey({ header });
        promptOf(wanted);
        await requireAssistant(platform.store, caller, wanted);
        throw new Problem(
          'unavailable',
          'No model server is configured: set BARAZA_MODEL_URL to an OpenAI-compatible server.',
          { retryAfterSeconds: 60 },
        );
      },
    },
  ];
}
