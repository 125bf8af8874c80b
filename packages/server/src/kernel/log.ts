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

export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const depth = logLevels.indexOf(level);
  const wants = (wanted: LogLevel) => logLevels.indexOf(wanted) <= depth;
  const at = (name: LogLevel) =>
    wants(name)
      ? (message: string, fields: LogFields = {}) =>
          write(
            `${JSON.stringify({ time: new Date().toISOString(), level: name, message, ...withCauseAsText(fields) })}\n`,
          )
      : () => {};
  return { wants, error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
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
  startedMs: number;
  logged: number;
  suppressed: number;
}

const windowMs = 10_000;
const mostInWindow = 10;
// Messages are few and fixed; should one ever hold something of a request, the memory stays bounded.
const messagesMax = 200;

/**
 * Limits repeated log lines to 10 per 10 s: an outage fails every request for the same reason. Returns undefined for a
 * message that is to be suppressed; else how many were suppressed since it was last logged.
 */
export function createLogLimit(monotonicMs: () => number = () => performance.now()) {
  const windows = new Map<string, LogWindow>();
  return (message: string): number | undefined => {
    const nowMs = monotonicMs();
    const window = windows.get(message);
    if (window === undefined || nowMs - window.startedMs >= windowMs) {
      if (windows.size >= messagesMax) windows.clear();
      windows.set(message, { startedMs: nowMs, logged: 1, suppressed: 0 });
      return window?.suppressed ?? 0;
    }
    if (window.logged >= mostInWindow) {
      window.suppressed += 1;
      return undefined;
    }
    window.logged += 1;
    return 0;
  };
}
