import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** The headers of one attempt in the format of Standard Webhooks: a signature for each secret that is valid. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  atMs: number,
  payload: string,
): { readonly [name: string]: string } {
  const seconds = Math.floor(atMs / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    const hmac = createHmac('sha256', key).update(`${id}.${seconds}.${payload}`);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
