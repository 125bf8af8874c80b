import { randomBytes, timingSafeEqual } from 'node:crypto';
import { conversationLimits } from '@baraza/contract';
import { base62, hashSecret } from '../../access/secret.ts';

/** The secrets with which visitors read their conversations; only hashes are stored. */
export function createConversationSecrets(pepper: Buffer) {
  return {
    /** The hash of a text that must be recognised but not stored. */
    hashOf: (text: string): string => hashSecret(pepper, text),
    mint: (): { readonly text: string; readonly hash: string } => {
      const text = base62(randomBytes(24), conversationLimits.secretCharacters);
      return { text, hash: hashSecret(pepper, text) };
    },
    isRight: (text: string | undefined, hash: string | null): boolean => {
      if (text === undefined || hash === null) return false;
      const given = Buffer.from(hashSecret(pepper, text));
      const stored = Buffer.from(hash);
      return given.length === stored.length && timingSafeEqual(given, stored);
    },
  };
}
