/** Checks of every request before its route: one Host header, and a path that is not too long. */
import type { IncomingMessage } from 'node:http';
import { limits } from '@baraza/contract';
import { invalid } from '../kernel/problem.ts';

export function assertServable(request: IncomingMessage): void {
  if (request.httpVersion === '1.1' && !hasOneHost(request))
    throw invalid('An HTTP/1.1 request must have one Host header.');
  if ((request.url ?? '').length > limits.urlCharactersMax)
    throw invalid(`The path may have at most ${limits.urlCharactersMax} characters.`);
}

// The router also reports a path segment that is too long as a bad path.
export function pathFault(request: IncomingMessage): unknown {
  try {
    assertServable(request);
    return invalid('The path is not well-formed.');
  } catch (error) {
    return error;
  }
}

function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1;
}
