import type { EngineVectors } from '../../src/engine/editions.ts';

/** An encoder with a few known meanings that waits on demand and records its texts. */
export interface ScriptedEncoder extends EngineVectors {
  readonly given: string[];
  /** From now on no text of a site is encoded until it is let go. */
  readonly hold: () => void;
  readonly letGo: () => void;
  /** From now on everything fails. */
  readonly breaks: () => void;
}

const meanings = [/guarantee|warranty|repair/i, /deliver|courier|bring/i, /m-?pesa|till|pay/i];

export function scriptEncoder(model = 'scripted'): ScriptedEncoder {
  const given: string[] = [];
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let isBroken = false;
  const encode = async (texts: readonly string[]) => {
    if (isBroken) throw new Error('scripted to fail');
    given.push(...texts);
    return texts.map(vectorOf);
  };
  return {
    given,
    model,
    hold: () => {
      gate = Promise.withResolvers<void>();
    },
    letGo: () => gate.resolve(),
    breaks: () => {
      isBroken = true;
    },
    encodeQuestion: encode,
    encodeTexts: async (texts) => {
      await gate.promise;
      return encode(texts);
    },
  };
}

function vectorOf(text: string): Float32Array {
  const found = meanings.map((meaning) => (meaning.test(text) ? 1 : 0));
  return Float32Array.from([...found, 0.1]);
}
