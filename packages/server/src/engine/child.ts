/** The program of an engine process: models, editions and the answer engine. */

import { systemClock } from '../kernel/clock.ts';
import { silentLog } from '../kernel/log.ts';
import { childInput, serveRequests } from '../kernel/process/child-program.ts';
import {
  type EngineInput,
  type EngineNotice,
  type EngineRequest,
  embeddingsKeyVariable,
} from './messages.ts';
import { createEngineWork, type EngineModels } from './work.ts';

const work = createEngineWork(await openModels(childInput<EngineInput>()));

serveRequests<EngineRequest>(
  (request, { signal }) => work.handle(request, signal),
  (notice) => work.notice(notice as EngineNotice),
);

async function openModels({ encoder, embeddings, reader }: EngineInput): Promise<EngineModels> {
  const models = await import('./models/built-in.ts');
  const [vectors, read] = await Promise.all([
    embeddings ? openEmbeddings(embeddings) : encoder && models.openEncoder(encoder),
    reader && models.openReader(reader),
  ]);
  return { vectors, read };
}

async function openEmbeddings(server: NonNullable<EngineInput['embeddings']>) {
  const { openServerEncoder } = await import('../models/openai-embeddings.ts');
  const key = process.env[embeddingsKeyVariable];
  const encoder = openServerEncoder({ ...server, key, log: silentLog, clock: systemClock });
  const { vectorsOfServer } = await import('./models/server-vectors.ts');
  return vectorsOfServer(encoder);
}
