import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The purpose is part of the MAC: a code made for one purpose is invalid for another. */
type MacPurpose = (typeof purposes)[number];

const purposes = [
  'object link',
  'form address',
  'user address',
  'user password',
  'user code',
  'passkey challenge',
  'e-mail address',
  'member address',
] as const;

/** HMAC with the key of this installation: authenticates a text, or pseudonymises one that is only compared. */
export type Mac = ReturnType<typeof createMac>;

export function createMac(pepper: Buffer) {
  const keyFor = (purpose: MacPurpose) =>
    Buffer.from(hkdfSync('sha256', pepper, '', `baraza ${purpose}`, 32));
  const keys = new Map(purposes.map((purpose) => [purpose, keyFor(purpose)]));
  const bytesOf = (purpose: MacPurpose, text: string) =>
    createHmac('sha256', keys.get(purpose) ?? '')
      .update(text)
      .digest();
  return {
    of: (purpose: MacPurpose, text: string) => bytesOf(purpose, text).toString('base64url'),
    /** Compares in constant time. */
    isOf: (purpose: MacPurpose, text: string, code: string) => {
      const expected = bytesOf(purpose, text);
      const given = Buffer.from(code, 'base64url');
      // Only the canonical text of a code is accepted: base64url decoding ignores surplus bits at the end.
      return (
        given.length === expected.length &&
        timingSafeEqual(given, expected) &&
        given.toString('base64url') === code
      );
    },
  };
}
