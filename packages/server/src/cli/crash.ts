/** Crash handler: logs one line with the cause, secrets masked, and exits. */
import { writeSync } from 'node:fs';
import { constants } from 'node:os';

/** Exit code after an uncaught error; the launcher restarts the server. */
const crashExitCode = 70;

const standardError = 2;
const lineCharactersMax = 8_000;

/** Ends the process on an uncaught error, since its state can no longer be trusted. */
export function endOnUncaught(secrets: readonly string[]): void {
  process.on('uncaughtException', (error, origin) => {
    writeToStderr(crashLine(error, origin, secrets));
    process.exit(crashExitCode);
  });
}

export function crashLine(error: unknown, origin: string, secrets: readonly string[]): string {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const line = {
    time: new Date().toISOString(),
    level: 'error',
    message: 'the server ends: an error was not caught',
    origin,
    cause: withoutSecrets(reason, secrets).slice(0, lineCharactersMax),
  };
  return `${JSON.stringify(line)}\n`;
}

// Keys as they are made here, what an Authorization header carries, and passwords in addresses.
const secretShapes = [
  [/\b(?:rpk|osk|pk)_[\w-]{6,}/g, '(key)'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 (secret)'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1(secret)@'],
] as const;

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) if (secret !== '') masked = masked.replaceAll(secret, '(secret)');
  for (const [shape, instead] of secretShapes) masked = masked.replaceAll(shape, instead);
  return masked;
}

// Synchronous: output buffered in a stream would be lost with the process.
function writeToStderr(line: string): void {
  const bytes = Buffer.from(line);
  for (let at = 0, tries = 0; at < bytes.length && tries < 100; tries += 1)
    try {
      at += writeSync(standardError, bytes, at);
    } catch (error) {
      // A full pipe is retried for a moment, then given up.
      if ((error as NodeJS.ErrnoException).errno !== -constants.errno.EAGAIN) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
}
