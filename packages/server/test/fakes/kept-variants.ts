import type { Variant, Variants } from '../../src/models/models.ts';

/** Variants in memory; by default every model is known, and is asked as the API describes. */
export function keepVariants(
  clock: () => number,
  first: Omit<Variant, 'examinedAt'> | 'unknown' = { refuses: [], thinksUnmarked: false },
): Variants & { readonly kept: Map<string, Variant> } {
  const kept = new Map<string, Variant>();
  const startedAt = clock();
  return {
    kept,
    read: async (model) =>
      kept.get(model) ?? (first === 'unknown' ? undefined : { ...first, examinedAt: startedAt }),
    save: async (model, variant) => {
      kept.set(model, variant);
    },
  };
}
