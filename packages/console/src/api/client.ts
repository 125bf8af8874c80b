/** The typed client of both APIs and of the console's own endpoints. Its calls throw what `asProblem` reads. */
import { createConsoleClient } from '@baraza/client/console';
import { isOffline, signedOutCount } from './connection.ts';

// Longer than the slowest answer: a large import over a slow line, or a model that writes.
const timeoutMs = 600_000;

// Tests run in Node, which has no page.
const page: Location | undefined = globalThis.location;

export const client = createConsoleClient({
  baseUrl: page?.origin ?? 'http://localhost',
  timeoutMs,
  onAnswer: (status, path) => {
    isOffline.value = false;
    // The sign-in itself is refused without ending a session.
    if (status === 401 && path !== '/console/session') signedOutCount.value += 1;
  },
  onLost: () => {
    isOffline.value = true;
  },
});
