/** The built-in speaker: eSpeak NG in a child process. */
import type { Log } from '../../kernel/log.ts';
import { createChild } from '../../kernel/process/child-process.ts';
import { cannotSpeak, type Speaker, type Voice } from '../speech.ts';
import { createSpeechQueue } from '../speech-queue.ts';
import type { EspeakInput, EspeakReply, EspeakRequest } from './child.ts';
import { respelled } from './pronunciation.ts';

type VoiceSettings = Omit<EspeakRequest, 'text'>;

type EspeakVoice = Voice & VoiceSettings;

const defaultVoice: EspeakVoice = {
  ...{ name: 'zuri', language: 'sw' },
  ...{ voice: 'sw+f2', pitch: 50, wordsPerMinute: 170 },
};

/** The first voice of each language is its default. */
const espeakVoices: readonly EspeakVoice[] = [
  defaultVoice,
  { name: 'juma', language: 'sw', voice: 'sw', pitch: 45, wordsPerMinute: 170 },
  { name: 'grace', language: 'en', voice: 'en-us+f2', pitch: 50, wordsPerMinute: 138 },
  { name: 'james', language: 'en', voice: 'en-us', pitch: 45, wordsPerMinute: 138 },
];

/** Synthesises a whole text as one chunk; `bySentence` makes it stream. */
export function openEspeak({ log, ...input }: EspeakInput & { readonly log: Log }): Speaker {
  const child = createChild<EspeakRequest, EspeakReply>({
    name: 'the speaker',
    kind: 'espeak',
    program: new URL('./child.ts', import.meta.url),
    input,
    log,
    stallMs: 20_000,
    // A sentence takes 0.1 s; beyond this queue length refusing at once is better than waiting.
    turns: createSpeechQueue({ atOnce: 2, waitingMax: 64, waitMs: 30_000 }),
  });
  return {
    voices: espeakVoices.map(({ name, language }) => ({ name, language })),
    speak: async (text, wanted, signal) => {
      const { voice, pitch, wordsPerMinute, language } =
        espeakVoices.find(({ name }) => name === wanted.name) ??
        espeakVoices.find(({ language }) => language === wanted.language) ??
        defaultVoice;
      const request = { text: respelled(text, language), voice, pitch, wordsPerMinute };
      const { sampleRate, samples } = await child.ask(request, signal).catch(cannotSpeak(signal));
      return { sampleRate, chunks: oneChunk(samples) };
    },
    close: child.close,
  };
}

async function* oneChunk(samples: Int16Array): AsyncIterable<Int16Array> {
  if (samples.length > 0) yield samples;
}
