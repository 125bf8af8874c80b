/** Streams from a speaker that synthesises whole texts, by giving it one sentence at a time. */
import { sentencesOf } from '../kernel/language/sentences.ts';
import type { Speaker, Speech, Voice } from './speech.ts';

export function bySentence(speaker: Speaker): Speaker {
  return {
    voices: speaker.voices,
    speak: async (text, voice, signal) => {
      const sentences = sentencesOf(text).flatMap(splitLongSentence);
      const [first = text, ...rest] = sentences;
      const opening = await speaker.speak(first, voice, signal);
      if (rest.length === 0) return opening;
      return { ...opening, chunks: streamSentences(speaker, opening, rest, voice, signal) };
    },
    close: speaker.close,
  };
}

/** A sentence is synthesised when the one before has been consumed: returning early stops the work. */
async function* streamSentences(
  speaker: Speaker,
  opening: Speech,
  rest: readonly string[],
  wanted: Voice,
  signal: AbortSignal,
): AsyncIterable<Int16Array> {
  // A fallback voice that began speaks to the end.
  const voice = opening.voice ?? wanted;
  yield* opening.chunks;
  for (const sentence of rest) {
    const speech = await speaker.speak(sentence, voice, signal);
    if (speech.sampleRate !== opening.sampleRate)
      throw new Error('the speaker changed its rate within a text');
    yield* speech.chunks;
  }
}

const pieceCharactersMax = 220;

/** Splits a long sentence at punctuation or a space: the first sound comes only after a whole piece is synthesised. */
function splitLongSentence(sentence: string): readonly string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > pieceCharactersMax) {
    const start = rest.slice(0, pieceCharactersMax);
    const comma = Math.max(...[...',;:–—'].map((mark) => start.lastIndexOf(mark)));
    const at = comma > pieceCharactersMax / 3 ? comma : start.lastIndexOf(' ');
    const cut = at > 0 ? at + 1 : pieceCharactersMax;
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trimStart();
  }
  return rest === '' ? pieces : [...pieces, rest];
}
