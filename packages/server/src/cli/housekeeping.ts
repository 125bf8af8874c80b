import { idTimeMs } from '../kernel/id.ts';
import { forgetOld } from '../platform/activity.ts';
import { sweepOrphans } from '../platform/objects.ts';
import type { Platform } from '../platform/platform.ts';

const everyMs = 60 * 60_000;

/** What nobody asks for but everybody needs: old entries and orphaned bytes go, now and hourly. */
export function keepHouse(platform: Platform): () => Promise<void> {
  let stopped = false;
  let working = Promise.resolve();
  // A million blobs take a while to look through; whoever stops the server does not wait for it.
  const names = () => until(() => stopped, platform.blobs.names());
  const house: Platform = { ...platform, blobs: { ...platform.blobs, names } };
  const tidy = () => {
    if (!stopped) working = working.then(() => tidyOnce(house));
  };
  const timer = setInterval(tidy, everyMs).unref();
  tidy();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await working;
  };
}

async function tidyOnce(platform: Platform): Promise<void> {
  try {
    await forgetOld(platform);
    // Only what was made before this process began: uploads of its own may be under way.
    const swept = await sweepOrphans(platform, platform.startedAtMs, idTimeMs);
    if (swept > 0) platform.log.info('orphaned objects were removed', { swept });
  } catch (cause) {
    platform.log.warn('housekeeping failed', { cause });
  }
}

async function* until<Item>(
  isOver: () => boolean,
  items: AsyncIterable<Item>,
): AsyncIterable<Item> {
  for await (const item of items) {
    if (isOver()) return;
    yield item;
  }
}
