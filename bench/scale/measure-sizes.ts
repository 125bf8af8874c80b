/** The size of a site in an engine, and the flush time of this disk. */
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Profile } from '@baraza/contract';
import { prepare } from '../../packages/server/src/answers/answers.ts';
import { encodedTexts } from '../../packages/server/src/answers/find/encoder-texts.ts';
import { knowledgeOf } from '../../packages/server/src/engine/profile-knowledge.ts';
import { quantile } from '../engine/arrivals.ts';
import { newFolder } from '../engine/checkout.ts';
import { call, type OwnedServer } from '../engine/owner.ts';
import type { Shop } from '../engine/shops.ts';

// The dimension of a vector, a byte each.
const vectorLength = 384;

/** Mean size of an opened site in an engine, with its vectors. */
export async function editionBytes(server: OwnedServer, shops: readonly Shop[]): Promise<number> {
  let bytes = 0;
  for (const { slug } of shops) {
    // The profile with the defaults that the server added.
    const { profile } = (await call(server, 'GET', `/v1/admin/sites/${slug}/export`)) as {
      readonly profile: Profile;
    };
    const prepared = await prepare(knowledgeOf(profile), () => undefined);
    bytes += prepared.bytes + (await encodedTexts(prepared)).size * (vectorLength + 4);
  }
  return bytes / shops.length;
}

/** Median time to write 8 KB and have them on the disk. */
export function flushMs(): number {
  const file = openSync(path.join(newFolder(), 'log'), 'w');
  const page = Buffer.alloc(8_192, 1);
  const times = Array.from({ length: 200 }, () => {
    const startedMs = performance.now();
    writeSync(file, page);
    fdatasyncSync(file);
    return performance.now() - startedMs;
  });
  closeSync(file);
  return quantile(times, 0.5);
}
