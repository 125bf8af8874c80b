/** Verifies the signature and timestamp of a received webhook. */
import type { ActivityEntry, RecordEntry } from '@baraza/contract';

export type WebhookPayload = {
  /** The same on every delivery attempt: use it to drop duplicates. */
  readonly id: string;
  /** An activity action, or `ping` for a test; its `data` names only the webhook. */
  readonly type: string;
  readonly timestamp: string;
  /** `record` is set for webhooks with `include: 'record'`. */
  readonly data: ActivityEntry & { readonly record?: RecordEntry };
};

export type WebhookHeaders =
  | Headers
  | { readonly [name: string]: string | readonly string[] | undefined };

export type VerifyOptions = {
  /** How far the timestamp may be from now; 5 minutes by default. */
  readonly toleranceMs?: number | undefined;
  readonly now?: (() => number) | undefined;
};

/** Rejects with an Error that states the reason. `body` is the raw text, not parsed. */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string,
  { toleranceMs = 5 * 60_000, now = () => Date.now() }: VerifyOptions = {},
): Promise<WebhookPayload> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now() - seconds * 1000) <= toleranceMs))
    throw new Error('The webhook is too old or has no valid timestamp.');
  const key = await crypto.subtle.importKey('raw', keyOf(secret), algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures) {
    const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined;
    // `verify` compares in constant time.
    if (bytes !== undefined && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
      return { id, ...(JSON.parse(body) as Omit<WebhookPayload, 'id'>) };
  }
  throw new Error('The webhook is not signed with this secret.');
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' };

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('The secret must be that of a webhook: whsec_ and base64.');
  return bytes;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw new Error(`There is no ${name} header.`);
  return value;
}
