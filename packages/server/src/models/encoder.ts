/**
 * The encoder in a child process: started with the first text, restarted after a crash, stopped
 * when idle.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createHelper, type HelperOptions } from '../kernel/process/helper-process.ts';
import type { EncoderFiles, FromEncoder, ToEncoder } from './encoder-messages.ts';
import type { Encoder } from './models.ts';

export interface EncoderOptions
  extends Pick<HelperOptions, 'log' | 'idleMs' | 'stallMs' | 'restsMs'> {
  readonly files: EncoderFiles;
  /** The program of the process. */
  readonly program?: URL;
}

/** What the encoder is made of, where all of it is installed. */
export function findEncoder(): EncoderFiles | undefined {
  const files = {
    weights: fileURLToPath(import.meta.resolve('@baraza/answer-model/encoder.onnx')),
    vocabulary: fileURLToPath(import.meta.resolve('@baraza/answer-model/vocab.txt')),
  };
  if (!existsSync(files.weights) || !existsSync(files.vocabulary)) return undefined;
  try {
    // It is an optional package: where it has no build for the machine, there is none.
    return existsSync(fileURLToPath(import.meta.resolve('onnxruntime-node'))) ? files : undefined;
  } catch {
    return undefined;
  }
}

export async function openEncoder(options: EncoderOptions): Promise<Encoder> {
  const { files, program = ownProgram } = options;
  const model = await fingerprint(files);
  const helper = createHelper<Request, Reply>({
    ...options,
    name: 'the encoder',
    program,
    input: files,
  });
  return {
    model,
    state: helper.state,
    embed: async (texts, signal, haste) => {
      if (texts.length === 0) return [];
      const isUrgent = haste === 'urgent';
      const asked = { texts, isUrgent };
      const { vectors } = await helper.ask(asked, signal, isUrgent ? 'urgent' : 'patient');
      return splitVectors(vectors, texts.length);
    },
    close: helper.close,
  };
}

type Request = Omit<Extract<ToEncoder, { readonly id: number }>, 'id'>;
type Reply = Extract<FromEncoder, { readonly id: number }>;

const ownProgram = new URL('./encoder-child.ts', import.meta.url);

function splitVectors(vectors: Float32Array, count: number): readonly Float32Array[] {
  const width = vectors.length / count;
  return Array.from({ length: count }, (_, row) => vectors.slice(row * width, (row + 1) * width));
}

async function fingerprint({ weights, vocabulary }: EncoderFiles): Promise<string> {
  const hash = createHash('sha256');
  // One buffer for all of it: a new one for each part is memory that the process never gives back.
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
