/** The typed client of both APIs and of the console's own endpoints. Its calls throw what `asProblem` reads. */
import { createConsoleClient } from '@baraza/client/console';
import { isOffline, signedOutCount } from './connection.ts';

// Longer than the slowest response: a large import over a slow connection, or a model's answer.
const timeoutMs = 600_000;

const signInPaths = /^\/console\/(?:session$|sign-in)/;

// Node, where tests run, has no location.
const page: Location | undefined = globalThis.location;

export const client = createConsoleClient({
  baseUrl: page?.origin ?? 'http://localhost',
  timeoutMs,
  onAnswer: (status, path) => {
    isOffline.value = false;
    // A refused sign-in does not end a session.
    if (status === 401 && !signInPaths.test(path)) signedOutCount.value += 1;
  },
  onLost: () => {
    isOffline.value = true;
  },
});
