/** Milliseconds since 1970. Passed in, so that tests choose the hour. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

export function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
