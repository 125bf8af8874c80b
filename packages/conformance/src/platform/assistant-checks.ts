import { CheckSkipped, expectShape, is } from '../check.ts';
import { expectReply, expectStatus, type Reply, readAskAnswer } from '../reply.ts';
import { absent, ai, platformSection } from './bench.ts';

const prompt = 'When does the shop open?';
const config = { instructions: 'The shop opens at eight in the morning. Answer from this.' };

export const assistantSection = platformSection(
  'assistants',
  {
    assistant:
      'A saved assistant returns output, finishReason, usage and sources, or 503 with a sentence',
    'assistant-ways':
      'The assistant can also be named by assistantId, and the text by input or messages',
    'assistant-stream': 'stream:true sends tokens and then exactly one done event',
    'assistant-refused':
      'Another service is 400, an archived assistant 409, an absent one 404, a prompt over 20 KB 413',
  },
  {
    async assistant({ make, call }) {
      const { id } = await make('Assistant', config);
      const reply = await call('POST', ai, { assistant: id, prompt });
      if (reply.status === 503)
        return void expectReply(reply, 503, { error: is.text }, { 'retry-after': is.present });
      expectReply(reply, 200, {
        assistant: id,
        id: /^gen_/,
        output: is.text,
        finishReason: is.text,
        model: is.text,
        usage: { inputTokens: is.whole, outputTokens: is.whole },
        sources: is.list,
      });
    },
    async 'assistant-ways'({ make, call }) {
      const { id } = await make('Assistant', config);
      const messages = [{ role: 'user', content: prompt }];
      for (const body of [
        { assistantId: id, input: prompt },
        { assistant: id, messages },
      ])
        expectReply(written(await call('POST', ai, body)), 200, { assistant: id });
    },
    async 'assistant-stream'({ make, call }) {
      const { id } = await make('Assistant', config);
      const reply = written(await call('POST', ai, { assistant: id, prompt, stream: true }));
      expectShape(readAskAnswer(reply).done, { id: /^gen_/, finishReason: is.text }, 'done');
    },
    async 'assistant-refused'({ make, act, call }) {
      const { id } = await make('Assistant', config);
      const task = await make('Task');
      const archived = await make('Assistant', config);
      await act(archived.id, 'archive');
      for (const [body, status] of [
        [{ assistant: task.id, prompt }, 400],
        [{ assistant: archived.id, prompt }, 409],
        [{ assistant: absent, prompt }, 404],
        [{ assistant: id, prompt: 'x'.repeat(20_481) }, 413],
        [{ assistant: id }, 400],
      ] as const)
        expectStatus(await call('POST', ai, body), status);
    },
  },
);

function written(reply: Reply): Reply {
  if (reply.status === 503) throw new CheckSkipped('nothing writes here now');
  return reply;
}
