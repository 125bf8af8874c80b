/** What was proven to be whole is remembered, and proven once when several ask at the same time. */
interface Proofs<Proof> {
  /** The proof of a stamp; made by `prove` when it is not known. */
  readonly take: (
    name: string,
    stamp: string,
    prove: () => Promise<Proof | undefined>,
  ) => Promise<Proof | undefined>;
  readonly forget: (name: string) => void;
}

/** The longest unused is forgotten first. */
export function createProofs<Proof>(proofsMax: number): Proofs<Proof> {
  // A map keeps the order in which entries were set: the first is the one unused for longest.
  const proven = new Map<string, { readonly stamp: string; readonly proof: Proof }>();
  const proving = new Map<string, Promise<Proof | undefined>>();
  const remember = (name: string, stamp: string, proof: Proof) => {
    proven.delete(name);
    proven.set(name, { stamp, proof });
    for (const oldest of proven.keys()) {
      if (proven.size <= proofsMax) break;
      proven.delete(oldest);
    }
  };
  return {
    take: async (name, stamp, prove) => {
      const found = proven.get(name);
      let proof = found?.stamp === stamp ? found.proof : undefined;
      if (proof === undefined) {
        const key = `${name} ${stamp}`;
        let making = proving.get(key);
        if (making === undefined) {
          making = prove().finally(() => proving.delete(key));
          proving.set(key, making);
        }
        proof = await making;
      }
      if (proof !== undefined) remember(name, stamp, proof);
      return proof;
    },
    forget: (name) => {
      proven.delete(name);
    },
  };
}
