import { type Generate, generateSchema, generationSchema, limits } from '@baraza/contract';
import type { Caller } from '../access/scopes.ts';
import type { Answer, TextAnswer } from '../http/answer.ts';
import type { Call } from '../http/route.ts';
import { eventLine, eventStreamHeaders, tokenLines } from '../http/sse.ts';
import { promptOf, requireAssistant } from './ai.ts';
import { createGenerator, type Generated } from './generate.ts';
import { changeOnce, fingerprintOf, idempotencyKey } from './idempotency.ts';
import type { Platform, PlatformRoute } from './platform.ts';

export function aiRoutes(platform: Platform): readonly PlatformRoute[] {
  const generate = createGenerator(platform);
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
      handle: async (call) => {
        const wanted = call.body as Generate;
        idempotencyKey(call);
        promptOf(wanted);
        const work = async () => {
          const assistant = await requireAssistant(platform.store, call.caller, wanted);
          return generate(call.caller, assistant, wanted);
        };
        return wanted.stream === true ? streamed(await work()) : saved(platform, call, work);
      },
    },
  ];
}

/** The same request under the same key gets the answer it got first. */
async function saved(
  platform: Platform,
  call: Call<Caller>,
  work: () => Promise<Generated>,
): Promise<TextAnswer> {
  if (idempotencyKey(call) === undefined) return textOf(await work());
  // Generated before the transaction, which may wait for nothing; a refusal is kept like an answer.
  const outcome = await work().then(
    (made) => ({ made }),
    (error: unknown) => ({ error }),
  );
  const fingerprint = fingerprintOf('POST /api/platform/ai', call.bodyBytes);
  const { answer } = await changeOnce(platform, call, fingerprint, async () => {
    if ('error' in outcome) throw outcome.error;
    return { answer: textOf(outcome.made), result: undefined };
  });
  return answer;
}

function textOf({ answered: _answered, language: _language, ...made }: Generated): TextAnswer {
  return { status: 200, body: JSON.stringify(made) };
}

function streamed({ output, ...made }: Generated): Answer {
  return {
    stream: async (sink) => {
      sink.start(200, eventStreamHeaders);
      await sink.write(tokenLines(output) + eventLine({ type: 'done', ...made }));
      await sink.flush();
    },
  };
}
