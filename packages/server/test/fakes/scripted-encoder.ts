import type { Encoder } from '../../src/models/models.ts';

/** An encoder with a few known meanings that waits on demand and records its texts. */
export interface ScriptedEncoder extends Encoder {
  readonly given: string[];
  /** From now on nothing is answered until it is let go. */
  readonly hold: () => void;
  readonly letGo: () => void;
  /** From now on everything fails, as with a process that dies; or it works again. */
  readonly breaks: (isBroken: boolean) => void;
}

const meanings = [/guarantee|warranty|repair/i, /deliver|courier|bring/i, /m-?pesa|till|pay/i];

export function scriptEncoder(model = 'scripted'): ScriptedEncoder {
  const given: string[] = [];
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let isBroken = false;
  return {
    given,
    model,
    hold: () => {
      gate = Promise.withResolvers<void>();
    },
    letGo: () => gate.resolve(),
    breaks: (so) => {
      isBroken = so;
    },
    state: () => (isBroken ? 'paused' : 'awake'),
    embed: async (texts, signal, haste) => {
      if (isBroken) throw new Error('scripted to fail');
      const { promise, reject } = Promise.withResolvers<never>();
      promise.catch(() => {});
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (haste === undefined) await Promise.race([gate.promise, promise]);
      given.push(...texts);
      return texts.map(vectorOf);
    },
    close: async () => {},
  };
}

function vectorOf(text: string): Float32Array {
  const found = meanings.map((meaning) => (meaning.test(text) ? 1 : 0));
  return Float32Array.from([...found, 0.1]);
}
