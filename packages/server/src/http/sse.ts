/** Server-sent events that carry one JSON object in one `data:` line each. */
export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // What some proxies need to hear before they pass on each piece.
  'x-accel-buffering': 'no',
} as const;

/** A sign of life for proxies that cut what is silent. */
export const stillHere = ': still here\n\n';

// JSON leaves these as they are, and some readers end a line at them.
const lineEnds = /[\u0085\u2028\u2029]/g;

export function eventLine(event: object): string {
  const json = JSON.stringify(event).replace(
    lineEnds,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `data: ${json}\n\n`;
}
