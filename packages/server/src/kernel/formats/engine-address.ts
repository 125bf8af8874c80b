import { isLoopback } from './loopback.ts';

/** The address of a machine with engines. What goes there is encrypted, except on this machine. */
export function parseEngineAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // Must equal the origin: a path, a query or a password would be dropped silently.
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error('must be addresses like https://10.0.0.5:4810, separated by commas');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Error('must be https:// addresses, except on this machine');
  return url.origin;
}

/** Long enough that it cannot be guessed, and safe in a header. */
export function parseEngineToken(text: string): string {
  if (/^[\x21-\x7e]{32,200}$/.test(text)) return text;
  throw new Error('must be 32 to 200 characters without spaces');
}
