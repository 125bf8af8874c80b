import { after, before } from 'node:test';
import { openTelegram } from '../../src/channels/telegram.ts';
import { openWhatsapp } from '../../src/channels/whatsapp.ts';
import type { Sender } from '../../src/delivery/sender.ts';
import type { Engine } from '../../src/store/store.ts';
import { createArrivalAnswers, createChannelSender } from '../delivery/senders.ts';
import {
  type MessagingServer,
  openMessaging,
  signatureOf,
  whatsappBody,
} from '../fakes/messaging.ts';
import { defaultEngine } from '../fixtures/server.ts';
import {
  openSiteServer,
  type SiteOwner,
  type SiteServer,
  type SiteServerOptions,
  shop,
} from '../fixtures/visit-server.ts';

export const whatsappSettings = {
  phone_number_id: '1060',
  access_token: 'EAAG-token',
  app_secret: 'app-secret',
  verify_token: 'check-me',
};

/**
 * A site with WhatsApp beside a fake of the services, for all tests of a suite. `server` and `owner` are empty until
 * the first test runs, and `at` has its properties only then.
 */
export function channelsOfSuite(
  engine: Engine = defaultEngine,
  options: SiteServerOptions = {},
  profile: object = {},
) {
  const server = {} as SiteServer;
  const owner = {} as SiteOwner;
  const at = {} as {
    service: MessagingServer;
    site: string;
    answers: Sender;
    sends: Sender;
  };
  before(async () => {
    at.service = await openMessaging();
    const { url } = at.service;
    const channels = { whatsapp: openWhatsapp(url), telegram: openTelegram(url) };
    Object.assign(server, await openSiteServer(engine, { channels, ...options }));
    Object.assign(owner, await server.newOwner());
    at.site = await owner.newSite({ ...shop, people: true, ...profile });
    await owner.send('PUT', `${at.site}/channels/whatsapp`, whatsappSettings);
    at.answers = createArrivalAnswers(server.assistant, undefined);
    at.sends = createChannelSender(server.assistant, undefined);
  });
  after(async () => {
    await Promise.all([at.answers.stop(), at.sends.stop()]);
    await server.close();
    await at.service.close();
  });
  /** A call of Meta. */
  const deliver = (value: object, to = at.site, signature?: string) => {
    const body = whatsappBody(value);
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': signature ?? signatureOf(body, whatsappSettings.app_secret),
    };
    return fetch(`${server.url}/v1/channels/whatsapp/${to}`, { method: 'POST', body, headers });
  };
  /** Until everything that is due was answered and sent. */
  const work = async () => {
    for (const worker of [at.answers, at.sends]) {
      worker.wake();
      await worker.idle();
    }
  };
  const conversationOf = async (number: string) =>
    (
      await owner.send('GET', `${at.site}/conversations?channel=whatsapp&limit=1000`)
    ).json.conversations.find(({ contact }: { contact: string }) => contact === `+${number}`);
  return { server, owner, at, deliver, work, conversationOf };
}
