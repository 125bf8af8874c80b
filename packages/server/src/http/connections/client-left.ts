/** The client disconnected: not an error, so it is counted in the metrics and not logged. */
export class ClientLeft extends Error {
  constructor(cause?: unknown) {
    super('the client left', cause === undefined ? undefined : { cause });
    this.name = 'ClientLeft';
  }
}

/** Whether work failed only because the client disconnected. */
export function isClientLeft(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (at instanceof ClientLeft) return true;
  return false;
}
