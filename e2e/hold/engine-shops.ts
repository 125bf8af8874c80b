/** A server with models and sites whose questions need the reader, with their answers without load. */
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
import type { ScenarioContext } from './scenario.ts';

export interface ShopsSize {
  readonly sites: number;
  /** Copies of each site; the first one is asked without load. */
  readonly copies: number;
  /** Questions to each of the other copies. */
  readonly questions: number;
}

export interface EngineShops extends OwnedServer {
  readonly server: Installation;
  readonly questions: readonly Question[];
  /** Average time of a question without load. */
  readonly calmMs: number;
  /** The questions counted this month, over the sites of `questions`. */
  readonly counted: () => Promise<number>;
}

export async function openEngineShops(
  context: ScenarioContext,
  size: ShopsSize,
): Promise<EngineShops> {
  const environment = {
    BARAZA_ENCODER: '1',
    BARAZA_ENGINES: '2',
    // All visitors have the same address.
    BARAZA_CONNECTIONS_PER_ADDRESS: '4000',
  };
  const server = await context.start({ environment });
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

/** The questions that must be counted and stored: all but those refused as busy. */
export function countServed(asked: readonly Asked[]): number {
  return asked.filter(({ reply }) => reply.result === 'answered' || reply.result === 'unknown')
    .length;
}

/** A reason to skip scenarios that need the reader, or false. */
export function noEngine(): string | false {
  const weights = import.meta.resolve('@baraza/answer-model/reader.onnx');
  if (!existsSync(fileURLToPath(weights))) return 'the weights of the reader are missing';
  try {
    import.meta.resolve('onnxruntime-node');
  } catch {
    return 'onnxruntime-node has no build for this machine';
  }
  return noProc();
}
