/**
 * Works on all items, `atOnce` of them at a time. After a failure no further item is begun and the signal aborts;
 * rejects with the first failure when everything that had begun has ended.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const failed = new AbortController();
  const workOnRest = async () => {
    for (const item of rest) {
      if (failed.signal.aborted) return;
      await work(item, failed.signal).catch((error: unknown) => failed.abort(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOnRest));
  failed.signal.throwIfAborted();
}
