/** Submits a public form. A web page may do so if the form lists its origin. */
import type { JsonObject } from '@baraza/contract';
import { segment } from '../transport/address.ts';
import { repeatRefused } from '../transport/retry.ts';
import { createTransport, type TransportOptions } from '../transport/transport.ts';

/** Needs no key. Rejects with a BarazaError if the entry is invalid or the rate limit is exceeded. */
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
    // If only the response was lost, the entry may have been stored.
    repeat: repeatRefused,
  });
}
