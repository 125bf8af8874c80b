/** Retries a question that a busy server refused; the server neither stored nor counted it. */
import { BarazaError } from '../transport/problem.ts';
import { repeatRefused, waitBeforeRetry } from '../transport/retry.ts';

type Patience = {
  readonly retries: number;
  readonly pause: (ms: number) => Promise<void>;
  readonly random: () => number;
};

/** Repeats an attempt that was refused with the code `busy`, or whose value `isBusy`, while retries are left. */
export async function whileBusy<Value>(
  attempt: () => Promise<Value>,
  isBusy: (value: Value) => boolean,
  { retries, pause, random }: Patience,
): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    const wait = (error: unknown) =>
      waitBeforeRetry({ error, repeat: repeatRefused, tries, retries, random });
    let waitMs: number | undefined;
    try {
      const value = await attempt();
      waitMs = isBusy(value) ? wait(busyInDone) : undefined;
      if (waitMs === undefined) return value;
    } catch (error) {
      waitMs = wait(error);
      if (waitMs === undefined) throw error;
    }
    await pause(waitMs);
  }
}

// A started stream cannot send Retry-After any more.
const busyInDone = new BarazaError('busy', { status: 503, code: 'busy', retryAfterMs: 2_000 });
