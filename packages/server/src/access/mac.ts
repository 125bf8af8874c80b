import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What is signed or hidden; a code made for one purpose means nothing to another. */
type MacPurpose = 'object link' | 'form address';

/** Proves that a text came from this installation, and hides one that only has to be compared. */
export interface Mac {
  readonly of: (purpose: MacPurpose, text: string) => string;
  /** Takes as long for a wrong code as for the right one. */
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
      // One text for each code: base64url also reads what has other characters at its end.
      return (
        given.length === expected.length &&
        timingSafeEqual(given, expected) &&
        given.toString('base64url') === code
      );
    },
  };
}
