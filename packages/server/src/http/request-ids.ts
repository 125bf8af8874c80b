import { randomBytes } from 'node:crypto';

/** A random stem for the process and a count: unique, and cheap enough for every request. */
export function createRequestIds(): () => string {
  const stem = randomBytes(6).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `req_${stem}${count.toString(36)}`;
  };
}
