import type { TextAnswer } from '../http/answer.ts';
import { inSteps } from '../kernel/steps.ts';
import { writingJson } from '../kernel/write-json.ts';

/** An answer that may have megabytes, written in steps. */
export async function jsonAnswer(
  status: number,
  body: unknown,
  etag?: string,
): Promise<TextAnswer> {
  return {
    status,
    ...(etag === undefined ? {} : { headers: { etag } }),
    body: await inSteps(writingJson(body)),
  };
}
