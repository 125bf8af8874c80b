/** Sends a request that was typed in the API reference, and reports the response as it arrives. */
import { client } from './client.ts';

interface RawCall {
  readonly method: string;
  /** A path with its query, on this origin. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData | undefined;
  /** Whether it is sent with the cookie of the session. */
  readonly hasSession: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
  readonly headers: Headers;
  /** Undefined for content that is not text. */
  readonly text: string | undefined;
  /** False while more may arrive, and if the rest was left out. */
  readonly isWhole: boolean;
}

const charactersMax = 200_000;
const texts = /json|^text\/|xml|javascript/;

/** Calls back for each part of the response; resolves when it has ended or was aborted. */
export async function callRaw(
  { method, address, headers, body, hasSession }: RawCall,
  signal: AbortSignal,
  onPart: (answer: RawAnswer) => void,
): Promise<void> {
  const startMs = performance.now();
  const given = body === undefined ? {} : { body };
  const response = await client.send(address, { method, headers, ...given, hasSession, signal });
  const isText = texts.test(response.headers.get('content-type') ?? '');
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const report = (isWhole: boolean) =>
    onPart({
      status: response.status,
      ms: performance.now() - startMs,
      bytes,
      headers: response.headers,
      text: isText ? text : undefined,
      isWhole,
    });
  report(false);
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) break;
      bytes += value.length;
      if (isText) text += decoder.decode(value, { stream: true });
      if (text.length > charactersMax) {
        await reader?.cancel();
        return;
      }
      report(false);
    }
    report(true);
  } catch (error) {
    // What had arrived before an abort stays visible.
    if (!signal.aborted) throw error;
  }
}
