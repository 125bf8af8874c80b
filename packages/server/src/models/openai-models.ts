import { isObject } from '../kernel/json/is-object.ts';
import { RemoteFault } from '../kernel/remote/remote-call.ts';
import { type FaultKind, faultOf, ServerFault } from './openai-fault.ts';
import { fetchJson, usualFetchLimits } from './openai-fetch.ts';

/**
 * The names of the models that a server has; undefined if it does not list them. Throws a `ServerFault` when it
 * cannot be reached or does not accept the key.
 */
export async function listModels(
  { url, key }: { readonly url: string; readonly key: string | undefined },
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  try {
    const answer = await fetchJson({ url: `${url}/models`, key, limits, signal }, bounds);
    if (!isObject(answer) || !Array.isArray(answer.data)) return undefined;
    return answer.data.flatMap((model: { readonly id?: unknown } | null) =>
      typeof model?.id === 'string' ? [model.id] : [],
    );
  } catch (error) {
    if (!(error instanceof ServerFault || error instanceof RemoteFault)) throw error;
    const fault = faultOf(error);
    if (withoutList.includes(fault.kind)) return undefined;
    throw fault;
  }
}

// Some servers have hundreds of models, each with a page of text.
const limits = { ...usualFetchLimits, answerBytesMax: 2 * 1024 * 1024 };
const bounds = { depthMax: 64, valuesMax: 100_000 };

const withoutList: readonly FaultKind[] = [
  'refused',
  'type',
  'failing',
  'limited',
  'endless',
  'malformed',
];
