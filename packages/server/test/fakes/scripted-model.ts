import { Problem } from '../../src/kernel/problem.ts';
import type { LanguageModel, WritingRequest, Written } from '../../src/models/models.ts';

/** A language model that plays a script, waits where it says so, and records its requests. */
export interface ScriptedModel extends LanguageModel {
  readonly requests: WritingRequest[];
  /** Requests that were left or aborted before their end. */
  readonly left: WritingRequest[];
  /** What each request from now on is answered with. */
  readonly plays: (script: Script) => void;
  /** Resolves as soon as a request waits; at once if one does. */
  readonly waits: () => Promise<void>;
  /** Lets everything go on that waits now. */
  readonly letGo: () => void;
  /** How it is examined from now on. */
  readonly examines: (examine: () => Promise<void>) => void;
  /** From now on it refuses at once, as after several failures; or no longer. */
  readonly setPaused: (isPaused: boolean) => void;
}

export type Script = readonly Line[] | ((request: WritingRequest) => readonly Line[]);

/** A text as one piece; `wait` until it is let go; an error, or a Problem, that is thrown; an end of its own. */
export type Line = string | 'wait' | Error | Partial<End>;

type End = Extract<Written, { readonly type: 'end' }>;

export function scriptModel(first: Script = ['All right.']): ScriptedModel {
  const requests: WritingRequest[] = [];
  const left: WritingRequest[] = [];
  let script = first;
  let gate = Promise.withResolvers<void>();
  let arrived = Promise.withResolvers<void>();
  let isPaused = false;
  let examine = async () => {};

  const held = async (signal: AbortSignal): Promise<void> => {
    const { promise, reject } = Promise.withResolvers<never>();
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    arrived.resolve();
    try {
      await Promise.race([gate.promise, promise]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

  async function* write(request: WritingRequest, signal: AbortSignal): AsyncGenerator<Written> {
    requests.push(request);
    let isOver = false;
    try {
      if (isPaused) throw new Problem('busy', 'The model is paused; try again shortly.');
      let last: Partial<End> = {};
      let written = '';
      for (const line of typeof script === 'function' ? script(request) : script) {
        signal.throwIfAborted();
        if (line === 'wait') await held(signal);
        else if (line instanceof Error) {
          isOver = true;
          throw line;
        } else if (typeof line === 'string') {
          written += line;
          yield { type: 'text', text: line };
        } else last = line;
      }
      signal.throwIfAborted();
      isOver = true;
      yield { ...endOf(request, written), ...last };
    } finally {
      if (!isOver) left.push(request);
    }
  }

  return {
    requests,
    left,
    write,
    examine: () => examine(),
    examines: (next) => {
      examine = next;
    },
    plays: (next) => {
      script = next;
    },
    waits: () => arrived.promise,
    letGo: () => {
      gate.resolve();
      gate = Promise.withResolvers<void>();
      arrived = Promise.withResolvers<void>();
    },
    setPaused: (so) => {
      isPaused = so;
    },
    state: () => (isPaused ? 'paused' : 'ready'),
    close: async () => {},
  };
}

/**
 * An answer as JSON: each statement is its sentence and a text of every item that it cites; lines that are not
 * statements are played unchanged.
 */
export function says(
  ...lines: readonly (Line | readonly [say: string, ...texts: string[]])[]
): Script {
  return (request) => {
    let isFirst = true;
    const played = lines.map((line) => {
      if (!isStatement(line)) return line;
      const [say, ...texts] = line;
      const from = texts.map((text) => itemId(request, text));
      const begin = isFirst ? '{"answer":[' : ',';
      isFirst = false;
      return `${begin}${JSON.stringify({ say, from })}`;
    });
    return [...played, isFirst ? '{"answer":[]}' : ']}'];
  };
}

function isStatement(
  line: Line | readonly [say: string, ...texts: string[]],
): line is readonly [say: string, ...texts: string[]] {
  return Array.isArray(line);
}

export interface GivenItem {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
}

/** The approved information that a request holds. */
export function itemsOf({ messages }: WritingRequest): readonly GivenItem[] {
  const { information } = JSON.parse(messages[0]?.content ?? '{}') as {
    readonly information?: readonly GivenItem[];
  };
  return information ?? [];
}

/** The id of the first item with this in its title or text; the text itself where there is none. */
function itemId(request: WritingRequest, text: string): string {
  const found = itemsOf(request).find((item) => `${item.title ?? ''} ${item.text}`.includes(text));
  return found?.id ?? text;
}

function endOf({ instructions, messages, model }: WritingRequest, written: string): End {
  const given = [instructions, ...messages.map(({ content }) => content)].join(' ');
  return {
    type: 'end',
    reason: 'stop',
    model: model ?? 'scripted',
    usage: { inputTokens: words(given), outputTokens: words(written) },
  };
}

function words(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
