/**
 * Child process that runs eSpeak NG. The engine is under the GPL: it runs as a separate program,
 * and only plain text and samples cross the boundary.
 */
import { childInput, serveRequests } from '../../kernel/process/child-program.ts';
import { joinSamples } from '../samples.ts';

export interface EspeakInput {
  /** Address of the engine's module. */
  readonly module: string;
}

export interface EspeakRequest {
  readonly text: string;
  /** The voice by the name that the engine gives it. */
  readonly voice: string;
  readonly pitch: number;
  readonly wordsPerMinute: number;
}

export interface EspeakReply {
  readonly samples: Int16Array;
  readonly sampleRate: number;
}

interface Engine {
  readonly set_voice: (
    name: string,
    language: string,
    gender: number,
    age: number,
    variant: number,
  ) => number;
  readonly set_rate: (wordsPerMinute: number) => number;
  readonly set_pitch: (pitch: number) => number;
  readonly get_samplerate: () => number;
  readonly synthesize: (text: string, onSamples: (samples: Int16Array | null) => boolean) => number;
}

const { module } = childInput<EspeakInput>();
const { default: openEngine } = (await import(module)) as {
  readonly default: () => Promise<{ readonly eSpeakNGWorker: new () => Engine }>;
};
const { eSpeakNGWorker } = await openEngine();
const engine = new eSpeakNGWorker();

serveRequests<EspeakRequest>((request): EspeakReply => {
  engine.set_voice(request.voice, '', 0, 0, 0);
  engine.set_rate(request.wordsPerMinute);
  engine.set_pitch(request.pitch);
  const parts: Int16Array[] = [];
  engine.synthesize(stripMarkup(request.text), (samples) => {
    // The engine reuses its buffer for the next part.
    if (samples !== null) parts.push(samples.slice());
    return false;
  });
  return { samples: joinSamples(Int16Array, parts), sampleRate: engine.get_samplerate() };
});

// The engine would read angle brackets and ampersands as SSML.
function stripMarkup(text: string): string {
  return text.replaceAll(/[<>&\p{C}]+/gu, ' ');
}
