import { randomBytes, timingSafeEqual } from 'node:crypto';
import { conversationLimits } from '@baraza/contract';
import { base62, hashSecret } from '../../access/secret.ts';
import type { ConversationRow } from '../../store/site/conversations.ts';
import { type VisitorInfo, visitorName } from '../visits.ts';

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

/** Whether a request is from the visitor of a conversation: it has the secret, or the id of the visitor who began it. */
export function isFromItsVisitor(
  { isRight }: Pick<ReturnType<typeof createConversationSecrets>, 'isRight'>,
  row: Pick<ConversationRow, 'secret_hash' | 'visitor_hash'>,
  { secret, visitor }: Pick<VisitorInfo, 'secret' | 'visitor'>,
): boolean {
  return isRight(secret, row.secret_hash) || isRight(visitorName(visitor), row.visitor_hash);
}
