import { type PublicKey, publicKeySchema } from '@baraza/contract';
import { z } from 'zod';

const answerMs = 10_000;
const answerBytesMax = 256 * 1024;
const keysSchema = z.object({ keys: z.array(publicKeySchema).max(100) });

/**
 * The keys that a server shows at its own address; throws when it shows none. Who names the address
 * runs this server, so it may be any; nobody is followed elsewhere, and no more is read than fits.
 */
export async function fetchKeys(
  origin: string,
  signal?: AbortSignal,
): Promise<readonly PublicKey[]> {
  const response = await fetch(`${origin}/v1/operator`, {
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(answerMs), ...(signal ? [signal] : [])]),
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${origin} answered ${response.status}`);
  }
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > answerBytesMax) throw new Error(`${origin} answered too much`);
  }
  return keysSchema.parse(JSON.parse(text)).keys;
}
