/** The files of the built-in models, where they are installed. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ModelFiles } from '../messages.ts';

/** Undefined where something of the encoder is not installed. */
export function findEncoder(): ModelFiles | undefined {
  return installed(import.meta.resolve('@baraza/answer-model/encoder.onnx'));
}

/** Undefined where something of the reader is not installed. */
export function findReader(): ModelFiles | undefined {
  return installed(import.meta.resolve('@baraza/answer-model/reader.onnx'));
}

/** Changes with the weights: vectors of different ones are never compared. */
export async function fingerprint({ weights, vocabulary }: ModelFiles): Promise<string> {
  const hash = createHash('sha256');
  // One buffer for all of it: the process would never give back a new one for each part.
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

function installed(place: string): ModelFiles | undefined {
  const files = {
    weights: fileURLToPath(place),
    vocabulary: fileURLToPath(import.meta.resolve('@baraza/answer-model/vocab.txt')),
  };
  if (!existsSync(files.weights) || !existsSync(files.vocabulary)) return undefined;
  try {
    // An optional package: there is not a build for every machine.
    return existsSync(fileURLToPath(import.meta.resolve('onnxruntime-node'))) ? files : undefined;
  } catch {
    return undefined;
  }
}
