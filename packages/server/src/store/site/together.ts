type Results<Work extends readonly Promise<unknown>[]> = {
  -readonly [at in keyof Work]: Awaited<Work[at]>;
};

/**
 * Waits for statements of one transaction that need no rows of each other: PostgreSQL gets them without a pause
 * between. All have ended before it rejects: a statement after the rollback would not belong to the transaction.
 */
export async function together<const Work extends readonly Promise<unknown>[]>(
  ...work: Work
): Promise<Results<Work>> {
  // Rejects with the first fault: PostgreSQL refuses every statement after it, for no reason of its own.
  const all = Promise.all(work);
  all.catch(() => {});
  await Promise.allSettled(work);
  return (await all) as Results<Work>;
}
