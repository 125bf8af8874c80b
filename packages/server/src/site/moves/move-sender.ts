/** Calls the server that a site goes to. */
import { createHash } from 'node:crypto';
import { type MoveAct, type MoveReceipt, moveReceiptSchema, nodeLimits } from '@baraza/contract';
import { Problem, unavailable } from '../../kernel/problem.ts';
import { callRemote, RemoteFault } from '../../kernel/remote/remote-call.ts';
import { readRemoteJson } from '../../kernel/remote/remote-json.ts';
import type { MoveCalls } from '../../nodes/move-calls.ts';
import type { TransferRow } from '../../store/site/site-moves.ts';

/** Sends one signed call; rejects with a `Problem` whose code says whether to try again. */
export type SendMove = (
  move: Pick<TransferRow, 'id' | 'site_id' | 'origin' | 'run'>,
  act: MoveAct,
  lines: readonly string[],
  signal: AbortSignal,
) => Promise<MoveReceipt>;

const answerMs = 30_000;
const limits = {
  firstByteMs: answerMs,
  silenceMs: answerMs,
  waitMs: answerMs,
  bytesMax: 64 * 1024,
};

export function createMoveSender({ sign }: Pick<MoveCalls, 'sign'>): SendMove {
  return async ({ id, site_id: site, origin, run }, act, lines, signal) => {
    const body = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    if (body.length > nodeLimits.moveBytesMax)
      throw new Problem('too_large', `A page of the move has ${body.length} bytes.`);
    const jws = await sign({ aud: origin, move: id, site, act, run, body: hashOfBody(body) });
    try {
      const response = await callRemote({
        url: `${origin}/v1/nodes/moves`,
        method: 'POST',
        headers: {
          authorization: `Bearer ${jws}`,
          'content-type': 'application/x-ndjson',
          'content-length': String(body.length),
        },
        body,
        limits,
        signal,
        keepsAlive: true,
      });
      const value = await readRemoteJson(response.body);
      if (response.status === 200) return moveReceiptSchema.parse(value);
      throw refusalOf(origin, response.status, value);
    } catch (error) {
      if (!(error instanceof RemoteFault)) throw error;
      throw unavailable(`${origin}: ${error.message}.`, { cause: error });
    }
  };
}

export function hashOfBody(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url');
}

// The code says whether another attempt can succeed; if not, it is reported at once.
function refusalOf(origin: string, status: number, value: unknown): Problem {
  const { error } = value as { readonly error?: unknown };
  const sentence = typeof error === 'string' ? error.slice(0, 500) : `status ${status}`;
  const code = codes[status] ?? 'unavailable';
  return new Problem(code, `${origin} refused: ${sentence}`);
}

const codes: { readonly [status: number]: 'conflict' | 'unauthorized' | 'invalid' | 'not_found' } =
  {
    400: 'invalid',
    401: 'unauthorized',
    404: 'not_found',
    409: 'conflict',
    413: 'invalid',
  };
