import type { IncomingMessage } from 'node:http';
import { Problem } from '../../kernel/problem.ts';
import type { Console } from '../console.ts';
import { readChallengeCookie } from '../cookie.ts';
import { originOf } from '../same-origin.ts';
import type { PasskeyReply } from './passkeys.ts';

/** The origin at which a browser answers a challenge, and that challenge. */
export function readPasskeyReply(console: Console, raw: IncomingMessage): PasskeyReply {
  return { origin: passkeyOrigin(console, raw), challenge: readChallengeCookie(raw) };
}

/**
 * Passkeys belong to one origin: the public one of the settings, else that of the page that called. A passkey that was
 * made under another name of the server would be useless at the public one.
 */
export function passkeyOrigin(console: Console, raw: IncomingMessage): string {
  const origin = originOf(raw, console.publicUrl());
  const { origin: own } = new URL(console.publicUrl());
  if (console.hasPublicUrl && origin !== own)
    throw new Problem('origin', `Passkeys work only at ${own}; open the console there.`);
  return origin;
}
