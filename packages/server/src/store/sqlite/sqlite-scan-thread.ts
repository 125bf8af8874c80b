/** A thread with its own connection: executes one statement at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '../../kernel/fault.ts';
import type { Value } from '../store.ts';
import { connect } from './sqlite-connection.ts';

export interface ThreadData {
  readonly file: string;
  readonly isReadonly: boolean;
}

export interface ScanRequest {
  readonly text: string;
  readonly values: readonly Value[];
}

export type ScanReply =
  | { readonly rows: unknown[] }
  | { readonly error: { readonly message: string; readonly code: string } };

const { file, isReadonly } = workerData as ThreadData;
const connection = connect(file, isReadonly);

function answer({ text, values }: ScanRequest): ScanReply {
  try {
    const statement = connection.prepare(text);
    if (statement.reader) return { rows: statement.all(...values) };
    statement.run(...values);
    return { rows: [] };
  } catch (error) {
    return { error: { message: (error as Error).message, code: codeOf(error) } };
  }
}

parentPort?.on('message', (request: ScanRequest) => parentPort?.postMessage(answer(request)));
