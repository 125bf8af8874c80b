import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** A request that was let in, and whose body is not sent before `finish`. */
export async function holdRequest(
  url: string,
  method: string,
  headers: { readonly [name: string]: string },
  body: string,
): Promise<{ readonly finish: () => Promise<{ readonly status: number; readonly text: string }> }> {
  const sending = request(url, {
    method,
    agent: false,
    headers: {
      'content-type': 'application/json',
      ...headers,
      'content-length': Buffer.byteLength(body),
      // The server says so when it has looked at the credential, and not before.
      expect: '100-continue',
    },
  });
  const answered = once(sending, 'response');
  answered.catch(() => {});
  sending.flushHeaders();
  await Promise.race([once(sending, 'continue'), answered]);
  return {
    finish: async () => {
      sending.end(body);
      const [response] = (await answered) as [IncomingMessage];
      return { status: response.statusCode ?? 0, text: await textOf(response) };
    },
  };
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
