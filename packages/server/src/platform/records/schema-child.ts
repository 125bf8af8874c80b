/** Child process that compiles schemas and validates records; killed when it exceeds its limits. */
import { LRUCache } from 'lru-cache';
import { serveRequests, watchMemory } from '../../kernel/process/child-program.ts';
import {
  type Check,
  compileSchema,
  oneLine,
  type SchemaReply,
  type SchemaRequest,
  type TimedReply,
} from './schema-engine.ts';

// Bounded by compile time, which grows with the memory of a compiled schema.
const compiledSchemas = new LRUCache<string, Check>({ max: 200, maxSize: 2_000 });

// The first compilation is the slowest; requests have a time limit.
compileSchema({});
await watchMemory();
serveRequests<SchemaRequest>((request): TimedReply => {
  const before = process.cpuUsage();
  const reply = replyTo(request);
  const { user, system } = process.cpuUsage(before);
  return { ...reply, cpuMs: (user + system) / 1000 };
});

function replyTo(request: SchemaRequest): SchemaReply {
  try {
    return request.kind === 'schemas'
      ? { kind: 'faults', faults: request.schemas.map(faultOf) }
      : checkAgainst(request.schema, request.records);
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'too-deep' };
    throw error;
  }
}

function faultOf(schema: string): string | null {
  try {
    compileCached(schema);
    return null;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return oneLine((error as Error).message);
  }
}

function checkAgainst(schema: string, records: readonly string[]): SchemaReply {
  const fault = faultOf(schema);
  if (fault !== null) return { kind: 'unusable', fault };
  const check = compileCached(schema);
  const misfits = records.map((record) => check(JSON.parse(record)) ?? null);
  return { kind: 'misfits', misfits };
}

function compileCached(text: string): Check {
  const known = compiledSchemas.get(text);
  if (known !== undefined) return known;
  const startedMs = performance.now();
  const check = compileSchema(JSON.parse(text));
  compiledSchemas.set(text, check, { size: 1 + Math.floor(performance.now() - startedMs) });
  return check;
}
