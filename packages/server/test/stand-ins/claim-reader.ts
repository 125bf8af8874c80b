import type { Readings } from '../../src/models/readings.ts';

/** A reader that finds those sentences said in any passage that a test names so. */
export function claimReader(isSaid: (sentence: string) => boolean): Pick<Readings, 'once'> {
  return {
    once: async (_site, { question, passages }) =>
      passages.map(() => ({ answer: 0, said: isSaid(question) ? 4 : -4, evidence: [] })),
  };
}
