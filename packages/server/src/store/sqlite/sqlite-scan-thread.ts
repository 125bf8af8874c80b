/** A thread with a reading connection: answers one query at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '../../kernel/fault.ts';
import type { Value } from '../store.ts';
import { connect } from './sqlite-connection.ts';

export interface ScanRequest {
  readonly text: string;
  readonly values: readonly Value[];
}

export type ScanReply =
  | { readonly rows: unknown[] }
  | { readonly error: { readonly message: string; readonly code: string } };

const connection = connect((workerData as { readonly file: string }).file, true);

function answer({ text, values }: ScanRequest): ScanReply {
  try {
    return { rows: connection.prepare(text).all(...values) };
  } catch (error) {
    return { error: { message: (error as Error).message, code: codeOf(error) } };
  }
}

parentPort?.on('message', (request: ScanRequest) => parentPort?.postMessage(answer(request)));
