import type { Reading, ReadScore } from '../../src/answers/read/read-passages.ts';

/** A reader that says how many passages it was given, hangs or fails on demand, and remembers what it read. */
export interface ScriptedReader {
  readonly read: (reading: Reading) => Promise<readonly ReadScore[]>;
  readonly given: Reading[];
  readonly behave: (behaviour: 'reads' | 'hangs' | 'fails') => void;
}

export function scriptReader(): ScriptedReader {
  const given: Reading[] = [];
  let behaviour: 'reads' | 'hangs' | 'fails' = 'reads';
  return {
    given,
    behave: (wanted) => {
      behaviour = wanted;
    },
    read: async (reading) => {
      given.push(reading);
      if (behaviour === 'fails') throw new Error('scripted to fail');
      if (behaviour === 'hangs') await new Promise(() => {});
      const { length } = reading.passages;
      return reading.passages.map(() => ({ answer: length, said: 0, evidence: [] }));
    },
  };
}
