/** Makes a speaker stream that speaks a whole text at once: sentence by sentence. */
import type { Speaker, Speech, Voice } from './speech.ts';

export function bySentence(
  speaker: Speaker,
  sentencesOf: (text: string) => readonly string[],
): Speaker {
  return {
    voices: speaker.voices,
    speak: async (text, voice, signal) => {
      const sentences = sentencesOf(text).flatMap(breathsOf);
      const [first = text, ...rest] = sentences;
      const opening = await speaker.speak(first, voice, signal);
      if (rest.length === 0) return opening;
      return { ...opening, chunks: chained(speaker, opening, rest, voice, signal) };
    },
    close: speaker.close,
  };
}

/** The next sentence is made when the one before has been taken: who leaves has no more of them made. */
async function* chained(
  speaker: Speaker,
  opening: Speech,
  rest: readonly string[],
  wanted: Voice,
  signal: AbortSignal,
): AsyncIterable<Int16Array> {
  // Whoever began speaks to the end, also where another was asked for.
  const voice = opening.voice ?? wanted;
  yield* opening.chunks;
  for (const sentence of rest) {
    const speech = await speaker.speak(sentence, voice, signal);
    if (speech.sampleRate !== opening.sampleRate)
      throw new Error('the speaker changed its rate within a text');
    yield* speech.chunks;
  }
}

const breathCharacters = 220;

/** A sentence without an end is cut where one would breathe: who waits for its first word waits for all of it. */
function breathsOf(sentence: string): readonly string[] {
  const breaths: string[] = [];
  let rest = sentence;
  while (rest.length > breathCharacters) {
    const start = rest.slice(0, breathCharacters);
    const comma = Math.max(...[...',;:–—'].map((mark) => start.lastIndexOf(mark)));
    const at = comma > breathCharacters / 3 ? comma : start.lastIndexOf(' ');
    const cut = at > 0 ? at + 1 : breathCharacters;
    breaths.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trimStart();
  }
  return rest === '' ? breaths : [...breaths, rest];
}
