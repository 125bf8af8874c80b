import { randomBytes } from 'node:crypto';

/** Request ids: a random prefix of the process and a counter; unique and cheap. */
export function createRequestIds(): () => string {
  const stem = randomBytes(6).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `req_${stem}${count.toString(36)}`;
  };
}
