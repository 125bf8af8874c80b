import { LRUCache } from 'lru-cache';
import { faultOf, type OptionalField } from './openai-fault.ts';

/** What a model does differently, learnt from its own answers. */
export interface Dialect {
  /** Request fields that it refuses. */
  readonly rejected: Set<OptionalField>;
  /** It begins with a thought and marks only its end: its server puts the opening mark into the prompt. */
  thinksUnmarked: boolean;
}

export function createDialects(): (model: string) => Dialect {
  const known = new LRUCache<string, Dialect>({ max: 100 });
  return (model) => {
    const dialect = known.get(model) ?? { rejected: new Set(), thinksUnmarked: false };
    known.set(model, dialect);
    return dialect;
  };
}

/** Makes a call, and again without each field that the model refuses. */
export async function learnRejected<Result>(
  { rejected }: Dialect,
  call: () => Promise<Result>,
): Promise<Result> {
  for (;;)
    try {
      return await call();
    } catch (error) {
      const { rejectedField } = faultOf(error).detail;
      if (rejectedField === undefined || rejected.has(rejectedField)) throw error;
      rejected.add(rejectedField);
    }
}
