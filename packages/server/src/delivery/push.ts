/** Messages to browsers by their push services (Web Push): encrypted for the device, signed by this server. */
import { ECDH } from 'node:crypto';
import { limits } from '@baraza/contract';
import { safeOutboundPost } from '../http/outbound/safe-outbound.ts';
import type { Tried } from './sender.ts';
import { postOutcome } from './signed-post.ts';

/** What a browser registered with its push service. */
interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushMessage {
  readonly text: string;
  /** How long the push service keeps it for a device that is off. */
  readonly keptMs: number;
  readonly isUrgent: boolean;
}

/** The key pair that a browser binds its registration to (VAPID). */
interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** `gone`: the registration has ended and must be forgotten. */
type PushOutcome = Tried | { readonly kind: 'gone'; readonly status: number | null };

export interface PushServiceOptions {
  readonly keys: () => Promise<PushKeys>;
  /** The address of this server, for reports of a push service about problems. */
  readonly publicUrl: () => string;
  readonly post?: typeof safeOutboundPost | undefined;
}

/** Loaded with the first message: few installations send any. */
const loadWebPush = async () => (await import('web-push')).default;

export async function makePushKeys(): Promise<PushKeys> {
  return (await loadWebPush()).generateVAPIDKeys();
}

/** Push services are public servers: a private address is never called, even if webhooks may call one. */
export function createPushService({
  keys,
  publicUrl,
  post = safeOutboundPost,
}: PushServiceOptions) {
  return {
    publicKey: async () => (await keys()).publicKey,
    send: async (
      { endpoint, p256dh, auth }: PushTarget,
      { text, keptMs, isUrgent }: PushMessage,
      signal: AbortSignal,
    ): Promise<PushOutcome> => {
      if (!isCurvePoint(p256dh)) return { kind: 'gone', status: null };
      const webPush = await loadWebPush();
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        text,
        {
          vapidDetails: { subject: contactOf(publicUrl()), ...(await keys()) },
          TTL: Math.round(keptMs / 1_000),
          urgency: isUrgent ? 'high' : 'normal',
          contentEncoding: 'aes128gcm',
        },
      );
      const request = {
        url: endpoint,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
        ),
        body,
        timeoutMs: limits.webhookTimeoutMs,
        allowPrivate: false,
        signal,
      };
      const outcome = await postOutcome(request, post);
      const { status } = outcome;
      return status === 404 || status === 410 ? { kind: 'gone', status } : outcome;
    },
  };
}

/** Whether a text is a public key that can be encrypted for. */
export function isCurvePoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'compressed');
    return true;
  } catch {
    return false;
  }
}

// Push services accept an https address or a mail address.
function contactOf(publicUrl: string): string {
  const { protocol, origin, hostname } = new URL(publicUrl);
  return protocol === 'https:' ? origin : `mailto:baraza@${hostname}`;
}
