/** Fills in a public form; a page may do so too where the form lists its origin. */
import type { JsonObject } from '@baraza/contract';
import { segment } from '../transport/address.ts';
import { repeatRefused } from '../transport/retry.ts';
import { createTransport, type TransportOptions } from '../transport/transport.ts';

/** Without a key. Rejects with a BarazaError when the entry does not fit or comes too soon after others. */
export async function submitForm(
  id: string,
  fields: JsonObject,
  options: TransportOptions,
): Promise<void> {
  const sender = { headers: {}, secret: undefined, sendsIdempotencyKeys: false };
  await createTransport(options, sender).json({
    method: 'POST',
    path: `/forms/${segment(id)}`,
    json: fields,
    // One whose answer was lost may have been stored.
    repeat: repeatRefused,
  });
}
