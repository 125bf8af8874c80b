import { limits } from '@baraza/contract';
import type { z } from 'zod';
import { parseJson } from '../../../kernel/json.ts';
import { Problem } from '../../../kernel/problem.ts';

/** The JSON of a body by its schema. The wrapper is one level, what it carries may have the rest. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: Uint8Array,
): z.output<Schema> {
  const read = schema.safeParse(parseJson(body, limits.jsonDepthMax + 1));
  if (read.success) return read.data;
  throw new Problem('invalid', read.error.issues[0]?.message ?? 'The request is not valid.');
}
