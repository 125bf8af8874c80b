import type { TextAnswer } from '../http/answer.ts';

export function jsonAnswer(status: number, body: unknown, etag?: string): TextAnswer {
  return textAnswer(status, JSON.stringify(body), etag);
}

/** `body` is JSON. */
export function textAnswer(status: number, body: string, etag?: string): TextAnswer {
  return { status, ...(etag === undefined ? {} : { headers: { etag } }), body };
}
