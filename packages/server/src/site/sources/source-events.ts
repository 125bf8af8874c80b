/** What a reading tells while it runs, and what it has found at its end. */
import type { Progress } from './messages.ts';

export type SourceEvent =
  | ({ readonly type: 'progress' } & Progress)
  | ({ readonly type: 'done' } & Found);

export interface Found {
  /** Each as JSON; they are passed on without having been parsed here. */
  readonly proposals: readonly string[];
  readonly leftOut: readonly string[];
}

export type Work = (tell: (progress: Progress) => void, signal: AbortSignal) => Promise<Found>;

/** Runs the work and gives its latest progress whenever the reader is ready for more; a reader that leaves ends it. */
export async function* sourceEvents(work: Work, signal: AbortSignal): AsyncGenerator<SourceEvent> {
  const leaving = new AbortController();
  let latest: Progress | undefined;
  let told = Promise.withResolvers<undefined>();
  const tell = (progress: Progress) => {
    latest = progress;
    told.resolve(undefined);
  };
  const done = work(tell, AbortSignal.any([signal, leaving.signal]));
  done.catch(() => {});
  try {
    for (;;) {
      const found = await Promise.race([told.promise, done]);
      if (found !== undefined) {
        yield { type: 'done', ...found };
        return;
      }
      told = Promise.withResolvers<undefined>();
      if (latest !== undefined) yield { type: 'progress', ...latest };
    }
  } finally {
    leaving.abort(new Error('nobody reads the proposals any more'));
    // Its place is given back before the next source of this owner begins.
    await done.catch(() => {});
  }
}
