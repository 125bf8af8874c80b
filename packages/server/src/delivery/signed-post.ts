import { limits } from '@baraza/contract';
import { type Resolve, safeOutboundPost } from '../http/outbound/safe-outbound.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Mailer } from './mail.ts';
import type { Tried } from './sender.ts';
import { signedHeaders } from './webhook-signature.ts';

/** Settings shared by all webhook attempts of a server. */
export interface WebhookSettings {
  readonly allowPrivate: boolean;
  readonly timeoutMs?: number | undefined;
  readonly resolve?: Resolve | undefined;
}

/** How a server sends webhooks and mails. */
export interface Transports extends WebhookSettings {
  /** Undefined if no mail server is configured. */
  readonly mailer: Mailer | undefined;
}

interface SignedPost {
  readonly id: string;
  readonly payload: string;
  readonly url: string;
  /** Opens the sealed secrets, the newest first. */
  readonly secrets: () => readonly string[];
}

/** One webhook attempt in the format of Standard Webhooks, signed with a fresh timestamp. */
export async function postSigned(
  post: SignedPost,
  server: { readonly clock: Clock; readonly version: string },
  { allowPrivate, timeoutMs = limits.webhookTimeoutMs, resolve }: WebhookSettings,
  signal: AbortSignal,
): Promise<Tried> {
  let secrets: readonly string[];
  try {
    secrets = post.secrets();
  } catch {
    return {
      kind: 'refused',
      status: null,
      fault: 'the secret was encrypted with another pepper; rotate it',
    };
  }
  return postOutcome({
    url: post.url,
    headers: {
      ...signedHeaders(secrets, post.id, server.clock(), post.payload),
      'user-agent': `Baraza/${server.version}`,
    },
    body: post.payload,
    timeoutMs,
    allowPrivate,
    resolve,
    signal,
  });
}

/** One attempt to deliver a request; any status but 2xx is a refusal. */
export async function postOutcome(
  request: Parameters<typeof safeOutboundPost>[0],
  post = safeOutboundPost,
): Promise<Tried> {
  const answer = await post(request);
  if ('fault' in answer) return { kind: 'refused', status: null, fault: answer.fault };
  const { status } = answer;
  return status >= 200 && status < 300
    ? { kind: 'delivered', status }
    : { kind: 'refused', status, fault: `status ${status}` };
}
