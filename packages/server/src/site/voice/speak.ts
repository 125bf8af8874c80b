/** A text becomes speech: the first sentence leaves before the second is spoken. */
import { hash } from 'node:crypto';
import { hasAtMost, type Language, siteLimits } from '@baraza/contract';
import type { Answer, Sink } from '../../http/answer.ts';
import type { Call } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Speech, Voice } from '../../speech/speech.ts';
import { wavHeader } from '../../speech/wav.ts';
import { pickVoice } from '../../voice/answering.ts';
import { loadGuess } from '../knowledge/text-language.ts';
import { spokenTypes } from '../offers.ts';
import type { Assistant, Visitor } from '../site.ts';
import { toldToVisitor } from '../visits.ts';
import { voiceUsedUp } from '../words.ts';
import { takeVoice } from './allowance.ts';
import type { Spoken, SpokenCache } from './spoken-cache.ts';
import { noVoice } from './voice.ts';

export interface SpeakRequest {
  readonly text: string;
  readonly voice?: string | undefined;
}

export async function speak(
  assistant: Assistant,
  cache: SpokenCache,
  call: Call<Visitor>,
): Promise<Answer> {
  const { text, voice, language } = await readRequest(assistant, call);
  const giveBack = await takeVoice(assistant, call.caller.site);
  if (giveBack === undefined) throw await usedUp(assistant, call, language);
  const name = hash('sha256', `${voice.name}\n${text}`, 'base64url');
  const type = typeFor(call.header('accept'));
  return {
    stream: async (sink) => {
      const kept = cache.get(name);
      if (kept !== undefined) return sendWhole(sink, type, kept);
      // What was made goes to whoever listens; a failure before or after the first sound counts nothing.
      const spoken = await sendSpoken(
        sink,
        type,
        await begin(assistant, text, voice, call, giveBack),
        giveBack,
        call.signal,
      );
      if (spoken !== undefined && spoken.voice === voice.name) cache.keep(name, spoken);
    },
  };
}

async function readRequest({ voice: { speaker }, library }: Assistant, call: Call<Visitor>) {
  if (speaker === undefined) throw noVoice();
  const { text: sent, voice: wanted } = call.body as SpeakRequest;
  const written = sent.trim();
  if (written === '')
    throw new Problem(
      'invalid',
      `text must have 1 to ${siteLimits.speakCharactersMax} characters.`,
    );
  if (!hasAtMost(written, siteLimits.speakCharactersMax))
    throw new Problem(
      'too_large',
      `text may have at most ${siteLimits.speakCharactersMax} characters.`,
    );
  const { languages } = await library.profileOf(call.caller.site);
  const language: Language = (await loadGuess())(written) ?? languages[0] ?? 'sw';
  const voice = pickVoice(speaker.voices, wanted, language);
  if (voice === undefined) throw noVoice();
  const { readAloud } = await import('../../answers/spoken-form.ts');
  // A digit is a word when it is spoken: a thousand of them would be minutes of sound.
  const text = cutSpoken(readAloud(written, voice.language));
  if (!/[\p{L}\p{N}]/u.test(text))
    throw new Problem('invalid', 'text must have words that can be spoken.');
  return { text, voice, language };
}

function cutSpoken(text: string): string {
  if (text.length <= siteLimits.spokenCharactersMax) return text;
  const cut = text.slice(0, siteLimits.spokenCharactersMax);
  return cut.slice(0, Math.max(1, cut.lastIndexOf(' ')));
}

async function usedUp(
  assistant: Assistant,
  call: Call<Visitor>,
  language: Language,
): Promise<Problem> {
  const problem = new Problem('plan', 'The voice of this month is used up.');
  return toldToVisitor(assistant, call, problem, voiceUsedUp, language);
}

interface Begun {
  readonly speech: Speech;
  readonly voice: string;
  readonly opening: IteratorResult<Int16Array>;
  readonly chunks: AsyncIterator<Int16Array>;
}

/** The speech with its first sound: until that is there, a failure can still be told. */
async function begin(
  { voice: { speaker }, log }: Assistant,
  text: string,
  voice: Voice,
  { signal }: Call<Visitor>,
  giveBack: () => Promise<void>,
): Promise<Begun> {
  try {
    if (speaker === undefined) throw noVoice();
    const speech = await speaker.speak(text, voice, signal);
    const chunks = speech.chunks[Symbol.asyncIterator]();
    const opening = await chunks.next();
    if (opening.done === true) throw new Error('nothing was spoken');
    return { speech, voice: (speech.voice ?? voice).name, opening, chunks };
  } catch (cause) {
    await giveBack();
    if (cause instanceof Problem || signal.aborted) throw cause;
    log.error('a text could not be spoken', { cause });
    throw new Problem('upstream', 'Nothing can be spoken now; try again shortly.', { cause });
  }
}

type SpokenType = (typeof spokenTypes)[number];

async function sendSpoken(
  sink: Sink,
  type: SpokenType,
  { speech, voice, opening, chunks }: Begun,
  giveBack: () => Promise<void>,
  signal: AbortSignal,
): Promise<Spoken | undefined> {
  const { sampleRate } = speech;
  const parts: Int16Array[] = [];
  let isOurs = false;
  try {
    sink.start(200, headersOf(type, voice, sampleRate));
    if (type === 'audio/wav') await sink.write(wavHeader(sampleRate, undefined));
    let bytesLeft: number = siteLimits.soundBytesMax;
    for (let next = opening; next.done !== true && bytesLeft > 0; ) {
      bytesLeft -= next.value.byteLength;
      parts.push(next.value);
      await sink.write(bytesOf(next.value));
      isOurs = true;
      next = await chunks.next();
      isOurs = false;
    }
    return { voice, sampleRate, samples: joined(parts) };
  } catch (cause) {
    // Half a speech is no answer; one that the listener has left is.
    if (isOurs && !signal.aborted) await giveBack();
    throw cause;
  } finally {
    await chunks.return?.();
  }
}

async function sendWhole(
  sink: Sink,
  type: SpokenType,
  { voice, sampleRate, samples }: Spoken,
): Promise<void> {
  const bytes = bytesOf(samples);
  const header = type === 'audio/wav' ? wavHeader(sampleRate, bytes.length) : Buffer.alloc(0);
  sink.start(200, {
    ...headersOf(type, voice, sampleRate),
    'content-length': header.length + bytes.length,
  });
  await sink.write(header);
  await sink.write(bytes);
}

function headersOf(type: SpokenType, voice: string, sampleRate: number) {
  return {
    'content-type': type === 'audio/wav' ? type : `${type};rate=${sampleRate};bits=16;channels=1`,
    'x-voice': voice,
  };
}

/** The first of ours that is asked for by name. */
function typeFor(accept = ''): SpokenType {
  const asked = accept.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase());
  return spokenTypes.find((type) => asked.includes(type)) ?? spokenTypes[0];
}

function bytesOf({ buffer, byteOffset, byteLength }: Int16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function joined(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
