/**
 * The encoder and the reader in one child process: started with the first request, restarted after a
 * crash, stopped when idle.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createHelper, type HelperOptions } from '../../kernel/process/helper-process.ts';
import type { Encoder, Reader } from '../models.ts';
import {
  type BuiltInFiles,
  type EncodingOrder,
  type EncodingReply,
  type ModelFiles,
  type ReadingOrder,
  type ReadingReply,
  readerIsLoaded,
} from './messages.ts';

export interface BuiltInOptions
  extends Pick<HelperOptions, 'log' | 'idleMs' | 'stallMs' | 'restsMs'> {
  /** A model is opened where its files are given. */
  readonly files: BuiltInFiles;
  /** The program of the process. */
  readonly program?: URL;
}

/** Closing one of them leaves the process to the other; the last one ends it. */
export interface BuiltInModels {
  readonly encoder: Encoder | undefined;
  readonly reader: Reader | undefined;
  readonly close: () => Promise<void>;
}

/** What the encoder is made of, where all of it is installed. */
export function findEncoder(): ModelFiles | undefined {
  return installed(import.meta.resolve('@baraza/answer-model/encoder.onnx'));
}

/** What the reader is made of, where all of it is installed. */
export function findReader(): ModelFiles | undefined {
  return installed(import.meta.resolve('@baraza/answer-model/reader.onnx'));
}

function installed(place: string): ModelFiles | undefined {
  const files = {
    weights: fileURLToPath(place),
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

export async function openBuiltInModels(options: BuiltInOptions): Promise<BuiltInModels> {
  const { files, program = ownProgram } = options;
  const model = files.encoder && (await fingerprint(files.encoder));
  const helper = createHelper<Request, Reply>({
    ...options,
    name: 'the process of the built-in models',
    program,
    input: files,
  });
  const users = createUsers(helper.close);
  const encoder = model === undefined ? undefined : encoderOf(helper, users.join(), model);
  const reader = files.reader && readerOf(helper, users.join());
  return {
    encoder,
    reader,
    close: async () => {
      await Promise.all([encoder?.close(), reader?.close()]);
    },
  };
}

type Request = EncodingOrder | ReadingOrder;
type Reply = EncodingReply | ReadingReply;
type ModelProcess = ReturnType<typeof createHelper<Request, Reply>>;

const ownProgram = new URL('./child.ts', import.meta.url);

function encoderOf(helper: ModelProcess, user: User, model: string): Encoder {
  return {
    model,
    state: helper.state,
    embed: async (texts, signal, haste) => {
      if (texts.length === 0) return [];
      const isUrgent = haste === 'urgent';
      const reply = await helper.ask(
        { texts, isUrgent },
        AbortSignal.any([signal, user.leaving]),
        isUrgent ? 'urgent' : 'patient',
      );
      if (!('vectors' in reply)) throw new Error('the encoder gave no vectors');
      return splitVectors(reply.vectors, texts.length);
    },
    close: user.leave,
  };
}

function readerOf(helper: ModelProcess, user: User): Reader {
  return {
    state: () => {
      const state = helper.state();
      return state === 'awake' && !helper.hasNoted(readerIsLoaded) ? 'asleep' : state;
    },
    read: async (reading, signal, site = '') => {
      if (reading.passages.length === 0) return [];
      const reply = await helper.ask(
        { reading, site },
        AbortSignal.any([signal, user.leaving]),
        'urgent',
      );
      if (!('scores' in reply)) throw new Error('the reader gave no scores');
      return reply.scores;
    },
    close: user.leave,
  };
}

interface User {
  /** Aborts when the user leaves. */
  readonly leaving: AbortSignal;
  readonly leave: () => Promise<void>;
}

/** Those who share the process: the last one to leave ends it. */
function createUsers(endProcess: () => Promise<void>): { readonly join: () => User } {
  const present = new Set<AbortController>();
  return {
    join: () => {
      const stay = new AbortController();
      present.add(stay);
      return {
        leaving: stay.signal,
        leave: async () => {
          stay.abort(new Error('the server is stopping'));
          present.delete(stay);
          if (present.size === 0) await endProcess();
        },
      };
    },
  };
}

function splitVectors(vectors: Float32Array, count: number): readonly Float32Array[] {
  const width = vectors.length / count;
  return Array.from({ length: count }, (_, row) => vectors.slice(row * width, (row + 1) * width));
}

async function fingerprint({ weights, vocabulary }: ModelFiles): Promise<string> {
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
