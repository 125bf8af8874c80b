/** The program of an engine process: models, editions and the answer engine. Ends with its parent. */

import { systemClock } from '../kernel/clock.ts';
import { silentLog } from '../kernel/log.ts';
import {
  type EngineInput,
  type EngineNotice,
  type EngineRequest,
  embeddingsKeyVariable,
} from './messages.ts';
import { createEngineWork, type EngineModels } from './work.ts';

// Ctrl-C reaches the whole process group; the parent drains first and ends this process itself.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));

const input = JSON.parse(process.argv[2] ?? '{}') as EngineInput;
const work = createEngineWork(await openModels(input));

type Message =
  | (EngineRequest & { readonly id: number })
  | EngineNotice
  | { readonly forget: number };

process.on('message', (message: Message) => {
  if ('kind' in message) void serve(message);
  else if (!('forget' in message)) work.notice(message);
});
process.send?.({ ready: true });

async function serve({ id, ...request }: EngineRequest & { readonly id: number }): Promise<void> {
  try {
    process.send?.({ id, ...(await work.handle(request as EngineRequest)) });
  } catch (error) {
    process.send?.({ id, refused: (error as Error).message });
  }
}

async function openModels({ encoder, embeddings, reader }: EngineInput): Promise<EngineModels> {
  const models = await import('./models/built-in.ts');
  return {
    vectors: embeddings
      ? await openEmbeddings(embeddings)
      : encoder && (await models.openEncoder(encoder)),
    read: reader && (await models.openReader(reader)),
  };
}

async function openEmbeddings(server: NonNullable<EngineInput['embeddings']>) {
  const { openServerEncoder } = await import('../models/openai-embeddings.ts');
  const key = process.env[embeddingsKeyVariable];
  const encoder = openServerEncoder({ ...server, key, log: silentLog, clock: systemClock });
  const { vectorsOfServer } = await import('./models/server-vectors.ts');
  return vectorsOfServer(encoder);
}
