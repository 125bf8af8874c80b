/** Calls of messaging services, whose addresses the operator configures. */

import { safeOutboundGet } from '../http/outbound/safe-outbound.ts';
import { isObject } from '../kernel/json/is-object.ts';
import { parseForeignJson } from '../kernel/json/plain-names.ts';
import { Problem } from '../kernel/problem.ts';

interface ServiceAnswer {
  readonly status: number;
  readonly json: { readonly [field: string]: unknown };
}

const timeoutMs = 15_000;
const answerBytesMax = 1024 * 1024;

/** Rejects if there is no answer. */
export async function callService(
  url: string,
  signal: AbortSignal,
  given: { readonly body?: object; readonly token?: string } = {},
): Promise<ServiceAnswer> {
  const response = await fetch(url, {
    method: given.body === undefined ? 'GET' : 'POST',
    headers: {
      ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(given.token === undefined ? {} : { authorization: `Bearer ${given.token}` }),
    },
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  return { status: response.status, json: objectIn(await readText(response)) };
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > answerBytesMax) throw new Problem('upstream', 'The answer is too large.');
  }
  return text;
}

function objectIn(text: string): { readonly [field: string]: unknown } {
  try {
    const value: unknown = parseForeignJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A file of the service; undefined if it is gone or too large. */
export async function fetchFile(
  url: string,
  signal: AbortSignal,
  given: { readonly token?: string; readonly allowPrivate: boolean; readonly bytesMax: number },
): Promise<Uint8Array | undefined> {
  const got = await safeOutboundGet({
    url,
    headers: given.token === undefined ? {} : { authorization: `Bearer ${given.token}` },
    timeoutMs,
    signal,
    allowPrivate: given.allowPrivate,
    bytesMax: given.bytesMax,
  });
  if ('fault' in got)
    throw new Problem('upstream', `A recording could not be fetched: ${got.fault}.`);
  if (got.status >= 500 || got.status === 429)
    throw new Problem('upstream', `A recording could not be fetched: status ${got.status}.`);
  return got.status !== 200 || got.isTooLarge ? undefined : Buffer.concat(got.pieces);
}

/** One sentence about a failed call, without secrets. */
export function faultOf(cause: unknown): string {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError';
  return isLate ? 'the service took too long' : 'the service could not be reached';
}

export function objectsIn(value: unknown): readonly { readonly [field: string]: unknown }[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function objectAt(value: unknown): { readonly [field: string]: unknown } {
  return isObject(value) ? value : {};
}

/** A text or a number as text; undefined for anything else and for what is empty or very long. */
export function textAt(value: unknown, charactersMax = 500): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= charactersMax ? text : undefined;
}
