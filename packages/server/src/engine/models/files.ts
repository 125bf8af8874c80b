/** The files of the built-in models, if they are installed. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ModelFiles } from '../messages.ts';

type ModelName = 'encoder' | 'reader';

/** Undefined if something of the model is not installed. */
export function findModel(name: ModelName): ModelFiles | undefined {
  try {
    const runtime = fileURLToPath(import.meta.resolve('onnxruntime-node'));
    // An optional package: there is not a build for every machine.
    const files = { weights: placeOf(`${name}.onnx`), vocabulary: placeOf('vocab.txt') };
    return [runtime, files.weights, files.vocabulary].every(existsSync) ? files : undefined;
  } catch {
    return undefined;
  }
}

/** The table of word frequencies in spoken Swahili. */
export function spokenSwahiliFile(): string {
  return placeOf('spoken-words-sw.tsv');
}

function placeOf(file: string): string {
  return fileURLToPath(import.meta.resolve(`@baraza/answer-model/${file}`));
}

/** Changes with the weights: vectors and scores of different weights must not be compared. */
export async function fingerprint({ weights, vocabulary }: ModelFiles): Promise<string> {
  const hash = createHash('sha256');
  // One buffer for all parts: with one for each, the memory of the process would stay larger.
  const part = Buffer.allocUnsafeSlow(256 * 1024);
  for (const name of [weights, vocabulary]) {
    await using file = await open(name);
    for (;;) {
      const { bytesRead } = await file.read(part);
      if (bytesRead === 0) break;
      hash.update(part.subarray(0, bytesRead));
    }
  }
  return hash.digest('base64url').slice(0, 22);
}
