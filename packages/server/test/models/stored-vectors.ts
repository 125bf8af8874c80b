import { vectorBatches } from '../../src/store/site/vectors.ts';
import type { Reader } from '../../src/store/store.ts';

/** The stored vectors of a site by hash. */
export async function storedVectors(
  reader: Reader,
  site: string,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const rows of vectorBatches(reader, site))
    for (const [hash, vector] of rows) found.set(hash, vector);
  return found;
}
