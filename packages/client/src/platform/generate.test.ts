import assert from 'node:assert/strict';
import { test } from 'node:test';
import { events, eventText, refuse, startServer, testKey } from '../../test/scripted-server.ts';
import {
  createPlatformClient,
  type GenerationEvent,
  isBarazaError,
  isConnectionError,
} from '../index.ts';

const done = {
  type: 'done',
  id: 'gen_1',
  assistant: 'res_1',
  finishReason: 'stop',
  model: 'm',
  usage: { inputTokens: 1, outputTokens: 2 },
  sources: [],
  answered: true,
  language: 'sw',
  handoff: '',
};
const clientOf = ({ baseUrl }: { readonly baseUrl: string }) =>
  createPlatformClient({ baseUrl, key: testKey, retries: 0 });

async function read(stream: AsyncIterable<GenerationEvent>) {
  const seen: GenerationEvent[] = [];
  for await (const event of stream) seen.push(event);
  return seen;
}

test('a generation is streamed and ends with `done`', async (t) => {
  const lines = [
    ': hello\n\n',
    eventText({ type: 'token', text: 'Ha' }),
    eventText({ type: 'token', text: 'bari' }),
  ];
  const server = await startServer(t, events([...lines, eventText(done)], 'stay'));
  const seen = await read(clientOf(server).ai.stream({ prompt: 'x', maxTokens: 3 }));
  assert.deepEqual(seen, [{ type: 'token', text: 'Ha' }, { type: 'token', text: 'bari' }, done]);
  const [request] = server.received;
  assert.deepEqual(JSON.parse(String(request?.body)), { prompt: 'x', maxTokens: 3, stream: true });
});

test('a stream that ends before `done`, and a refusal, are errors', async (t) => {
  const cut = await startServer(t, events([eventText({ type: 'token', text: 'Ha' })]));
  await assert.rejects(read(clientOf(cut).ai.stream({ prompt: 'x' })), (error) =>
    isConnectionError(error),
  );
  const refusing = await startServer(t, refuse(503, 'unavailable'));
  await assert.rejects(read(clientOf(refusing).ai.stream({ prompt: 'x' })), (error) =>
    isBarazaError(error, 'unavailable'),
  );
});

test('a generation has a longer default timeout than other calls', async (t) => {
  const whole = events([eventText(done)]);
  const server = await startServer(t, whole, whole, whole);
  const waits = new Set<number>();
  const alarm = (ms: number) => {
    waits.add(ms);
    return () => {};
  };
  const options = { baseUrl: server.baseUrl, key: testKey };
  const client = createPlatformClient({ ...options, timing: { alarm } });
  await read(client.ai.stream({ prompt: 'x' }));
  await read(client.ai.stream({ prompt: 'x' }, { timeoutMs: 7 }));
  await read(
    createPlatformClient({ ...options, timeoutMs: 9, timing: { alarm } }).ai.stream({
      prompt: 'x',
    }),
  );
  assert.deepEqual([...waits], [180_000, 7, 9]);
});
