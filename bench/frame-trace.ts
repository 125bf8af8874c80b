import type { CDPSession, Page } from 'playwright-core';

/** Main-thread time of one frame, in milliseconds. */
export interface Frame {
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  readonly paint: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** CPU time only. */
  readonly tdur?: number;
}

const kinds: { readonly [name: string]: keyof Frame } = {
  EvaluateScript: 'script',
  EventDispatch: 'script',
  FireAnimationFrame: 'script',
  FireIdleCallback: 'script',
  FunctionCall: 'script',
  MajorGC: 'script',
  MinorGC: 'script',
  RunMicrotasks: 'script',
  TimerFire: 'script',
  XHRReadyStateChange: 'script',
  'v8.run': 'script',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  Commit: 'paint',
  Layerize: 'paint',
  Paint: 'paint',
  PrePaint: 'paint',
};

const frameMark = 'bench-frame';
const categories = ['devtools.timeline', 'blink.user_timing'];

/** Scrolls by `by` pixels in each frame with CPU throttling, and returns the cost of each frame. */
export async function scrollFrames(
  page: Page,
  scroll: { readonly by: number; readonly frames: number; readonly throttling: number },
): Promise<readonly Frame[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: scroll.throttling });
  const events = await traced(session, () =>
    page.evaluate(
      ({ by, frames, mark }) =>
        new Promise<void>((resolve) => {
          let left = frames;
          const step = () => {
            if (left === 0) return resolve();
            left -= 1;
            performance.mark(mark);
            scrollBy({ top: by, behavior: 'instant' });
            requestAnimationFrame(step);
          };
          requestAnimationFrame(step);
        }),
      { ...scroll, mark: frameMark },
    ),
  );
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  return framesOf(events);
}

async function traced(
  session: CDPSession,
  work: () => Promise<unknown>,
): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never[])));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  });
  await work();
  await session.send('Tracing.end');
  await complete;
  return events;
}

/**
 * CPU time of each event without its nested events, so that a layout forced by a script counts as layout. An event
 * belongs to the frame in which it ends.
 */
function framesOf(events: readonly TraceEvent[]): readonly Frame[] {
  const { pid, tid } = events.find(({ name }) => name === frameMark) ?? {};
  const frames: Spent[] = [];
  const open: Open[] = [];
  const pending: Open[] = [];
  const close = (until: number) => {
    for (let last = open.at(-1); last !== undefined && last.end <= until; last = open.at(-1)) {
      open.pop();
      pending.push(last);
    }
  };
  for (const event of events.filter((one) => one.pid === pid && one.tid === tid).sort(byTime)) {
    close(event.ts);
    if (event.name === frameMark) {
      settle(pending.splice(0), frames.at(-1));
      frames.push({ script: 0, style: 0, layout: 0, paint: 0 });
    }
    const kind = kinds[event.name];
    if (event.ph !== 'X' || kind === undefined) continue;
    const spent = event.tdur ?? event.dur ?? 0;
    const outer = open.at(-1);
    if (outer !== undefined) outer.spent -= spent;
    open.push({ kind, end: event.ts + (event.dur ?? 0), spent });
  }
  close(Number.POSITIVE_INFINITY);
  settle(pending, frames.at(-1));
  return frames;
}

type Spent = { -readonly [kind in keyof Frame]: number };

interface Open {
  readonly kind: keyof Frame;
  readonly end: number;
  spent: number;
}

function settle(ended: readonly Open[], frame: Spent | undefined): void {
  if (frame !== undefined) for (const { kind, spent } of ended) frame[kind] += spent / 1_000;
}

function byTime(one: TraceEvent, other: TraceEvent): number {
  return one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0);
}
