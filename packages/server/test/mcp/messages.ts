/** Messages of the protocol, as a client of 2025 sends them. */
import { ask, type Reply } from '../sockets/requests.ts';

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly properties: object; readonly required?: readonly string[] };
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean };
}

interface Endpoint {
  readonly url: string;
  readonly path: string;
  readonly key?: string | undefined;
  readonly headers?: { readonly [name: string]: string };
}

export function message(method: string, params: object = {}) {
  return { jsonrpc: '2.0', id: 1, method, params };
}

export function send({ url, path, key, headers = {} }: Endpoint, body: unknown): Promise<Reply> {
  return ask({ url }, 'POST', path, { key, body, headers });
}

export async function toolsOf(endpoint: Endpoint): Promise<readonly Tool[]> {
  const { status, json, text } = await send(endpoint, message('tools/list'));
  if (status !== 200) throw new Error(`no tools: ${status} ${text}`);
  return json.result.tools;
}

export async function namesOf(endpoint: Endpoint): Promise<readonly string[]> {
  return (await toolsOf(endpoint)).map(({ name }) => name).sort();
}

/** What a tool answered. */
export async function use(endpoint: Endpoint, name: string, given: object = {}) {
  const body = message('tools/call', { name, arguments: given });
  const { status, json, text } = await send(endpoint, body);
  if (status !== 200 || json.result === undefined) throw new Error(`no answer: ${status} ${text}`);
  const { content, structuredContent, isError = false } = json.result;
  return { text: content[0].text as string, data: structuredContent, isError: isError as boolean };
}
