import { listModels } from '../../models/openai-models.ts';
import type { Config } from '../../setup/config.ts';
import { type Finding, failing, ok } from './doctor-check.ts';

const name = 'model server';
const timeoutMs = 10_000;
const namedMax = 5;

/**
 * Whether the configured model server answers, takes the key and has the model. What it writes, the server itself
 * examines each day and logs. Empty when none is configured.
 */
export async function examineModel(config: Config): Promise<readonly Finding[]> {
  const { modelUrl: url, model, modelKey: key } = config;
  if (url === undefined || model === undefined) return [];
  const { host } = new URL(url);
  try {
    const known = await listModels({ url, key }, AbortSignal.timeout(timeoutMs));
    const answers = `${host} answers`;
    if (known === undefined) return [ok(name, `${answers}, and lists no models`)];
    // Ollama takes a name without its tag.
    if (known.some((one) => one === model || one.startsWith(`${model}:`)))
      return [ok(name, `${answers}, and has ${model}`)];
    const some = known.slice(0, namedMax).map(plain).join(', ') || 'none';
    const found = `${answers}, but its list has no ${model}; it begins with ${some}`;
    return [failing(name, found, 'set BARAZA_MODEL to one that it has, or load this one there')];
  } catch (error) {
    const remedy =
      'start it, or correct BARAZA_MODEL_URL or BARAZA_MODEL_KEY; until then the built-in engine answers';
    return [failing(name, `${host}: ${(error as Error).message}`, remedy)];
  }
}

const shownMax = 80;

/** Names of a remote server may contain terminal escapes. */
function plain(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ').slice(0, shownMax);
}
