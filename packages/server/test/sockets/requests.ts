/** Requests to a server. Imports nothing of it, so that a test of processes loads quickly. */
import type { Engine } from '../../src/store/store.ts';

/** For tests whose subject is SQL, a lock or several processes. */
export const engines: readonly Engine[] = ['sqlite', 'postgres'];

/** For all other tests; `BARAZA_TEST_STORE=postgres` runs them on PostgreSQL. */
export const defaultEngine: Engine =
  process.env.BARAZA_TEST_STORE === 'postgres' ? 'postgres' : 'sqlite';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely; schemas are checked by their own test.
  readonly json: any;
}

/** Sends one request; a body other than text, bytes or a form is sent as JSON. */
export async function ask(
  server: { readonly url: string },
  method: string,
  target: string,
  options: {
    readonly key?: string | undefined;
    readonly body?: unknown;
    readonly headers?: { readonly [name: string]: string };
  } = {},
): Promise<Reply> {
  const { key, body } = options;
  const raw =
    body === undefined ||
    typeof body === 'string' ||
    body instanceof Uint8Array ||
    body instanceof FormData;
  const response = await fetch(`${server.url}${target}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(raw ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as BodyInit }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

export function form(
  file: { readonly bytes: string | Uint8Array; readonly name?: string; readonly type?: string },
  fields: { readonly [name: string]: string } = {},
): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const blob = new Blob(
    [file.bytes as BlobPart],
    file.type === undefined ? {} : { type: file.type },
  );
  data.append('file', blob, file.name ?? 'file.txt');
  return data;
}

export const resources = '/api/platform/resources';
export const storage = '/api/platform/storage';

/** The value of a JSON text; undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
