/** Asks one question over HTTP and classifies the reply. */
import { Agent, request } from 'node:http';

/**
 * `unknown`: refused for lack of information; `busy`: refused for lack of capacity; `failed`: everything that a visitor
 * must never see, such as another status, no answer, or not exactly one `done`.
 */
type Result = 'answered' | 'unknown' | 'busy' | 'failed';

export interface Reply {
  readonly result: Result;
  /** The text that the visitor sees. */
  readonly text: string;
  /** The time until the first token, or until the end if there is none. */
  readonly firstMs: number;
  readonly doneMs: number;
  /** Busy after the stream had begun. */
  readonly isLate: boolean;
  /** Why it is `failed`. */
  readonly fault: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const timeoutMs = 60_000;

export function ask(server: { readonly port: number }, site: string, question: string) {
  const body = JSON.stringify({ question });
  const startedMs = performance.now();
  return new Promise<Reply>((resolve) => {
    let firstMs: number | undefined;
    let received = '';
    const end = (outcome: ReplyOutcome) => {
      const doneMs = performance.now() - startedMs;
      resolve({ ...outcome, firstMs: firstMs ?? doneMs, doneMs });
    };
    const fail = ({ message }: Error) => end(failed(message));
    const sent = request(
      {
        agent,
        port: server.port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/v1/sites/${site}/ask`,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          received += chunk;
          if (received.includes('"token"')) firstMs ??= performance.now() - startedMs;
        });
        response.once('error', fail);
        response.once('end', () => {
          const { statusCode = 0, headers } = response;
          end(
            statusCode === 200
              ? readStream(received)
              : readRefusal(statusCode, headers['retry-after'], received),
          );
        });
      },
    );
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`nothing within ${timeoutMs} ms`)));
    sent.once('error', fail);
    sent.end(body);
  });
}

type ReplyOutcome = Pick<Reply, 'result' | 'text' | 'isLate' | 'fault'>;

interface Event {
  readonly type: string;
  readonly text?: string;
  readonly answered?: boolean;
  readonly error?: { readonly code: string };
}

function readStream(received: string): ReplyOutcome {
  const events = received
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Event);
  const dones = events.filter(({ type }) => type === 'done');
  const [done] = dones;
  if (done === undefined || dones.length > 1 || events.at(-1) !== done)
    return failed(`${dones.length} done in ${received.slice(-300)}`);
  const text = events.map((event) => (event.type === 'token' ? event.text : '')).join('');
  if (done.error?.code === 'busy') return { result: 'busy', text, isLate: true, fault: '' };
  if (done.error !== undefined) return failed(`done with ${done.error.code}`);
  return {
    result: done.answered === true ? 'answered' : 'unknown',
    text,
    isLate: false,
    fault: '',
  };
}

function readRefusal(
  status: number,
  retryAfter: string | undefined,
  received: string,
): ReplyOutcome {
  const isBusy = status === 503 && /"code":"busy"/.test(received);
  if (!isBusy) return failed(`${status} ${received.slice(0, 200)}`);
  if (!(Number(retryAfter) >= 1)) return failed(`busy with Retry-After ${retryAfter}`);
  return { result: 'busy', text: '', isLate: false, fault: '' };
}

function failed(fault: string): ReplyOutcome {
  return { result: 'failed', text: '', isLate: false, fault };
}
