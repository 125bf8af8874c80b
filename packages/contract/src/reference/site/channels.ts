import type { Section } from '../reference.ts';
import { done, laterAt, madeAt, site } from './examples.ts';

const telegram = {
  channel: 'telegram',
  webhook_url: 'https://site.example/v1/channels/telegram/duka',
  created_at: madeAt,
  last_received_at: laterAt,
  last_sent_at: laterAt,
  fault: null,
} as const;
const whatsapp = {
  ...telegram,
  channel: 'whatsapp',
  webhook_url: 'https://site.example/v1/channels/whatsapp/duka',
  phone_number_id: '106540352242922',
} as const;

export const channelsSection: Section = {
  tag: 'Channels',
  about: 'WhatsApp and Telegram: visitors write there, and the same assistant and people answer.',
  path: { site, channel: { about: 'whatsapp or telegram.', example: 'telegram' } },
  operations: {
    listChannels: {
      about:
        'Lists the channels of a site with their last traffic and fault, without their secrets.',
      answers: { 200: { channels: [telegram] } },
    },
    connectWhatsapp: {
      about:
        'Connects a number of the WhatsApp Business Platform. Enter `webhook_url` of the answer at Meta.',
      body: {
        json: {
          phone_number_id: whatsapp.phone_number_id,
          access_token: 'the token of the app at Meta',
          app_secret: 'the secret of the app at Meta',
          verify_token: 'any text, also entered at Meta',
        },
      },
      answers: { 200: { ...whatsapp, last_received_at: null, last_sent_at: null } },
    },
    connectTelegram: {
      about: 'Connects a bot of Telegram; its webhook is set by this call.',
      body: { json: { token: '123456789:AAF-example_example_example' } },
      answers: { 200: { ...telegram, last_received_at: null, last_sent_at: null } },
    },
    disconnectChannel: {
      about: 'Disconnects a channel and forgets its secrets. Its conversations stay.',
      answers: done,
    },
    testChannel: {
      about: 'Checks the settings of a channel with its service.',
      answers: { 200: { ok: true, channel: 'telegram', name: 'duka_bot' } },
    },
    verifyWhatsapp: {
      about:
        'Meta calls this once to verify the webhook; the answer is the challenge that it sent.',
      answers: { 200: '1158201444' },
    },
    receiveWhatsapp: {
      about:
        'Meta delivers messages here, signed with the secret of the app. A delivery that is repeated counts once.',
      body: { json: { object: 'whatsapp_business_account', entry: [] } },
      answers: done,
    },
    receiveTelegram: {
      about:
        'Telegram delivers messages here, with the secret of the webhook. A delivery that is repeated counts once.',
      body: { json: { update_id: 1 } },
      answers: done,
    },
  },
};
