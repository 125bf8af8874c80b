import { ServerFault } from './openai-fault.ts';
import { createServerFetch, usualFetchLimits } from './openai-fetch.ts';

/**
 * The names of the models that a server has; undefined where it does not tell. Throws a
 * `ServerFault` where nobody answers, or the key is not accepted.
 */
export async function listModels(
  server: { readonly url: string; readonly key: string | undefined },
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const limits = { ...usualFetchLimits, lineBytesMax: usualFetchLimits.answerBytesMax };
  try {
    const response = await createServerFetch('application/json', limits)(`${server.url}/models`, {
      signal,
      headers: server.key === undefined ? {} : { authorization: `Bearer ${server.key}` },
    });
    const { data } = (await response.json()) as { readonly data?: unknown };
    if (!Array.isArray(data)) return undefined;
    return data.flatMap((one: { readonly id?: unknown } | null) =>
      typeof one?.id === 'string' ? [one.id] : [],
    );
  } catch (error) {
    if (error instanceof ServerFault && tellsNothing.includes(error.kind)) return undefined;
    // What is no JSON is no list.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const tellsNothing: readonly string[] = ['refused', 'type', 'failing', 'limited', 'endless'];
