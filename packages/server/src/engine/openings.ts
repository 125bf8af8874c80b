import { LRUCache } from 'lru-cache';
import { entriesMax } from '../kernel/byte-cache.ts';
import { createFairQueue } from '../kernel/fair-queue.ts';
import { ChildEnded } from '../kernel/process/running-process.ts';
import type { EngineSource, OpenedEdition } from './engine.ts';
import type { EngineProcess } from './engine-process.ts';
import type { Edition, EditionContent } from './messages.ts';

const openingSize = { atOnce: 4, ofOneMax: 1, waitingMax: 1_000, waitMs: 60_000 };
// While it is opened, a profile of 8 MB takes up to 600 MB of the engine: one at a time.
const largeCharacters = 1_000_000;
const largeSize = { atOnce: 1, waitingMax: 100, waitMs: 60_000 };
const openedMax = 10_000;
const refusal = {
  sentence: 'Too many sites are being prepared; try again shortly.',
  retryAfterSeconds: 5,
};

/** Opens editions on engines: an edition is opened on an engine once, however many callers wait. */
export function createOpenings(processes: readonly EngineProcess[], signal: AbortSignal) {
  const underWay = new Map<string, Promise<OpenedEdition>>();
  const opened = new LRUCache<string, true>(entriesMax(openedMax));
  const keyOf = (engine: number, { id, stamp }: Edition) => `${engine} ${id} ${stamp}`;
  const engines = processes.map((child) => ({
    child,
    all: createFairQueue(openingSize, refusal),
    large: createFairQueue(largeSize, refusal),
  }));

  const openOn = async (
    { child, large }: (typeof engines)[number],
    source: EngineSource,
  ): Promise<OpenedEdition> => {
    const { id, stamp, vectors } = source;
    const edition = { id, stamp };
    const content = await source.load();
    const hasVectors = vectors !== undefined;
    const build = () => child.ask({ kind: 'open', edition, content, hasVectors }, signal);
    const { passages } = await (isLarge(content) ? large.run(build) : build());
    if (vectors === undefined) return { passages, missing: 0 };
    const request = { kind: 'vectors', edition } as const;
    for await (const rows of vectors())
      await child.ask({ ...request, rows, isLast: false }, signal);
    const reply = await child.ask({ ...request, rows: [], isLast: true }, signal);
    if (reply.kind === 'unknown') throw new ChildEnded('an engine was restarted', true);
    const { missing } = reply;
    const { embedMax = 0 } = source;
    // If this fails, the edition is searched by words.
    if (missing > 0 && missing <= embedMax)
      await child.ask({ kind: 'embed', edition, textsMax: embedMax }, signal).catch(() => {});
    return { passages, missing };
  };

  return {
    /** Whether the engine has opened the edition; it may have evicted it since. */
    isOpened: (engine: number, edition: Edition): boolean => opened.has(keyOf(engine, edition)),
    /** The engine was asked to drop the edition. */
    forget: (engine: number, edition: Edition): void => {
      opened.delete(keyOf(engine, edition));
    },
    open: (number: number, source: EngineSource): Promise<OpenedEdition> => {
      const key = keyOf(number, source);
      const engine = engines[number];
      if (engine === undefined) throw new Error(`there is no engine ${number}`);
      const known = underWay.get(key);
      if (known !== undefined) return known;
      const opening = engine.all
        .run(() => openOn(engine, source), { account: source.owner })
        .finally(() => underWay.delete(key));
      opening.then(
        (edition) => {
          opened.set(key, true);
          source.onOpened?.(edition);
        },
        () => {},
      );
      underWay.set(key, opening);
      return opening;
    },
  };
}

function isLarge(content: EditionContent): boolean {
  if ('profile' in content) return content.profile.length > largeCharacters;
  let characters = 0;
  for (const { text } of content.knowledge.entries) characters += text.length;
  return characters > largeCharacters;
}
