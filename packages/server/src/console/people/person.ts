import { Problem } from '../../kernel/problem.ts';
import type { SessionCaller, SessionMember } from '../sessions.ts';

/** The person of a session; throws the refusal of a platform key, which is not a person. */
export function personOf({ session }: SessionCaller): SessionMember {
  if (session.member !== undefined) return session.member;
  throw new Problem(
    'scope',
    'This is for people; sign in by a link, a passkey or an owner credential.',
  );
}
