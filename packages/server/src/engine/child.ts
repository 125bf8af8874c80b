/** The program of an engine process: models, editions and the answer engine. */

import { childInput, serveRequests } from '../kernel/process/child-program.ts';
import type { EngineInput, EngineNotice, EngineRequest } from './messages.ts';
import { createEngineWork, type EngineModels } from './work.ts';

const work = createEngineWork(await openModels(childInput<EngineInput>()));

serveRequests<EngineRequest>(
  (request, { signal }) => work.handle(request, signal),
  (notice) => work.notice(notice as EngineNotice),
);

async function openModels({ encoder, reader }: EngineInput): Promise<EngineModels> {
  const models = await import('./models/built-in.ts');
  const [vectors, read] = await Promise.all([
    encoder && models.openEncoder(encoder),
    reader && models.openReader(reader),
  ]);
  return { vectors, read };
}
