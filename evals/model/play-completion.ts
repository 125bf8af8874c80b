/** Answers a question as the server does, with a fake model that writes a given text. */
import { words } from '../../packages/server/src/answers/words.ts';
import { informationFor } from '../../packages/server/src/answers/write/information.ts';
import type { EngineWriting } from '../../packages/server/src/engine/engine.ts';
import { createGroundedAnswer } from '../../packages/server/src/engine/grounded-answer.ts';
import { engineReply } from '../../packages/server/src/engine/work.ts';
import { silentLog } from '../../packages/server/src/kernel/log.ts';
import type { LanguageModel } from '../../packages/server/src/models/models.ts';
import { informationCharactersMax } from '../../packages/server/src/site/asks/writing-request.ts';
import { createWriter } from '../../packages/server/src/site/asks/written-answer.ts';
import type { ReadTimed } from '../businesses/readings.ts';
import type { Chosen } from './chosen.ts';

export async function playCompletion(
  { ask, asked: { reply }, prepared }: Chosen,
  text: string,
  read: ReadTimed,
  isTrusted: boolean,
) {
  let isAsked = false;
  const rejected: { readonly why: string; readonly sentence: string }[] = [];
  let passed = 0;
  const model: LanguageModel = {
    state: () => 'ready',
    close: async () => {},
    examine: async () => {},
    write: async function* () {
      isAsked = true;
      // In small chunks with arbitrary boundaries, as a server sends them.
      for (let at = 0; at < text.length; at += chunkChars)
        yield { type: 'text', text: text.slice(at, at + chunkChars) };
      yield { type: 'end', reason: 'stop', model: 'played', usage: undefined };
    },
  };
  // The reader's time is measured separately and subtracted: its scores are mostly cached.
  let readerMicroseconds = 0;
  const readTimed: ReadTimed = async (reading) => {
    const began = process.cpuUsage();
    const scores = await read(reading);
    const { user, system } = process.cpuUsage(began);
    readerMicroseconds += user + system;
    return scores;
  };
  const contextTokens = 6_000;
  const writer = createWriter({
    log: silentLog,
    clock: () => ask.nowMs,
    loadLanguageModel: async () => model,
    exam: { hasPassed: () => isTrusted },
    contextTokens,
    times: { firstMs: 600_000, firstVoiceMs: 600_000, wholeMs: 600_000 },
  });
  const near = reply.asked?.near ?? [];
  const charactersMax = informationCharactersMax(contextTokens);
  const items = informationFor(prepared, near, reply.language, charactersMax);
  const grounded = createGroundedAnswer({
    ...{ prepared, ask, reply, items, isTrusted, read: readTimed },
    onChecked: (sentence, why) => {
      if (why === undefined) passed += 1;
      else rejected.push({ why, sentence });
    },
  });
  const writing: EngineWriting = {
    question: reply.asked?.question ?? ask.question,
    refusal: words[reply.language].refusal,
    isTrusted,
    items: items.map(({ id, passage: { title, text } }) => ({ id, title, text })),
    check: async (statement) => ({
      ...(await grounded.take(statement)),
      counts: grounded.counts(),
    }),
    end: () => {},
  };
  const before = process.cpuUsage();
  const answer = await writer.write(
    {
      asked: { question: ask.question, history: [...ask.history] },
      reply: engineReply(reply, prepared),
      writing: reply.asked === undefined || items.length === 0 ? undefined : writing,
      send: async () => {},
    },
    new AbortController().signal,
  );
  const { user, system } = process.cpuUsage(before);
  return { answer, isAsked, passed, rejected, cpuMicroseconds: user + system - readerMicroseconds };
}

const chunkChars = 7;
