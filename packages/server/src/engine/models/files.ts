/** The files of the built-in models, if they are installed. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ModelFiles } from '../messages.ts';

/** Undefined if something of the encoder is not installed. */
export function findEncoder(): ModelFiles | undefined {
  return runnable(findEncoderFiles());
}

/** The files, even if this machine cannot run them: their fingerprint is compared with that of remote engines. */
export function findEncoderFiles(): ModelFiles | undefined {
  return installed(import.meta.resolve('@baraza/answer-model/encoder.onnx'));
}

/** Undefined if something of the reader is not installed. */
export function findReader(): ModelFiles | undefined {
  return runnable(findReaderFiles());
}

/** Like `findEncoderFiles`, for the reader. */
export function findReaderFiles(): ModelFiles | undefined {
  return installed(import.meta.resolve('@baraza/answer-model/reader.onnx'));
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

function installed(place: string): ModelFiles | undefined {
  const files = {
    weights: fileURLToPath(place),
    vocabulary: fileURLToPath(import.meta.resolve('@baraza/answer-model/vocab.txt')),
  };
  return existsSync(files.weights) && existsSync(files.vocabulary) ? files : undefined;
}

function runnable(files: ModelFiles | undefined): ModelFiles | undefined {
  try {
    // An optional package: there is not a build for every machine.
    return existsSync(fileURLToPath(import.meta.resolve('onnxruntime-node'))) ? files : undefined;
  } catch {
    return undefined;
  }
}
