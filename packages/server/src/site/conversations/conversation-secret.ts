import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { conversationLimits } from '@baraza/contract';
import { base62, hashSecret } from '../../access/secret.ts';

/** The secrets with which visitors read their conversations; only hashes are stored. */
export function createConversationSecrets(pepper: Buffer) {
  return {
    /** The hash of a text that must be recognised but not stored. */
    hashOf: (text: string): string => hashSecret(pepper, text),
    mint: (): { readonly text: string; readonly hash: string } => {
      const text = base62(randomBytes(24), conversationLimits.secretCharacters);
      return { text, hash: ownHash(text) };
    },
    isRight: (text: string | undefined, stored: string | null): boolean => {
      if (text === undefined || stored === null) return false;
      const isOwn = stored.startsWith(ownPrefix);
      const given = Buffer.from(isOwn ? ownHash(text) : hashSecret(pepper, text));
      const right = Buffer.from(stored);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

const ownPrefix = 'sha256:';

// Without the pepper, so that a visitor can go on when the site moves to another server. Nobody guesses 24 random
// bytes.
function ownHash(text: string): string {
  return `${ownPrefix}${hash('sha256', text, 'base64url')}`;
}
