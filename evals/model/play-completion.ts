/** Gives a visitor's question the way of the server, with a model that answers with a given text. */
import { silentLog } from '../../packages/server/src/kernel/log.ts';
import type { LanguageModel } from '../../packages/server/src/models/models.ts';
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
  const lost: { readonly why: string; readonly sentence: string }[] = [];
  let passed = 0;
  const model: LanguageModel = {
    state: () => 'ready',
    close: async () => {},
    write: async function* () {
      isAsked = true;
      // Pieces as a server sends them, which end anywhere.
      for (let at = 0; at < text.length; at += pieceChars)
        yield { type: 'text', text: text.slice(at, at + pieceChars) };
      yield { type: 'end', reason: 'stop', model: 'played', usage: undefined };
    },
  };
  // What was read before is known, so that reading costs nothing here; what was not is not counted.
  let readerMicroseconds = 0;
  const readTimed: ReadTimed = async (reading) => {
    const began = process.cpuUsage();
    const scores = await read(reading);
    const { user, system } = process.cpuUsage(began);
    readerMicroseconds += user + system;
    return scores;
  };
  const writer = createWriter({
    log: silentLog,
    clock: () => ask.nowMs,
    loadLanguageModel: async () => model,
    readings: {
      of: async (_source, reading) => readTimed(reading),
      once: async (_site, reading) => readTimed(reading),
    },
    exam: { hasPassed: () => isTrusted },
    contextTokens: 6_000,
    times: { firstMs: 600_000, firstVoiceMs: 600_000, wholeMs: 600_000 },
    onChecked: (sentence, why) => {
      if (why === undefined) passed += 1;
      else lost.push({ why, sentence });
    },
  });
  const before = process.cpuUsage();
  const answer = await writer.write(
    {
      site: { id: 'played', created_at: '', version: 1 } as never,
      asked: { question: ask.question, history: [...ask.history] },
      reply,
      prepared,
      nowMs: ask.nowMs,
      send: async () => {},
    },
    new AbortController().signal,
  );
  const { user, system } = process.cpuUsage(before);
  return { answer, isAsked, passed, lost, cpuMicroseconds: user + system - readerMicroseconds };
}

const pieceChars = 7;
