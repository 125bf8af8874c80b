import {
  type Generate,
  generateSchema,
  generationDoneSchema,
  generationSchema,
  tokenEventSchema,
} from '@baraza/contract';
import { z } from 'zod';
import { earlierAnswer, fingerprintOf } from '../idempotency.response.ts';
import type { Platform } from '../platform.ts';
import { keyPolicy, type PlatformRoute } from '../route.ts';
import { answerStreamed, answerWhole } from './generation.response.ts';
import { assertPrompt, type Generator } from './generation-job.ts';

export function aiRoutes(platform: Platform): readonly PlatformRoute[] {
  // Loaded with the first generation: it is much code, and many servers have no assistants.
  let loading: Promise<Generator> | undefined;
  const loadGenerator = () => {
    loading ??= import('./generate.ts').then(({ createGenerator }) => createGenerator(platform));
    return loading;
  };
  return [
    {
      method: 'POST',
      path: '/api/platform/ai',
      name: 'generateText',
      summary: 'Generate text with a saved assistant',
      headers: ['Idempotency-Key'],
      policy: keyPolicy('ai', 'write', 'json'),
      body: generateSchema,
      answers: { 200: generationSchema },
      events: z.union([tokenEventSchema, generationDoneSchema]),
      handle: async (call) => {
        const wanted = call.body as Generate;
        assertPrompt(wanted);
        const fingerprint = fingerprintOf('POST /api/platform/ai', call.bodyBytes);
        const earlier = await earlierAnswer(platform, call, fingerprint);
        if (earlier !== undefined) return earlier;
        const request = { call, wanted, fingerprint, generate: await loadGenerator() };
        return wanted.stream === true
          ? answerStreamed(platform, request)
          : answerWhole(platform, request);
      },
    },
  ];
}
