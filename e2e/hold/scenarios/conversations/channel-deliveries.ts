/** Messages of WhatsApp and Telegram, delivered up to three times and in any order, to a server that is killed. */
import assert from 'node:assert/strict';
import {
  openMessaging,
  signatureOf,
  whatsappBody,
  whatsappText,
} from '../../../../packages/server/test/fakes/messaging.ts';
import { eventually } from '../../../../packages/server/test/fixtures/server-process.ts';
import type { Installation } from '../../installation.ts';
import { makeLoad } from '../../load.ts';
import { scenario } from '../../scenario.ts';

const messagesEach = 10;
const settings = {
  phone_number_id: '1060',
  access_token: 'EAAG-token',
  app_secret: 'app-secret',
  verify_token: 'check-me',
};
const token = '123:AAAAAAAAAAAA';
// Includes messages that wait for a delivery report of the service.
const patienceMs = 900_000;

export const channelDeliveries = scenario({
  name: 'channel-deliveries',
  what: `
    10,000 messages of WhatsApp and Telegram, each delivered one to three times and in any order, while the server is
    killed (SIGKILL) 20 times`,
  guarantee: `
    every message of a channel is stored and answered exactly once; WhatsApp gets every answer exactly once, Telegram,
    which cannot report what it has, at least once`,
  provenAgainst: `
    sending answers to WhatsApp again at once after a crash, as answers to Telegram are: WhatsApp got 22 of 5,000
    twice`,
  engines: ['sqlite', 'postgres'],
  short: { visitors: 12, kills: 2 },
  long: { visitors: 1_000, kills: 20 },
  isLongOnly: true,
  run: async (context, { visitors, kills }) => {
    const { figures, random } = context;
    const service = await openMessaging();
    context.after(service.close);
    const folder = context.folder();
    const environment = { BARAZA_WHATSAPP_URL: service.url, BARAZA_TELEGRAM_URL: service.url };
    const start = () => context.start({ folder, environment });
    let server: Installation = await start();
    await server.newSite('shop', {
      faqs: [{ question: 'Do you deliver?', answer: 'We deliver in town for KES 200.' }],
    });
    const connect = (channel: string, body: object) =>
      server.visit('PUT', `/v1/admin/sites/shop/channels/${channel}`, {
        key: server.credential,
        body,
      });
    assert.equal((await connect('whatsapp', settings)).status, 200);
    assert.equal((await connect('telegram', { token })).status, 200);
    const secret = service.calls.findLast(({ path }) => path.endsWith('/setWebhook'))?.body
      .secret_token;

    /** Repeats the call until the response is 200, as the services do. */
    const post = async (channel: string, body: string, headers: Record<string, string>) => {
      for (;;) {
        const target = `${server.site.url}/v1/channels/${channel}/shop`;
        const given = { 'content-type': 'application/json', ...headers };
        const response = await fetch(target, { method: 'POST', body, headers: given }).catch(
          () => undefined,
        );
        const isTaken = response?.status === 200;
        await response?.arrayBuffer().catch(() => {});
        if (isTaken) return;
        await new Promise((resolve) => setTimeout(resolve, 20 + random.below(80)));
      }
    };
    const postWhatsapp = (value: object) => {
      const body = whatsappBody(value);
      return post('whatsapp', body, {
        'x-hub-signature-256': signatureOf(body, settings.app_secret),
      });
    };
    const postTelegram = (update: object) =>
      post('telegram', JSON.stringify(update), { 'x-telegram-bot-api-secret-token': secret });
    service.onTaken = async ({ path, body }, id) => {
      if (path.includes('/bot')) return;
      const { biz_opaque_callback_data } = body;
      const status = { id, status: 'sent', timestamp: '1763000001', biz_opaque_callback_data };
      void postWhatsapp({ statuses: [status] });
    };

    const deliveries: (() => Promise<void>)[] = [];
    for (let visitor = 0; visitor < visitors; visitor += 1)
      for (let at = 0; at < messagesEach; at += 1) {
        const text = `Do you deliver? ${at}`;
        const number = `2547${String(visitor).padStart(8, '0')}`;
        const chat = { id: 1_000 + visitor, type: 'private', first_name: 'Juma' };
        const message = { message_id: at, date: 1, chat, from: { id: chat.id }, text };
        const value = whatsappText(`wamid.${visitor}.${at}`, text, number, 1_763_000_000 + at);
        const deliver = () =>
          visitor % 2 === 0 ? postWhatsapp(value) : postTelegram({ update_id: at, message });
        for (let time = 0; time <= random.below(3); time += 1) deliveries.push(deliver);
      }
    const order = deliveries
      .map((deliver) => ({ deliver, place: random.below(2 ** 31) }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ deliver }) => deliver);
    const killEvery = Math.floor(order.length / (kills + 1));
    let [done, killed] = [0, 0];
    let isRestarting: Promise<void> | undefined;
    await makeLoad({ together: 24, count: order.length }, async (index) => {
      await order[index]?.();
      done += 1;
      if (done % killEvery !== 0 || killed >= kills || isRestarting !== undefined) return;
      killed += 1;
      isRestarting = (async () => {
        await server.end('SIGKILL');
        server = await start();
        isRestarting = undefined;
      })();
      await isRestarting;
    });
    const messages = visitors * messagesEach;
    const isDone = async () => {
      const [waiting] = await context.rows<{ n: number }>(
        folder,
        `SELECT count(*) AS n FROM outbox
          WHERE kind IN ('send', 'arrival') AND state = 'pending'`,
      );
      return waiting?.n === 0;
    };
    await eventually(isDone, patienceMs);

    const [stored] = await context.rows<{ asks: number; conversations: number; texts: number }>(
      folder,
      `SELECT
        (SELECT count(*) FROM messages WHERE kind = 'ask') AS asks,
        (SELECT count(*) FROM conversations) AS conversations,
        (SELECT count(*) FROM (SELECT DISTINCT conversation, question FROM questions) AS t) AS texts`,
    );
    figures.atLeast('messages', messages, messages);
    figures.note('deliveries', order.length);
    figures.note('kills', killed);
    figures.atMost('missing or additional conversations', gap(stored?.conversations, visitors), 0);
    figures.atMost('messages lost', gap(stored?.texts, messages), 0);
    figures.atMost('messages answered twice', gap(stored?.asks, messages), 0);
    const whatsapp = count(service.sent.flatMap(({ body }) => body.biz_opaque_callback_data ?? []));
    const telegram = count(service.sent.flatMap(({ body }) => body.chat_id ?? []));
    figures.atMost('answers that WhatsApp did not get', messages / 2 - whatsapp.size, 0);
    const twice = [...whatsapp.values()].filter((times) => times > 1).length;
    figures.atMost('answers that WhatsApp got twice', twice, 0);
    const short = [...telegram.values()].filter((times) => times < messagesEach).length;
    figures.atMost('chats of Telegram with a missing answer', short, 0);
    const sent = [...telegram.values()].reduce((sum, times) => sum + times, 0);
    // At most the messages that were being sent when the server was killed.
    figures.atMost('answers that Telegram got twice', sent - messages / 2, killed * 8);
    figures.none('log lines with a stack', server.stacks());
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

function gap(found: number | undefined, wanted: number): number {
  return Math.abs((found ?? 0) - wanted);
}

function count(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
