import {
  type Generate,
  generateSchema,
  generationDoneSchema,
  generationSchema,
  tokenEventSchema,
} from '@baraza/contract';
import { z } from 'zod';
import type { Caller } from '../../access/scopes.ts';
import type { Call } from '../../http/route.ts';
import { earlierAnswer, fingerprintOf, idempotencyKey } from '../idempotency.response.ts';
import type { Platform } from '../platform.ts';
import { keyPolicy, type PlatformRoute } from '../route.ts';
import { answerStreamed, answerWhole, type GenerationRequest } from './generation.response.ts';
import { assertPrompt, type Generator, requireAssistant } from './generation-job.ts';

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
        const request: GenerationRequest = {
          call,
          fingerprint,
          name: runningName(call),
          begin: async () => ({
            id: platform.makeId('generation'),
            caller: call.caller,
            assistant: await requireAssistant(platform.store, call.caller, wanted),
            wanted,
          }),
          generate: await loadGenerator(),
        };
        return wanted.stream === true
          ? answerStreamed(platform, request)
          : answerWhole(platform, request);
      },
    },
  ];
}

/** Name under which only one generation may run at a time: the caller's API key and its Idempotency-Key. */
function runningName(call: Call<Caller>): string | undefined {
  const key = idempotencyKey(call);
  return key === undefined ? undefined : `${call.caller.keyId} ${key}`;
}
