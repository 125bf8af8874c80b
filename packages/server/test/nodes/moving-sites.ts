/** Two installations, and a business at the first one that has something of everything. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { openMessaging, signatureOf, whatsappBody, whatsappText } from '../fakes/messaging.ts';
import { openReceiver } from '../fakes/receiver.ts';
import { runCommand } from '../fixtures/command-line.ts';
import { type ServerProcess, startProcess, temporaryFolder } from '../fixtures/server-process.ts';
import { freePort } from '../postgres/server.ts';
import { ask as request } from '../sockets/requests.ts';

export const siteId = 'duka-la-asha';
export const visits = `/v1/sites/${siteId}`;
const admin = `/v1/admin/sites/${siteId}`;

const whatsapp = {
  phone_number_id: '1060',
  access_token: 'EAAG-token',
  app_secret: 'app-secret',
  verify_token: 'check-me',
};

export interface Installation {
  readonly folder: string;
  readonly url: string;
  /** Kills it and starts it again, at the same address. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** A command of its operator, which must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: results are looked into freely.
  readonly command: (...words: readonly string[]) => Promise<any>;
  /** The sentence with which a command is refused. */
  readonly refused: (...words: readonly string[]) => Promise<string>;
}

async function openInstallation(
  t: TestContext,
  environment: { readonly [name: string]: string },
): Promise<Installation> {
  const folder = temporaryFolder(t, 'baraza-moving-');
  const port = await freePort();
  const fixed = { BARAZA_SPEECH: '0', BARAZA_SITE_PORT: String(port), ...environment };
  let server: ServerProcess = await startProcess(t, folder, fixed);
  const run = (words: readonly string[]) =>
    runCommand([...words, '--json'], { ...fixed, BARAZA_DATA: folder });
  const start = async () => {
    server = await startProcess(t, folder, fixed);
  };
  return {
    folder,
    url: `http://127.0.0.1:${port}`,
    kill: async () => {
      await server.end('SIGKILL');
      await start();
    },
    stop: async () => void (await server.end('SIGTERM')),
    start,
    command: async (...words) => {
      const { code, out, err } = await run(words);
      assert.equal(code, 0, err.join('\n'));
      return JSON.parse(out.join(''));
    },
    refused: async (...words) => {
      const { code, err } = await run(words);
      assert.equal(code, 1, `${words.join(' ')} was not refused`);
      return err.join('\n');
    },
  };
}

/** What the fakes of Meta and of the owner's webhook got, and two installations that can reach them. */
export async function openBoth(t: TestContext) {
  const service = await openMessaging();
  t.after(() => service.close());
  const hook = { isDown: false };
  const receiver = await openReceiver((response) =>
    response.writeHead(hook.isDown ? 500 : 204).end(),
  );
  t.after(() => receiver.close());
  const environment = { BARAZA_WHATSAPP_URL: service.url, BARAZA_WEBHOOK_PRIVATE: '1' };
  const [here, there] = await Promise.all([
    openInstallation(t, environment),
    openInstallation(t, environment),
  ]);
  return { here, there, service, receiver, hook };
}

export type Both = Awaited<ReturnType<typeof openBoth>>;

/** A call of Meta with a message of a visitor. */
export function deliver(server: Pick<Installation, 'url'>, id: string, text: string) {
  const body = whatsappBody(whatsappText(id, text, '254711000001'));
  return fetch(`${server.url}/v1/channels/whatsapp/${siteId}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signatureOf(body, whatsapp.app_secret),
    },
  });
}

/** An ask as a browser makes it, which follows a redirect unless it must not. */
export async function ask(
  server: Pick<Installation, 'url'>,
  body: object,
  redirect: 'follow' | 'manual' = 'follow',
) {
  const response = await fetch(`${server.url}${visits}/ask`, {
    method: 'POST',
    redirect,
    headers: { 'content-type': 'application/json', 'x-visitor': 'a-visitor-of-the-shop1' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const done = /^data: (\{"type":"done".*\})$/m.exec(text)?.[1];
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely.
    done: (done === undefined ? undefined : JSON.parse(done)) as any,
    text,
  };
}

export function newConversation(): string {
  return `c_${randomBytes(16).toString('base64url')}`;
}

/** An owner with a site, two open conversations, one in WhatsApp, and a lead whose notice could not be sent. */
export async function openShop({ here, service, receiver, hook }: Both) {
  const owner = await here.command('owners', 'create', '--name', 'Asha');
  const { key } = await here.command('owners', 'key', '--owner', 'Asha');
  const asOwner = (method: string, path: string, body?: unknown, server = here, with_ = key) =>
    request(server, method, `${admin}${path}`, { key: with_, body });
  const profile = {
    name: 'Msaidizi',
    business: 'Duka la Asha',
    people: true,
    feedback: true,
    faqs: [{ question: 'Do you deliver?', answer: 'Yes, we deliver in Nairobi.' }],
    notify: { webhook: receiver.url, digest: 'daily' },
  };
  const made = await request(here, 'POST', '/v1/admin/sites', {
    key,
    body: { id: siteId, profile },
  });
  assert.equal(made.status, 201, made.text);
  await asOwner('PATCH', '/profile', { about: 'A shop for food.' });
  const connected = await asOwner('PUT', '/channels/whatsapp', whatsapp);
  assert.equal(connected.status, 200, connected.text);
  assert.equal((await deliver(here, 'wamid.1', 'Do you deliver?')).status, 200);
  while (service.sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const withPerson = newConversation();
  const first = await ask(here, {
    question: 'Do you deliver?',
    conversation: withPerson,
    request_id: 'the-first-request',
  });
  const talk = `/conversations/${withPerson}`;
  const written = await asOwner('POST', `${talk}/messages`, { text: 'Hello.', name: 'Asha' });
  assert.equal(written.status, 201, written.text);
  const waits = newConversation();
  const second = await ask(here, { question: 'What is the capital of Peru?', conversation: waits });
  const secretOf = ({ done }: typeof first) => String(done.conversation_secret);
  hook.isDown = true;
  const called = await fetch(`${here.url}${visits}/conversations/${waits}/person`, {
    method: 'POST',
    headers: { 'x-conversation-secret': secretOf(second) },
  });
  assert.equal(called.status, 200);
  const lead = await request(here, 'POST', `${visits}/leads`, {
    body: { contact: '0700 000 001', name: 'Juma', message: 'Call me', conversation: withPerson },
  });
  assert.equal(lead.status, 201, lead.text);
  await receiver.came(2);
  return {
    owner: owner.id as string,
    asOwner,
    key: made.json.site.key as string,
    first,
    withPerson: { id: withPerson, secret: secretOf(first) },
    waits: { id: waits, secret: secretOf(second) },
  };
}
