import type { IncomingMessage } from 'node:http';

const sessionName = 'baraza_session';
const challengeName = 'baraza_challenge';
const sessionForm = /^[A-Za-z0-9_-]{43}$/;

export function readSessionCookie(request: IncomingMessage): string | undefined {
  const value = readCookie(request, sessionName);
  return value !== undefined && sessionForm.test(value) ? value : undefined;
}

/** The challenge that a passkey of this browser has to answer. */
export function readChallengeCookie(request: IncomingMessage): string | undefined {
  return readCookie(request, challengeName);
}

/** Undefined if there are two: one was planted by another site. */
function readCookie({ headers }: IncomingMessage, name: string): string | undefined {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/** A cookie that no script can read and no other site can send. */
export function sessionCookie(token: string, lifeMs: number, ownUrl: string): string {
  return cookie(sessionName, token, lifeMs, ownUrl);
}

export function endedCookie(ownUrl: string): string {
  return cookie(sessionName, '', 0, ownUrl);
}

export function challengeCookie(text: string, lifeMs: number, ownUrl: string): string {
  return cookie(challengeName, text, lifeMs, ownUrl);
}

function cookie(name: string, value: string, lifeMs: number, ownUrl: string): string {
  const secure = ownUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/console; Max-Age=${lifeMs / 1000}; HttpOnly; SameSite=Strict${secure}`;
}
