/** Server-sent events, each with one JSON object in one `data:` line. */
export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Disables response buffering in some proxies.
  'x-accel-buffering': 'no',
} as const;

/** Heartbeat comment, so that proxies do not close an idle stream. */
export const keepAliveComment = ': still here\n\n';

// JSON.stringify does not escape these, and some readers treat them as line ends.
const lineEnds = /[\u0085\u2028\u2029]/g;

export function eventLine(event: object): string {
  const json = JSON.stringify(event).replace(
    lineEnds,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `data: ${json}\n\n`;
}
