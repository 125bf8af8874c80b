import type { Reader, Reading } from '../../src/models/models.ts';

/** A reader that says how many passages it was given, hangs when it is told to, and remembers what it read. */
export interface ScriptedReader extends Reader {
  readonly given: { readonly reading: Reading; readonly site: string | undefined }[];
  readonly behave: (behaviour: 'reads' | 'hangs' | 'fails') => void;
  readonly isClosed: () => boolean;
}

export function scriptReader(): ScriptedReader {
  const given: { reading: Reading; site: string | undefined }[] = [];
  let behaviour: 'reads' | 'hangs' | 'fails' = 'reads';
  let isClosed = false;
  return {
    given,
    behave: (so) => {
      behaviour = so;
    },
    isClosed: () => isClosed,
    state: () => 'awake',
    read: async (reading, signal, site) => {
      given.push({ reading, site });
      if (behaviour === 'fails') throw new Error('scripted to fail');
      if (behaviour === 'hangs') {
        const { promise, reject } = Promise.withResolvers<never>();
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        await promise;
      }
      const { length } = reading.passages;
      return reading.passages.map(() => ({ answer: length, said: 0, evidence: [] }));
    },
    close: async () => {
      isClosed = true;
    },
  };
}
