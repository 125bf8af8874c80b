/** Servers of Meta's Cloud API and of Telegram's Bot API, written from their documents. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SentMessage {
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely.
  readonly body: any;
  readonly authorization: string | undefined;
}

export interface MessagingServer {
  readonly url: string;
  /** What was sent to visitors, in order. */
  readonly sent: SentMessage[];
  /** All other calls. */
  readonly calls: SentMessage[];
  /** The statuses of the next sends; 200 after them. With 0 a message is taken and the answer is lost. */
  readonly statuses: number[];
  /** The recording of every voice message. */
  recording: Uint8Array;
  /** Called for each message that is taken, before the answer. */
  onTaken: (message: SentMessage, id: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openMessaging(): Promise<MessagingServer> {
  const sent: SentMessage[] = [];
  const calls: SentMessage[] = [];
  const statuses: number[] = [];
  let count = 0;
  const fake: Pick<MessagingServer, 'recording' | 'onTaken'> = {
    recording: new Uint8Array(),
    onTaken: async () => {},
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const path = request.url ?? '';
    const { authorization } = request.headers;
    const call = { path, body: text === '' ? undefined : JSON.parse(text), authorization };
    const reply = (status: number, json: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(json));
    };
    if (/^\/v[\d.]+\/\d+\/messages$/.test(path) || path.endsWith('/sendMessage')) {
      const status = statuses.shift() ?? 200;
      if (status !== 200 && status !== 0)
        return reply(status, {
          ok: false,
          error: { message: 'refused', code: 1 },
          error_code: status,
          description: 'refused',
          ...(status === 429 ? { parameters: { retry_after: 7 } } : {}),
        });
      count += 1;
      sent.push(call);
      await fake.onTaken(call, `wamid.out${count}`);
      if (status === 0) return request.socket.destroy();
      return reply(200, {
        messaging_product: 'whatsapp',
        messages: [{ id: `wamid.out${count}` }],
        ok: true,
        result: { message_id: 1000 + count },
      });
    }
    calls.push(call);
    if (path.includes('/voice-file')) return response.end(fake.recording);
    if (path.endsWith('/getFile'))
      return reply(200, { ok: true, result: { file_path: 'voice-file.oga' } });
    if (path.endsWith('/getMe')) return reply(200, { ok: true, result: { username: 'amani_bot' } });
    if (path.includes('bot999:')) return reply(401, { ok: false, description: 'Unauthorized' });
    if (path.endsWith('/getWebhookInfo')) {
      const url = calls.findLast((one) => one.path.endsWith('/setWebhook'))?.body.url ?? '';
      return reply(200, { ok: true, result: { url } });
    }
    if (/\/(?:set|delete)Webhook$/.test(path)) return reply(200, { ok: true, result: true });
    if (path.includes('fields=')) return reply(200, { verified_name: 'Duka la Amani' });
    return reply(200, { url: `http://${request.headers.host}/voice-file`, mime_type: 'audio/ogg' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, {
    url: `http://127.0.0.1:${port}`,
    sent,
    calls,
    statuses,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** The body of a call of Meta, as in its documents. */
export function whatsappBody(value: object, phoneNumberId = '1060'): string {
  const metadata = { display_phone_number: '254700000001', phone_number_id: phoneNumberId };
  const change = {
    field: 'messages',
    value: { messaging_product: 'whatsapp', metadata, ...value },
  };
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '9', changes: [change] }],
  });
}

export function whatsappText(
  id: string,
  text: string,
  from = '254711000001',
  timestamp = 1_763_000_000,
) {
  return {
    contacts: [{ profile: { name: 'Asha' }, wa_id: from }],
    messages: [{ from, id, timestamp: String(timestamp), type: 'text', text: { body: text } }],
  };
}

export function signatureOf(body: string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}
