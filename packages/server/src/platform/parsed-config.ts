/** The config of a resource, parsed once for each text: lists and writes with rules read it again and again. */
import type { JsonObject } from '@baraza/contract';
import { LRUCache } from 'lru-cache';

// Parsed, a config takes several times the memory of its text.
const parsed = new LRUCache<string, JsonObject>({
  maxSize: 2_000_000,
  sizeCalculation: (_, text) => text.length + 1,
});

/** Shared by all who ask: it is frozen. */
export function parsedConfig(text: string): JsonObject {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const config = JSON.parse(text, (_, value: unknown) => Object.freeze(value)) as JsonObject;
  parsed.set(text, config);
  return config;
}
