import type { TestContext } from 'node:test';
import { createLog } from '../../src/kernel/log.ts';
import type { Problem } from '../../src/kernel/problem.ts';
import type { LanguageModel, WritingOrder, Written } from '../../src/models/models.ts';
import { openLanguageModel, type WritingLimits } from '../../src/models/openai-compatible.ts';
import {
  type ModelServerStandIn,
  type StandInOptions,
  startModelServer,
} from '../stand-ins/model-server.ts';

/** A model server of our own, and the engine in front of it. */
export interface ModelHouse {
  readonly server: ModelServerStandIn;
  readonly model: LanguageModel;
  readonly lines: string[];
  /** Moves the clock of the engine. */
  readonly pass: (ms: number) => void;
}

export const secrets = { key: 'sk-hush-1234567890', question: 'Bei ya Zawadi Mrembo ni ngapi?' };

export const order: WritingOrder = {
  instructions: 'Answer from these passages only: Zawadi Mrembo 4500.',
  messages: [{ role: 'user', content: secrets.question }],
};

export async function openModelHouse(
  t: TestContext,
  limits: Partial<WritingLimits> = {},
  options: StandInOptions = {},
): Promise<ModelHouse> {
  const server = await startModelServer({ key: secrets.key, ...options });
  const lines: string[] = [];
  let nowMs = 1_800_000_000_000;
  const model = openLanguageModel({
    url: server.url,
    model: 'small',
    key: secrets.key,
    log: createLog('debug', (line) => lines.push(line)),
    clock: () => nowMs,
    limits: { pausesMs: [0, 0], ...limits },
  });
  t.after(async () => {
    await model.close();
    await server.close();
  });
  return {
    server,
    model,
    lines,
    pass: (ms) => {
      nowMs += ms;
    },
  };
}

export interface Told {
  readonly text: string;
  readonly pieces: readonly string[];
  readonly end: Extract<Written, { readonly type: 'end' }> | undefined;
  readonly error: Problem | undefined;
}

/** Everything that one order comes to. */
export async function tell(
  model: LanguageModel,
  given: Partial<WritingOrder> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Told> {
  const pieces: string[] = [];
  let end: Told['end'];
  try {
    for await (const written of model.write({ ...order, ...given }, signal))
      if (written.type === 'text') pieces.push(written.text);
      else end = written;
    return { text: pieces.join(''), pieces, end, error: undefined };
  } catch (error) {
    return { text: pieces.join(''), pieces, end, error: error as Problem };
  }
}
