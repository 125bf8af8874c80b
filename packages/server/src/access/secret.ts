import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** `rpk_` opens the platform, `osk_` administers an owner's sites, `usr_` is a user of an application. */
export type SecretPrefix = 'rpk' | 'osk' | 'usr';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const publicLength = 8;
const secretLength = 43;
const checksumLength = 6;
const form = new RegExp(
  `^(rpk|osk|usr)_([0-9A-Za-z]{${publicLength}})_([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`,
);

/** A new secret text: prefix, a public part to recognise it by, 32 random bytes and a checksum. */
export function mintSecret(prefix: SecretPrefix): {
  readonly text: string;
  readonly public: string;
} {
  const publicPart = base62(randomBytes(8), publicLength);
  const body = `${prefix}_${publicPart}_${base62(randomBytes(32), secretLength)}`;
  return { text: body + checksum(body), public: publicPart };
}

/** Rejects a mistyped or foreign text before the store is asked. */
export function isSecret(prefix: SecretPrefix, text: string): boolean {
  const match = form.exec(text);
  if (match === null || match[1] !== prefix) return false;
  return checksum(text.slice(0, -checksumLength)) === match[4];
}

/** The hash that is stored instead of the secret, keyed with the pepper, which is not in the database. */
export function hashSecret(pepper: Buffer, text: string): string {
  return createHmac('sha256', pepper).update(text).digest('base64url');
}

function checksum(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return base62(bytes, checksumLength);
}

// The number modulo 62^length: for 32 bytes and 43 characters nothing is lost.
export function base62(bytes: Uint8Array, length: number): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (text.length < length) {
    text = alphabet.charAt(Number(number % 62n)) + text;
    number /= 62n;
  }
  return text;
}
