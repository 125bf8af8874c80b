import type { IncomingMessage } from 'node:http';
import type { Console } from '../console.ts';
import { readChallengeCookie } from '../cookie.ts';
import { originOf } from '../same-origin.ts';
import type { PasskeyPlace } from './passkeys.ts';

/** Where a browser answers a challenge, and which one. */
export function passkeyPlace({ publicUrl }: Console, raw: IncomingMessage): PasskeyPlace {
  return { origin: originOf(raw, publicUrl()), challenge: readChallengeCookie(raw) };
}
