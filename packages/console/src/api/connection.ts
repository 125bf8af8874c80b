/** Whether the last call reached the server, and whether the session has ended. */
import { signal } from '@preact/signals';

/** Set by the browser or by a failed call; any response resets it. */
export const isOffline = signal(!navigator.onLine);

/** Counts the responses that refused the session. */
export const signedOutCount = signal(0);

export function watchConnection(): void {
  addEventListener('offline', () => {
    isOffline.value = true;
  });
  addEventListener('online', () => {
    isOffline.value = false;
  });
}
