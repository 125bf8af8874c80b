/** A browser that registers with a push service, and the push service itself. Decrypts as RFC 8291 says. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import type { PushServiceOptions } from '../../src/delivery/push.ts';

type Post = NonNullable<PushServiceOptions['post']>;

interface PushArrived {
  readonly endpoint: string;
  readonly headers: { readonly [name: string]: string };
  readonly allowPrivate: boolean;
  readonly message: { title: string; body: string; url: string; tag: string };
  /** The claims of the signature, which was verified with the key of the subscription. */
  readonly claims: { readonly aud?: unknown; readonly sub?: unknown };
}

export function openPushService() {
  const browsers = new Map<string, { readonly pair: Pair; readonly auth: Buffer }>();
  const arrived: PushArrived[] = [];
  let answer: Awaited<ReturnType<Post>> = { status: 201 };
  const post: Post = async ({ url, headers, body, allowPrivate }) => {
    const browser = browsers.get(url);
    if ('fault' in answer || answer.status !== 201 || browser === undefined) return answer;
    const [, token = '', key = ''] =
      /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    const { payload } = await jwtVerify(token, await importJWK(publicJwk(key), 'ES256'));
    const message = JSON.parse(decrypt(Buffer.from(body), browser));
    arrived.push({ endpoint: url, headers, allowPrivate, message, claims: payload });
    return answer;
  };
  return {
    post,
    arrived,
    /** What a new browser sends to the console. */
    subscribe: (endpoint = `https://push.example/${randomBytes(12).toString('base64url')}`) => {
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys('base64url');
      const auth = randomBytes(16);
      browsers.set(endpoint, { pair, auth });
      return {
        endpoint,
        expirationTime: null,
        keys: { p256dh, auth: auth.toString('base64url') },
      };
    },
    /** What it answers from now on. */
    answers: (given: typeof answer) => {
      answer = given;
    },
  };
}

type Pair = ReturnType<typeof createECDH>;

function decrypt(
  body: Buffer,
  { pair, auth }: { readonly pair: Pair; readonly auth: Buffer },
): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const serverKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), serverKey]);
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(serverKey), auth, info, 32));
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

function publicJwk(key: string) {
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  );
  return { kty: 'EC', crv: 'P-256', x, y } as { kty: string; crv: string; x: string; y: string };
}
