import type { Reply } from './wire.ts';

/** One public answer that tells something of the engine behind it. */
export interface Leak {
  readonly call: string;
  readonly found: string;
}

/**
 * What an application must never learn: models, providers, libraries, prompts, scores, files and
 * faults in their own words. Names are whole words; none of them is a word of ordinary business.
 */
const details: readonly RegExp[] = [
  /\b(?:gpt-?[345o][\w.-]*|chatgpt|openai|anthropic|claude-[\w.-]+|gemini-[\w.-]+|mistral(?:ai)?|mixtral|llama[-.]?\d[\w.-]*|llama\.cpp|ollama|vllm|localai|deepseek|qwen[\w.-]*|huggingface|transformers)\b/i,
  /\b(?:whisper[\w.-]*|espeak(?:-ng)?|silero|onnx(?:runtime)?[\w.-]*|minilm|wordpiece|bm25|tts-1[\w-]*|kokoro|piper-tts)\b/i,
  /\b(?:better-sqlite3|sqlite|postgres(?:ql)?|node_modules|express|fastify|nginx|uvicorn|langchain|llamaindex|pinecone|qdrant|weaviate|chroma(?:db)?)\b/i,
  /"(?:score|scores|confidence|threshold|similarity|logprobs?|embedding|vector|prompt|system_prompt|prompt_tokens|completion_tokens|model|provider|engine|temperature|chunk_id|debug|trace|stack)"\s*:/i,
  /\b(?:system prompt|as an ai language model|temperature=|top_p)\b/i,
  /(?:^|[\s"'(])(?:\/(?:home|root|usr|var|opt|srv|app|tmp|Users)\/[\w./-]+|[A-Z]:\\[\w\\.-]+)/,
  /\bat (?:async )?[\w.<>]+ \([^)]*:\d+:\d+\)|\.(?:ts|js|mjs|py|go|rb):\d+\b|Traceback \(most recent call last\)/,
];

const quietHeaders = new Set(['server', 'x-powered-by', 'via']);

/** What is found in the body and the headers of an answer, each detail once. */
export function leaksOf(call: string, reply: Reply): readonly Leak[] {
  const headers = Object.entries(reply.headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
  const found = details.flatMap((detail) => {
    const [match] = detail.exec(`${headers}\n${readable(reply)}`) ?? [];
    return match === undefined ? [] : [match.trim()];
  });
  const versions = Object.entries(reply.headers)
    .filter(([name, value]) => quietHeaders.has(name) && /\d/.test(String(value)))
    .map(([name, value]) => `${name}: ${String(value)}`);
  return [...found, ...versions].map((detail) => ({ call, found: detail.slice(0, 60) }));
}

// Sound is no text: letters come together by chance in it.
function readable({ headers, text }: Reply): string {
  return /^(?:audio|image)\//.test(String(headers['content-type'] ?? '')) ? '' : text;
}
