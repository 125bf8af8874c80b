import { type OutgoingPost, safeOutboundPost } from '../http/outbound/safe-outbound-post.ts';
import type { Outcome } from './sender.ts';
import { signedHeaders } from './webhook-signature.ts';

export interface SignedPost extends Omit<OutgoingPost, 'headers' | 'body'> {
  readonly id: string;
  readonly payload: string;
  readonly nowMs: number;
  readonly version: string;
  /** Opens the sealed secret. */
  readonly secret: () => string;
}

/** One try of a webhook in the form of Standard Webhooks, signed anew for the moment it is made. */
export async function postSigned(post: SignedPost): Promise<Outcome> {
  let secret: string;
  try {
    secret = post.secret();
  } catch {
    return {
      kind: 'refused',
      status: null,
      fault: 'the secret was sealed with another pepper; rotate it',
    };
  }
  const outcome = await safeOutboundPost({
    url: post.url,
    headers: {
      ...signedHeaders(secret, post.id, post.nowMs, post.payload),
      'user-agent': `Baraza/${post.version}`,
    },
    body: post.payload,
    timeoutMs: post.timeoutMs,
    allowPrivate: post.allowPrivate,
    resolve: post.resolve,
    signal: post.signal,
  });
  if ('fault' in outcome) return { kind: 'refused', status: null, fault: outcome.fault };
  const { status } = outcome;
  return status >= 200 && status < 300
    ? { kind: 'delivered', status }
    : { kind: 'refused', status, fault: `status ${status}` };
}
