/** Changes as they happen: what is known first, then a stream that goes on where it was lost. */
import { type Signal, signal } from '@preact/signals';
import { ApiProblem } from '../../../api/problem.ts';
import { session } from '../../../api/session.ts';
import { readEvents } from '../../../api/stream.ts';
import { type Activity, listResources, platformPath } from '../resource-api.ts';

export interface LiveActivity {
  /** Newest first. */
  readonly entries: Signal<readonly Activity[]>;
  /** What came while it was paused. */
  readonly waiting: Signal<readonly Activity[]>;
  readonly state: Signal<'loading' | 'live' | 'lost'>;
  readonly isPaused: Signal<boolean>;
  readonly problem: Signal<ApiProblem | undefined>;
  readonly setPaused: (isPaused: boolean) => void;
  readonly stop: () => void;
}

const keptMax = 1_000;
const firstPauseMs = 500;
const longestPauseMs = 10_000;

export function openLiveActivity(): LiveActivity {
  const entries = signal<readonly Activity[]>([]);
  const waiting = signal<readonly Activity[]>([]);
  const state = signal<'loading' | 'live' | 'lost'>('loading');
  const isPaused = signal(false);
  const problem = signal<ApiProblem | undefined>(undefined);
  const ending = new AbortController();
  let lastId: string | undefined;

  const take = (entry: Activity) => {
    const list = isPaused.peek() ? waiting : entries;
    list.value = [entry, ...list.peek()].slice(0, keptMax);
  };
  const begin = async () => {
    const { activity } = await listResources({ limit: 1, activityLimit: 200 }, ending.signal);
    entries.value = activity;
    lastId = activity[0]?.id;
  };
  const follow = async () => {
    await readEvents(
      'GET',
      `${platformPath}/events`,
      {
        query: { lastEventId: lastId },
        signal: ending.signal,
        onOpen: () => {
          state.value = 'live';
          problem.value = undefined;
        },
      },
      ({ id, data }) => {
        lastId = id ?? lastId;
        take(JSON.parse(data) as Activity);
      },
    );
  };
  const run = async () => {
    let isBegun = false;
    for (let pauseMs = firstPauseMs; !ending.signal.aborted; ) {
      try {
        if (!isBegun) await begin();
        isBegun = true;
        const openedAt = Date.now();
        await follow();
        // One that lasted is a connection that was lost; one that ends at once is asked less and less often.
        if (Date.now() - openedAt > longestPauseMs) pauseMs = firstPauseMs;
      } catch (error) {
        if (ending.signal.aborted) return;
        if (error instanceof ApiProblem)
          problem.value = error.code === 'offline' ? undefined : error;
      }
      state.value = 'lost';
      await pause(pauseMs, ending.signal);
      await untilSignedIn(ending.signal);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  };
  void run();
  return {
    entries,
    waiting,
    state,
    isPaused,
    problem,
    setPaused: (next) => {
      isPaused.value = next;
      if (next) return;
      entries.value = [...waiting.peek(), ...entries.peek()].slice(0, keptMax);
      waiting.value = [];
    },
    stop: () => ending.abort(),
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

// Nothing is asked while the dialog waits for a new sign-in.
function untilSignedIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = session.subscribe((now) => {
      if (now.is !== 'in') return;
      resolve();
      queueMicrotask(() => end());
    });
    signal.addEventListener('abort', () => {
      end();
      resolve();
    });
  });
}
