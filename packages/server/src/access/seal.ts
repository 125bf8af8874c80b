import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts secrets that must be readable again (authenticated encryption with a key from the pepper). */
export type Seal = ReturnType<typeof createSeal>;

export function createSeal(pepper: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', 'baraza sealed secrets', 32));
  return {
    close: (text: string) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed: string) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const body = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
  };
}
