/** Sites that have to be read to be answered, on a server with its models, and their answers when it is calm. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Asked } from '../../bench/engine/overload.ts';
import {
  countedQuestions,
  type OwnedServer,
  openSites,
  untilIndexed,
} from '../../bench/engine/owner.ts';
import { type Question, recordCalm } from '../../bench/engine/questions.ts';
import { openShops } from '../../bench/engine/shops.ts';
import { noProc } from './descriptors.ts';
import type { Installation } from './installation.ts';
import type { Stage } from './scenario.ts';

export interface ShopsSize {
  readonly sites: number;
  /** Sites that have the same information; the first of them is asked when the server is calm. */
  readonly copies: number;
  /** So many questions, to each of the other copies. */
  readonly questions: number;
}

export interface EngineShops extends OwnedServer {
  readonly server: Installation;
  readonly questions: readonly Question[];
  /** How long a calm server takes for one of them, on average. */
  readonly calmMs: number;
  /** Counted against the month so far, by the sites of `questions`. */
  readonly counted: () => Promise<number>;
}

export async function openEngineShops(stage: Stage, size: ShopsSize): Promise<EngineShops> {
  const environment = {
    BARAZA_ENCODER: '1',
    BARAZA_ENGINES: '2',
    // All visitors come from one address here.
    BARAZA_CONNECTIONS_PER_ADDRESS: '4000',
  };
  const server = await stage.start({ environment });
  const owned = { url: server.site.url, port: server.sitePort, credential: server.credential };
  const shops = openShops(size.sites, size.copies);
  await openSites(owned, shops);
  await untilIndexed(owned, shops);
  const startedMs = performance.now();
  const questions = await recordCalm(owned, shops, size.questions);
  return {
    ...owned,
    server,
    questions,
    calmMs: (performance.now() - startedMs) / size.questions,
    counted: () => countedQuestions(owned, new Set(questions.map(({ site }) => site))),
  };
}

/** Counted, and kept, is what was read or needed no reading: not what was refused for want of time. */
export function countServed(asked: readonly Asked[]): number {
  return asked.filter(({ reply }) => reply.result === 'answered' || reply.result === 'unknown')
    .length;
}

/** For `skip` of a scenario whose questions are read. */
export function noEngine(): string | false {
  const weights = import.meta.resolve('@baraza/answer-model/reader.onnx');
  if (!existsSync(fileURLToPath(weights))) return 'there are no weights of the reader';
  try {
    import.meta.resolve('onnxruntime-node');
  } catch {
    return 'onnxruntime-node has no build for this machine';
  }
  return noProc();
}
