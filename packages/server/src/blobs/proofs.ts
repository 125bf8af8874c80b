import { LRUCache } from 'lru-cache';

/** Remembers what was proven to be whole; concurrent callers share one proof. */
interface Proofs<Proof> {
  /** The proof of a stamp; made by `prove` when it is not known. */
  readonly take: (
    name: string,
    stamp: string,
    prove: () => Promise<Proof | undefined>,
  ) => Promise<Proof | undefined>;
  readonly forget: (name: string) => void;
}

/** The least recently used is forgotten first. */
export function createProofs<Proof extends {}>(proofsMax: number): Proofs<Proof> {
  const proven = new LRUCache<string, { readonly stamp: string; readonly proof: Proof }>({
    max: proofsMax,
  });
  const proving = new Map<string, Promise<Proof | undefined>>();
  return {
    take: async (name, stamp, prove) => {
      const found = proven.get(name);
      if (found?.stamp === stamp) return found.proof;
      const key = `${name} ${stamp}`;
      let making = proving.get(key);
      if (making === undefined) {
        making = prove().finally(() => proving.delete(key));
        proving.set(key, making);
      }
      const proof = await making;
      if (proof !== undefined) proven.set(name, { stamp, proof });
      return proof;
    },
    forget: (name) => {
      proven.delete(name);
    },
  };
}
