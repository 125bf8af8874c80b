import {
  channelListSchema,
  channelSchema,
  channelTrialSchema,
  conversationLimits,
  okSchema,
  siteLimits,
  telegramSettingsSchema,
  whatsappSettingsSchema,
} from '@baraza/contract';
import { z } from 'zod';
import { readQuery } from '../../http/query.ts';
import type { Assistant } from '../assistant.ts';
import { openRoute, ownSiteRoute, type SiteRoute } from '../route.ts';
import { requireHere } from '../sites/site-here.ts';
import { admitCall, answerChallenge, receiveCall } from './arrivals.ts';
import { channelNamed, channelsOf, connectChannel, removeChannel, tryChannel } from './channels.ts';

/** Anything: each service has a form of its own, and adds to it. */
const deliverySchema = z.looseObject({}).meta({ id: 'ChannelDelivery' });

const settingsOf = { whatsapp: whatsappSettingsSchema, telegram: telegramSettingsSchema } as const;

export function channelRoutes(assistant: Assistant): readonly SiteRoute[] {
  const { store } = assistant;
  return [
    ownSiteRoute(assistant, 'GET /channels', {
      name: 'listChannels',
      summary: 'Channels in which visitors write, without their secrets',
      answers: { 200: channelListSchema },
      reply: ({ site }) => channelsOf(assistant, site),
    }),
    ...(['whatsapp', 'telegram'] as const).map((name) =>
      ownSiteRoute(assistant, `PUT /channels/${name}`, {
        name: name === 'whatsapp' ? 'connectWhatsapp' : 'connectTelegram',
        summary: `Connect ${name === 'whatsapp' ? 'WhatsApp' : 'Telegram'}`,
        body: settingsOf[name],
        bodyBytesMax: siteLimits.smallBodyBytesMax,
        answers: { 200: channelSchema },
        reply: ({ site, body, signal }) => connectChannel(assistant, site, name, body, signal),
      }),
    ),
    ownSiteRoute(assistant, 'DELETE /channels/:channel', {
      name: 'disconnectChannel',
      summary: 'Disconnect a channel; its conversations stay',
      answers: { 200: okSchema },
      reply: async ({ site, params, signal }) => {
        await removeChannel(assistant, site, channelNamed(params.channel), signal);
        return { ok: true };
      },
    }),
    ownSiteRoute(assistant, 'POST /channels/:channel/test', {
      name: 'testChannel',
      summary: 'Check the settings of a channel with its service',
      answers: { 200: channelTrialSchema },
      reply: ({ site, params, signal }) =>
        tryChannel(assistant, site, channelNamed(params.channel), signal),
    }),
    openRoute('GET /v1/channels/whatsapp/:site', {
      name: 'verifyWhatsapp',
      summary: 'Verification of the webhook by Meta',
      answers: { 200: z.string() },
      handle: async ({ params, raw }) => {
        const site = await requireHere(store, params.site ?? '', true);
        const challenge = await answerChallenge(assistant, site, readQuery(raw.url ?? ''));
        return {
          status: 200,
          headers: { 'content-type': 'text/plain; charset=utf-8' },
          body: challenge,
        };
      },
    }),
    ...(['whatsapp', 'telegram'] as const).map((name) =>
      openRoute(`POST /v1/channels/${name}/:site`, {
        name: name === 'whatsapp' ? 'receiveWhatsapp' : 'receiveTelegram',
        summary: `Messages that ${name === 'whatsapp' ? 'Meta' : 'Telegram'} delivers`,
        body: deliverySchema,
        bodyBytesMax: conversationLimits.channelBodyBytesMax,
        parsesOwnBody: true,
        answers: { 200: okSchema },
        limit: async ({ params, header }) =>
          admitCall(assistant, await requireHere(store, params.site ?? '', false), name, header),
        reply: async ({ params, header, bodyBytes }) => {
          const site = await requireHere(store, params.site ?? '', false);
          await receiveCall(assistant, site, name, { header, body: bodyBytes });
          return { ok: true };
        },
      }),
    ),
  ];
}
