/** Structured log: one JSON line for each event. Never contains question text, contacts or keys. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
type LogLevel = (typeof logLevels)[number];

export interface Log {
  /** Check this before building the fields of an expensive line. */
  readonly wants: (level: Exclude<LogLevel, 'silent'>) => boolean;
  readonly error: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly info: (message: string, fields?: LogFields) => void;
  readonly debug: (message: string, fields?: LogFields) => void;
}

type LogFields = { readonly [name: string]: unknown };

/**
 * Repeated warnings and errors are limited, since an outage fails everything for the same reason: in ten seconds a
 * message is logged once for each reason, and at most three times. `leftOut` counts the lines that were suppressed.
 */
export function createLog(
  level: LogLevel,
  write: (line: string) => void,
  monotonicMs: () => number = () => performance.now(),
): Log {
  const depth = logLevels.indexOf(level);
  const wants = (wanted: LogLevel) => logLevels.indexOf(wanted) <= depth;
  const limit = createLimit(monotonicMs);
  const print = (name: LogLevel, message: string, fields: LogFields) =>
    write(
      `${JSON.stringify({ time: new Date().toISOString(), level: name, message, ...fields })}\n`,
    );
  const at =
    (name: LogLevel) =>
    (message: string, fields: LogFields = {}) =>
      print(name, message, withCauseAsText(fields));
  const limited =
    (name: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      const logged = limit(message, fields);
      if (logged !== undefined) print(name, message, logged);
    };
  const ifWanted = (name: LogLevel, log: Log['info']) => (wants(name) ? log : () => {});
  return {
    wants,
    error: ifWanted('error', limited('error')),
    warn: ifWanted('warn', limited('warn')),
    info: ifWanted('info', at('info')),
    debug: ifWanted('debug', at('debug')),
  };
}

export const silentLog: Log = createLog('silent', () => {});

function withCauseAsText(fields: LogFields): LogFields {
  const { cause } = fields;
  return cause instanceof Error ? { ...fields, cause: describe(cause) } : fields;
}

/**
 * The messages of an error and its causes. A stack only for what our own code did not expect: errors of named classes
 * (refusals, ended processes, databases) and of the system (`code`) have their reason in the message.
 */
function describe(error: Error): string {
  if (isUnexpected(error)) return error.stack ?? error.message;
  return error.cause instanceof Error
    ? `${error.message} (${describe(error.cause)})`
    : error.message;
}

function isUnexpected(error: Error): boolean {
  return builtIn.has(error.constructor) && !('code' in error);
}

const builtIn: ReadonlySet<unknown> = new Set([
  Error,
  TypeError,
  RangeError,
  ReferenceError,
  SyntaxError,
  AggregateError,
]);

interface LogWindow {
  readonly startedMs: number;
  /** What was logged, without the id of the request. */
  readonly reasons: Set<string>;
  suppressed: number;
}

const windowMs = 10_000;
const mostInWindow = 3;
// Messages are few and fixed; should one ever contain something of a request, the memory stays bounded.
const messagesMax = 200;

/** Returns the fields to log, or undefined for a line that must be suppressed. */
function createLimit(monotonicMs: () => number) {
  const windows = new Map<string, LogWindow>();
  const openWindow = (message: string): LogWindow => {
    const startedMs = monotonicMs();
    const known = windows.get(message);
    if (known !== undefined && startedMs - known.startedMs < windowMs) return known;
    windows.delete(message);
    const [oldest] = windows.keys();
    if (windows.size >= messagesMax && oldest !== undefined) windows.delete(oldest);
    const window = { startedMs, reasons: new Set<string>(), suppressed: known?.suppressed ?? 0 };
    windows.set(message, window);
    return window;
  };
  return (message: string, fields: LogFields): LogFields | undefined => {
    const window = openWindow(message);
    const { reasons, suppressed } = window;
    if (reasons.size < mostInWindow) {
      const logged = withCauseAsText(fields);
      const reason = JSON.stringify({ ...logged, requestId: undefined });
      if (!reasons.has(reason)) {
        reasons.add(reason);
        window.suppressed = 0;
        return suppressed > 0 ? { ...logged, leftOut: suppressed } : logged;
      }
    }
    window.suppressed += 1;
    return undefined;
  };
}
