/** Recent activity, and then new activity from a stream that resumes after a lost connection. */
import type { ActivityEntry } from '@baraza/contract';
import { signal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { type ApiProblem, asProblem } from '../../../api/problem.ts';
import { session } from '../../../api/session.ts';

export type LiveActivity = ReturnType<typeof openLiveActivity>;

const keptMax = 1_000;
const retryMs = 5_000;

export function openLiveActivity() {
  /** Newest first. */
  const entries = signal<readonly ActivityEntry[]>([]);
  /** Received while paused. */
  const waiting = signal<readonly ActivityEntry[]>([]);
  const state = signal<'loading' | 'live' | 'lost'>('loading');
  const isPaused = signal(false);
  const problem = signal<ApiProblem>();
  const ending = new AbortController();
  const { signal: stopped } = ending;
  let lastEventId: string | undefined;

  const follow = async () => {
    if (state.peek() === 'loading') {
      const wanted = { limit: 1, activityLimit: 200, signal: stopped };
      entries.value = (await client.platform.resources.list(wanted)).activity;
      lastEventId = entries.peek()[0]?.id;
    }
    const onConnection = (isConnected: boolean) => {
      state.value = isConnected ? 'live' : 'lost';
      if (isConnected) problem.value = undefined;
    };
    const events = client.platform.events({ lastEventId, signal: stopped, onConnection });
    for await (const { id, activity } of events) {
      lastEventId = id;
      const list = isPaused.peek() ? waiting : entries;
      list.value = [activity, ...list.peek()].slice(0, keptMax);
    }
  };
  // The client reconnects by itself, so a stream that ends was refused.
  const run = async () => {
    while (!stopped.aborted) {
      await follow().catch((error: unknown) => {
        if (stopped.aborted) return;
        const found = asProblem(error);
        problem.value = found.code === 'offline' || found.status === 401 ? undefined : found;
        if (state.peek() === 'live') state.value = 'lost';
      });
      await untilSignedIn(stopped);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  };
  void run();
  return {
    entries,
    waiting,
    state,
    isPaused,
    problem,
    setPaused: (next: boolean) => {
      isPaused.value = next;
      if (next) return;
      entries.value = [...waiting.peek(), ...entries.peek()].slice(0, keptMax);
      waiting.value = [];
    },
    stop: () => ending.abort(),
  };
}

// Sends no requests while the sign-in dialog is open.
function untilSignedIn(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) return resolve();
    const end = session.subscribe((now) => {
      if (now.is !== 'in') return;
      resolve();
      queueMicrotask(() => end());
    });
    stopped.addEventListener('abort', () => {
      end();
      resolve();
    });
  });
}
