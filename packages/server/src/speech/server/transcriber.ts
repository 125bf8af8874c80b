/** Transcriber over HTTP: the OpenAI endpoint /audio/transcriptions. */
import type { Language } from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import { readRemoteJson } from '../../kernel/remote/remote-json.ts';
import { engineSampleRate, type Transcriber } from '../speech.ts';
import { wavFile } from '../wav.ts';
import { createSpeechServer, type ServerOptions, SpeechFault } from './call.ts';

const answerBytesMax = 256 * 1024;
const hintCharactersMax = 800;

export function openServerTranscriber(
  options: ServerOptions & {
    /** For servers that do not say which language they heard. */
    readonly languageOf: (text: string) => Promise<Language>;
  },
): Transcriber {
  const { model, languageOf } = options;
  const post = createSpeechServer(options);
  return {
    languages: ['sw', 'en'],
    capabilities: { partials: false },
    transcribe: async (samples, { language, hints = {} }, signal) => {
      const form = new FormData();
      const file = new Blob([new Uint8Array(wavFile(samples, engineSampleRate))], {
        type: 'audio/wav',
      });
      form.set('file', file, 'speech.wav');
      form.set('model', model);
      form.set('response_format', 'json');
      form.set('temperature', '0');
      if (language !== undefined) form.set('language', language);
      // A prompt in a language that is not the spoken one makes the model invent words.
      const prompt = (language && hints[language])?.slice(0, hintCharactersMax) ?? '';
      if (prompt !== '') form.set('prompt', prompt);
      let answer: ServerTranscript = { text: '', language: '' };
      for await (const read of post('/audio/transcriptions', form, signal, readAnswer))
        answer = read;
      const text = answer.text.trim();
      return {
        text,
        language: language ?? parseLanguage(answer.language) ?? (await languageOf(text)),
      };
    },
    close: async () => {},
  };
}

interface ServerTranscript {
  readonly text: string;
  readonly language: string;
}

async function* readAnswer(parts: AsyncIterable<Uint8Array>): AsyncIterable<ServerTranscript> {
  const answer = await readRemoteJson(atMost(answerBytesMax, parts));
  if (!isObject(answer) || typeof answer.text !== 'string')
    throw new SpeechFault('it answered without a text');
  yield { text: answer.text, language: String(answer.language ?? '') };
}

async function* atMost(bytesMax: number, parts: AsyncIterable<Uint8Array>) {
  let bytes = 0;
  for await (const part of parts) {
    bytes += part.length;
    if (bytes > bytesMax) throw new SpeechFault('its answer is too long');
    yield part;
  }
}

// Servers answer with a code ("sw") or with a name ("swahili").
function parseLanguage(language: string): Language | undefined {
  if (/^(?:sw|swahili|kiswahili)\b/i.test(language)) return 'sw';
  return /^en(?:glish)?\b/i.test(language) ? 'en' : undefined;
}
