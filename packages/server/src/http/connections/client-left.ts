/** A client that leaves is no fault of anybody's: it is counted, and told to no log. */
export class ClientLeft extends Error {
  constructor(cause?: unknown) {
    super('the client left', cause === undefined ? undefined : { cause });
    this.name = 'ClientLeft';
  }
}

/** Whether work failed only because nobody waits for it any more. */
export function isClientLeft(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof ClientLeft) return true;
  return false;
}
