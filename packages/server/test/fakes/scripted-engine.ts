import type { Engine } from '../../src/engine/engine.ts';
import type { EngineReply } from '../../src/engine/messages.ts';
import { createLocalEngine } from './local-engine.ts';

/** An engine that replies as a test says. */
export interface ScriptedEngine extends Engine {
  readonly replyWith: (reply: () => EngineReply | Promise<EngineReply>) => void;
}

export const plainReply: EngineReply = {
  answered: true,
  language: 'en',
  text: 'Yes, we deliver.',
  sources: [],
  made: [],
};

export function scriptEngine(): ScriptedEngine {
  let reply: () => EngineReply | Promise<EngineReply> = () => plainReply;
  return {
    ...createLocalEngine(),
    replyWith: (next) => {
      reply = next;
    },
    question: async () => {
      const answer = (async () => ({ reply: await reply(), writing: undefined }))();
      answer.catch(() => {});
      return { answer };
    },
  };
}
