/** The protocol of clients of 2026 and of 2025, over a list of tools. The library is loaded with the first message. */
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { TextAnswer } from '../http/answer.ts';
import { unavailable } from '../kernel/problem.ts';
import type { ToolShape } from './route-tool.ts';

/** What a tool answered: JSON, or the sentence of a refusal with what else the API says about it. */
export interface ToolAnswer {
  readonly text: string;
  readonly data: { readonly [name: string]: unknown };
  readonly isError: boolean;
}

/** The tools that one caller may see. */
export interface ToolBox {
  /** For the model that uses the tools; never contains anything that was stored. */
  readonly instructions: string;
  readonly tools: readonly ToolShape[];
  /** Undefined if there is no such tool. */
  readonly call: (
    name: string,
    given: { readonly [name: string]: unknown },
  ) => Promise<ToolAnswer> | undefined;
}

interface Message {
  readonly body: unknown;
  /** Headers of the request that the protocol reads. */
  readonly headers: { readonly [name: string]: string };
  readonly signal: AbortSignal;
}

const batchRefusal = {
  jsonrpc: '2.0',
  id: null,
  error: {
    code: ProtocolErrorCode.InvalidRequest,
    message: 'Send one message in each request: batches are not supported.',
  },
};

/** The answer to one message; an exchange keeps nothing when it is over. */
export async function answerMessage(
  { body, headers, signal }: Message,
  version: string,
  toolBox: ToolBox,
): Promise<TextAnswer> {
  if (Array.isArray(body)) return { status: 400, body: JSON.stringify(batchRefusal) };
  const request = new Request('http://mcp.invalid/mcp', {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      // What is sent is always JSON, which every client takes.
      accept: 'application/json, text/event-stream',
    },
    signal,
  });
  const response = (await isLegacyRequest(request, body))
    ? await answerLegacy(request, body, version, toolBox)
    : await answerModern(request, body, version, toolBox);
  const text = await response.text();
  if (response.status >= 499)
    throw unavailable('Something failed on our side; try again shortly.', {
      cause: new Error(`the exchange ended with ${response.status} ${text}`),
    });
  return { status: response.status, ...(text === '' ? {} : { body: text }) };
}

/** Nobody can subscribe: the tools of a caller change only with its key. */
async function answerModern(request: Request, body: unknown, version: string, toolBox: ToolBox) {
  const handler = createMcpHandler(() => createServer(version, toolBox), {
    legacy: 'reject',
    maxSubscriptions: 0,
  });
  return handler.fetch(request, { parsedBody: body });
}

async function answerLegacy(request: Request, body: unknown, version: string, toolBox: ToolBox) {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createServer(version, toolBox);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

function createServer(version: string, { instructions, tools, call }: ToolBox): Server {
  const server = new Server(
    { name: 'baraza', version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler('tools/list', async () => ({ tools: [...tools] as never[] }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const answered = call(params.name, params.arguments ?? {});
    if (answered === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${JSON.stringify(params.name.slice(0, 100))}; tools/list has those that there are.`,
      );
    const { text, data, isError } = await answered;
    return {
      content: [{ type: 'text' as const, text }],
      structuredContent: data,
      ...(isError && { isError }),
    };
  });
  return server;
}
