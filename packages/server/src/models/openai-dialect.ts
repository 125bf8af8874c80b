import type { Log } from '../kernel/log.ts';
import { createModelText, type ModelText } from './model-text.ts';
import { faultIn, type UnwantedField, unwantedFields } from './openai-fault.ts';

/** Request fields that a model rejects; learnt from its own refusal, once for each model. */
interface RejectedFields {
  readonly leaveOut: (body: Body) => Body;
  readonly rejects: (model: string, field: UnwantedField) => boolean;
  /** Makes a call, and makes it again without what the model says it does not take. */
  readonly learn: <Result>(model: string, call: () => Promise<Result>) => Promise<Result>;
}

/**
 * Which models begin with a thought and mark only its end: servers that put the beginning into the
 * prompt send no more of it.
 */
interface ThinkingModels {
  readonly textOf: (model: string) => ModelText;
  /** Remembers what the text has shown of its model. */
  readonly note: (model: string, text: ModelText) => void;
}

export function createThinkingModels(log: Log): ThinkingModels {
  const known = new Set<string>();
  return {
    textOf: (model) => createModelText(known.has(model) ? 'unmarked' : undefined),
    note: (model, text) => {
      const thinks = text.thinksUnmarked();
      if (thinks === false) known.delete(model);
      if (thinks !== true || known.has(model) || known.size >= modelsMax) return;
      known.add(model);
      log.warn(
        'the model thinks aloud; its server can keep that apart, and answers come sooner then',
      );
    },
  };
}

interface Body {
  readonly model?: string;
  readonly max_tokens?: number;
  readonly [field: string]: unknown;
}

const modelsMax = 100;

export function createRejectedFields(): RejectedFields {
  const learnt = new Map<string, Set<UnwantedField>>();
  return {
    leaveOut: (body) => {
      const fields = learnt.get(String(body.model));
      return fields === undefined ? body : withoutFields(body, fields);
    },
    rejects: (model, field) => learnt.get(model)?.has(field) ?? false,
    learn: async (model, call) => {
      for (let tries = 0; ; tries += 1)
        try {
          return await call();
        } catch (error) {
          const { unwanted } = faultIn(error);
          const known = learnt.get(model) ?? new Set();
          if (unwanted === undefined || known.has(unwanted) || tries >= unwantedFields.length)
            throw error;
          learnt.delete(model);
          learnt.set(model, known.add(unwanted));
          const [oldest] = learnt.keys();
          if (learnt.size > modelsMax && oldest !== undefined) learnt.delete(oldest);
        }
    },
  };
}

function withoutFields(body: Body, fields: ReadonlySet<UnwantedField>): Body {
  const left = Object.entries(body).filter(([name]) => !fields.has(name as UnwantedField));
  // The newer name of the same bound; a model must never be left without it.
  if (fields.has('max_tokens') && body.max_tokens !== undefined)
    left.push(['max_completion_tokens', body.max_tokens]);
  return Object.fromEntries(left);
}
