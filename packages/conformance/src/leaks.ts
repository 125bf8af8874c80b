import type { Reply } from './reply.ts';

/** A public answer that reveals something of the engine behind it. */
export interface Leak {
  readonly call: string;
  readonly found: string;
}

/** Whether the texts of the site were written for this run, or by an owner whose business is not known. */
export type OwnText = 'ours' | 'unknown';

/** Only software writes these: versions of models, internal members, file paths, stacks. */
const details: readonly RegExp[] = [
  longPattern('i')`\b(?:(?:chat)?gpt-?[345o][\w.-]*|claude-[\w.-]+|gemini-[\w.-]+
    |(?:mistral|ministral|codestral)-[\w.-]+|mixtral|llama[-.]?\d[\w.-]*|llama\.cpp|deepseek-\w+|qwen[\d.-][\w.-]*
    |gemma-?\d\w*|grok-\d|phi-\d|command-r\b|text-embedding-[\w-]+)`,
  longPattern('i')`\b(?:whisper-[\w.-]+|faster-whisper|espeak-ng|silero|onnx(?:runtime)?[\w.-]*
    |(?:all-)?minilm[\w-]*|wordpiece|bm25|tts-1[\w-]*|kokoro-\d\w*|piper-tts|sentence-transformers|node_modules
    |better-sqlite3|langchain|llamaindex)\b`,
  longPattern('i')`"(?:score|scores|confidence|threshold|similarity|logprobs?|embeddings?
    |vectors?|prompt|system_prompt|prompt_tokens|completion_tokens|model|provider|engine|temperature|chunk_id
    |debug|trace|stack)"\s*:`,
  /\b(?:system prompt|as an ai language model|temperature=|top_p)\b/i,
  /(?:^|[\s"'(])(?:\/(?:home|root|usr|var|opt|srv|app|tmp|Users)\/[\w./-]+|[A-Z]:\\[\w\\.-]+)/,
  /\bat (?:async )?[\w.<>]+ \([^)]*:\d+:\d+\)|\.(?:ts|js|mjs|py|go|rb):\d+\b|Traceback \(most recent call last\)/,
];

/** Names that a business may use as well: a course, a wind, a quiet fan, fast delivery. */
const names = longPattern('i')`\b(?:openai|chatgpt|anthropic|mistral(?:ai)?|ollama|vllm|localai
  |deepseek|qwen|huggingface|transformers|whisper|espeak|sqlite|postgres(?:ql)?|express|fastify|uvicorn|pinecone
  |qdrant|weaviate|chroma(?:db)?|elevenlabs|deepgram)\b`;

/** The members of public answers that hold the owner's own words. */
const ownerText = longPattern('g')`"(?:name|business|greeting|privacy|text|title|quote|url
  |message|whatsapp|handoff|summary|description)":"(?:[^"\\]|\\.)*"|"suggestions":\[[^\]]*\]`;

const versionHeaders = new Set(['server', 'via']);
const tellingHeader = /^x-powered-by$|^(?:x-)?(?:model|provider|engine|prompt|score)(?:-|$)/;

/** What is found in the body and the headers of an answer, each detail once. */
export function leaksOf(call: string, reply: Reply, text: OwnText): readonly Leak[] {
  const headers = Object.entries(reply.headers).map(
    ([name, value]) => [name, `${name}: ${String(value)}`] as const,
  );
  const shownHeaders = headers.map(([, line]) => line).join('\n');
  const body = readable(reply);
  const server = text === 'ours' ? body : body.replace(ownerText, '');
  const found = [
    ...details.map((detail) => detail.exec(`${shownHeaders}\n${body}`)?.[0]),
    names.exec(`${shownHeaders}\n${server}`)?.[0],
    ...headers
      .filter(
        ([name, line]) => tellingHeader.test(name) || (versionHeaders.has(name) && /\d/.test(line)),
      )
      .map(([, line]) => line),
  ];
  return found
    .filter((one) => one !== undefined)
    .map((one) => ({ call, found: one.trim().slice(0, 60) }));
}

// Bytes of audio can look like a name by chance.
function readable({ headers, text }: Reply): string {
  return /^(?:audio|image)\//.test(String(headers['content-type'] ?? '')) ? '' : text;
}

/** A pattern that is too long for one line: line breaks, and the spaces that follow them, are left out. */
function longPattern(flags: string): (source: TemplateStringsArray) => RegExp {
  return ({ raw }) => new RegExp((raw[0] ?? '').replace(/\n\s*/g, ''), flags);
}
