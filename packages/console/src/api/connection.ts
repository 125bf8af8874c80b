/** Whether the last call reached the server, and who wants to know that a session has ended. */
import { signal } from '@preact/signals';

/** By the browser's word or by a call that failed; a call that is answered ends it. */
export const isOffline = signal(!navigator.onLine);

/** Rises each time an answer says that nobody is signed in. */
export const signedOutCount = signal(0);

export function watchConnection(): void {
  addEventListener('offline', () => {
    isOffline.value = true;
  });
  addEventListener('online', () => {
    isOffline.value = false;
  });
}
