import { CheckSkipped, type Checks, display, expect, expectEqual } from '../check.ts';
import { expectStatus, type Json, type Reply, readAskAnswer } from '../reply.ts';
import type { PlatformBench } from './bench.ts';

const ai = '/api/platform/ai';
const prompt = 'When does the shop open?';
const config = { instructions: 'The shop opens at eight in the morning. Answer from this.' };

export const assistantChecks: Checks<PlatformBench> = {
  assistant: {
    holds:
      'A saved assistant returns output, finishReason, usage and sources, or 503 with a sentence',
    run: async ({ make, call }) => {
      const { id } = await make('ai', 'Assistant', config);
      const reply = await call('POST', ai, { body: { assistant: id, prompt } });
      if (reply.status === 503) {
        expect(typeof reply.json().error === 'string', 'there is no sentence');
        expect(reply.headers['retry-after'] !== undefined, 'Retry-After is absent');
        return;
      }
      const generation = reply.json();
      expectEqual([reply.status, generation.assistant], [200, id], 'the answer');
      expect(
        /^gen_/.test(generation.id) &&
          typeof generation.output === 'string' &&
          typeof generation.finishReason === 'string' &&
          typeof generation.model === 'string',
        `it answers ${display(generation)}`,
      );
      expect(
        Number.isInteger(generation.usage?.inputTokens) &&
          Number.isInteger(generation.usage?.outputTokens) &&
          Array.isArray(generation.sources),
        `usage and sources are ${display([generation.usage, generation.sources])}`,
      );
    },
  },
  'assistant-ways': {
    holds: 'The assistant can also be named by assistantId, and the text by input or messages',
    run: async ({ make, call }) => {
      const { id } = await make('ai', 'Assistant', config);
      for (const body of [
        { assistantId: id, input: prompt },
        { assistant: id, messages: [{ role: 'user', content: prompt }] },
      ])
        expectEqual(
          answered(await call('POST', ai, { body })).assistant,
          id,
          `the assistant for ${display(Object.keys(body))}`,
        );
    },
  },
  'assistant-stream': {
    holds: 'stream:true sends tokens and then exactly one done event',
    run: async ({ make, call }) => {
      const { id } = await make('ai', 'Assistant', config);
      const reply = await call('POST', ai, { body: { assistant: id, prompt, stream: true } });
      if (reply.status === 503) throw new CheckSkipped('nothing writes here now');
      const { done } = readAskAnswer(reply);
      expect(/^gen_/.test(done.id), `done is ${display(done)}`);
      expect(typeof done.finishReason === 'string', `done is ${display(done)}`);
    },
  },
  'assistant-refused': {
    holds:
      'Another service is 400, an archived assistant 409, an absent one 404, a prompt over 20 KB 413',
    run: async ({ make, act, call }) => {
      const { id } = await make('ai', 'Assistant', config);
      const task = await make('work', 'Task');
      const archived = await make('ai', 'Assistant', config);
      await act(archived.id, 'archive');
      const status = async (body: Json) => (await call('POST', ai, { body })).status;
      expectEqual(
        [
          await status({ assistant: task.id, prompt }),
          await status({ assistant: archived.id, prompt }),
          await status({ assistant: 'res_00000000000000000000000000', prompt }),
          await status({ assistant: id, prompt: 'x'.repeat(20_481) }),
          await status({ assistant: id }),
        ],
        [400, 409, 404, 413, 400],
        'the statuses',
      );
    },
  },
};

function answered(reply: Reply): Json {
  if (reply.status === 503) throw new CheckSkipped('nothing writes here now');
  expectStatus(reply, 200);
  return reply.json();
}
