import type { IncomingMessage } from 'node:http';
import { consoleLimits } from '@baraza/contract';

const name = 'baraza_session';
const form = /^[A-Za-z0-9_-]{43}$/;

/** The session cookie of a request. Of two, one was planted by another site, so neither counts. */
export function readSessionCookie({ headers }: IncomingMessage): string | undefined {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && form.test(value) ? value : undefined;
}

/** A cookie that no script can read and no other site can send. */
export function sessionCookie(token: string, ownUrl: string): string {
  return cookie(token, consoleLimits.sessionMs / 1000, ownUrl);
}

export function endedCookie(ownUrl: string): string {
  return cookie('', 0, ownUrl);
}

function cookie(value: string, maxAgeSeconds: number, ownUrl: string): string {
  const secure = ownUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/console; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}
