import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The purpose is part of the MAC: a code made for one purpose is invalid for another. */
type MacPurpose = 'object link' | 'form address';

/** HMAC with the key of this installation: authenticates a text, or pseudonymises one that is only compared. */
export interface Mac {
  readonly of: (purpose: MacPurpose, text: string) => string;
  /** Compares in constant time. */
  readonly isOf: (purpose: MacPurpose, text: string, code: string) => boolean;
}

export function createMac(pepper: Buffer): Mac {
  const keyFor = (purpose: MacPurpose) =>
    Buffer.from(hkdfSync('sha256', pepper, '', `baraza ${purpose}`, 32));
  const keys = { 'object link': keyFor('object link'), 'form address': keyFor('form address') };
  const bytesOf = (purpose: MacPurpose, text: string) =>
    createHmac('sha256', keys[purpose]).update(text).digest();
  return {
    of: (purpose, text) => bytesOf(purpose, text).toString('base64url'),
    isOf: (purpose, text, code) => {
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
