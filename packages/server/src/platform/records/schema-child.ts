/** Child process that compiles schemas and validates records; killed when it exceeds its limits. */
import { serveRequests, watchMemory } from '../../kernel/process/child-program.ts';
import { type Check, createSchemaEngine } from './schema-engine.ts';
import {
  oneLine,
  type SchemaReply,
  type SchemaRequest,
  type TimedReply,
} from './schema-messages.ts';

const engine = createSchemaEngine();
// The cache is bounded by compile time, which grows with the memory of a compiled schema.
const keptMsMax = 2_000;
const keptMax = 200;
const compiledSchemas = new Map<string, { readonly check: Check; readonly ms: number }>();

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
  for (const [index, record] of records.entries()) {
    const misfit = check(JSON.parse(record));
    if (misfit !== undefined) return { kind: 'misfit', index, fault: oneLine(misfit) };
  }
  return { kind: 'fits' };
}

function compileCached(text: string): Check {
  const found = compiledSchemas.get(text);
  if (found !== undefined) {
    // Reinserted: the least recently used is evicted first.
    compiledSchemas.delete(text);
    compiledSchemas.set(text, found);
    return found.check;
  }
  const beganMs = performance.now();
  const schema: unknown = JSON.parse(text);
  engine.assertWellFormed(schema);
  const check = engine.compile(schema);
  compiledSchemas.set(text, { check, ms: performance.now() - beganMs });
  evictOldest();
  return check;
}

function evictOldest(): void {
  let totalMs = 0;
  let count = 0;
  for (const [text, { ms }] of [...compiledSchemas].reverse()) {
    totalMs += ms;
    count += 1;
    if (count > 1 && (totalMs > keptMsMax || count > keptMax)) compiledSchemas.delete(text);
  }
}
