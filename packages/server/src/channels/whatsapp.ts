/** WhatsApp by Meta's Cloud API. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { siteLimits } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import type {
  Channel,
  ChannelCall,
  ChannelMessage,
  ChannelNews,
  ChannelSettings,
  SendReport,
  SendResult,
  TrialResult,
} from './channels.ts';
import { callService, faultOf, fetchFile, objectAt, objectsIn, textAt } from './service-call.ts';

const version = 'v23.0';
type Fields = { readonly [field: string]: unknown };

export function openWhatsapp(baseUrl = 'https://graph.facebook.com'): Channel {
  const urlOf = (path: string) => `${baseUrl}/${version}/${path}`;
  const tokenOf = ({ access_token: token = '' }: ChannelSettings) => ({ token });
  const trial = async (settings: ChannelSettings, signal: AbortSignal): Promise<TrialResult> => {
    const fields = 'verified_name,display_phone_number';
    const url = urlOf(`${settings.phone_number_id}?fields=${fields}`);
    try {
      const { status, json } = await callService(url, signal, tokenOf(settings));
      if (status !== 200) return { fault: errorOf(json, status), isRefused: status < 500 };
      return { name: textAt(json.verified_name) ?? textAt(json.display_phone_number) ?? null };
    } catch (cause) {
      return { fault: faultOf(cause), isRefused: false };
    }
  };
  return {
    reportsSends: true,
    admits: (_settings, header) => signatureForm.test(header('x-hub-signature-256') ?? ''),
    verify: isSigned,
    read: readNews,
    send: async (settings, { peer, contact }, { id, text }, signal): Promise<SendResult> => {
      const digits = contact?.replaceAll(/\D/g, '') ?? '';
      // A visitor without a telephone number is reached by the user id.
      const to = digits === '' ? { recipient: peer } : { to: digits };
      const body = {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        ...to,
        type: 'text',
        text: { preview_url: false, body: text },
        // Meta repeats it in its reports.
        biz_opaque_callback_data: id,
      };
      try {
        const url = urlOf(`${settings.phone_number_id}/messages`);
        const { status, json } = await callService(url, signal, { body, ...tokenOf(settings) });
        if (status >= 200 && status < 300)
          return { outsideId: textAt(objectsIn(json.messages)[0]?.id) ?? null };
        const isFinal = status >= 400 && status < 500 && status !== 429 && !isThrottled(json);
        return { fault: errorOf(json, status), isFinal, status };
      } catch (cause) {
        return { fault: faultOf(cause), isFinal: false, status: null };
      }
    },
    fetchVoice: async (settings, media, signal) => {
      const about = await callService(urlOf(encodeURIComponent(media)), signal, tokenOf(settings));
      if (about.status >= 500 || about.status === 429)
        throw new Problem('upstream', `WhatsApp answered ${about.status} for a recording.`);
      const url = textAt(about.json.url, 4_000);
      if (url === undefined || !URL.canParse(url) || !isMetaUrl(url, baseUrl)) return undefined;
      const allowPrivate = new URL(url).host === new URL(baseUrl).host;
      const bytesMax = siteLimits.audioBytesMax;
      return fetchFile(url, signal, { ...tokenOf(settings), allowPrivate, bytesMax });
    },
    trial,
    // Meta's API cannot register the webhook: the owner enters the address and the verify token.
    connect: async () => ({ name: null }),
    disconnect: async () => {},
  };
}

const signatureForm = /^sha256=[0-9a-f]{64}$/;

function isSigned(settings: ChannelSettings, { header, body }: ChannelCall): boolean {
  const given = header('x-hub-signature-256') ?? '';
  const digest = createHmac('sha256', settings.app_secret ?? '')
    .update(body)
    .digest('hex');
  const expected = Buffer.from(`sha256=${digest}`);
  const sent = Buffer.from(given);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

// The token is sent only to hosts of Meta, or to the server that is configured instead.
function isMetaUrl(url: string, baseUrl: string): boolean {
  const { hostname, host, protocol } = new URL(url);
  if (host === new URL(baseUrl).host) return true;
  return (
    protocol === 'https:' &&
    /(?:^|\.)(?:fbsbx|facebook|whatsapp|fbcdn)\.(?:com|net)$/.test(hostname)
  );
}

function errorOf(json: Fields, status: number): string {
  const { code, message } = objectAt(json.error);
  return `WhatsApp: ${textAt(message, 1_000)?.slice(0, 300) ?? `status ${status}`}${
    typeof code === 'number' ? ` (${code})` : ''
  }`;
}

// Too many calls or messages; these come with status 400.
const throttled: ReadonlySet<unknown> = new Set([4, 80007, 130429, 131048, 131056]);

function isThrottled(json: Fields): boolean {
  return throttled.has(objectAt(json.error).code);
}

function readNews(settings: ChannelSettings, body: unknown): ChannelNews {
  const values = objectsIn(objectAt(body).entry)
    .flatMap(({ changes }) => objectsIn(changes))
    .map(({ value }) => objectAt(value))
    .filter(
      ({ metadata }) => textAt(objectAt(metadata).phone_number_id) === settings.phone_number_id,
    );
  return {
    messages: values.flatMap((value) => [
      ...objectsIn(value.messages).flatMap((message) => readMessage(value, message)),
      ...objectsIn(value.message_echoes).flatMap((message) => readEcho(value, message)),
    ]),
    reports: values.flatMap(({ statuses }) => objectsIn(statuses)).flatMap(readReport),
  };
}

function readReport(given: Fields): readonly SendReport[] {
  const outsideId = textAt(given.id);
  const messageId = textAt(given.biz_opaque_callback_data);
  if (outsideId === undefined) return [];
  const [error] = objectsIn(given.errors);
  if (given.status === 'failed') {
    const fault = errorOf({ error: { ...error, message: error?.message ?? error?.title } }, 0);
    return [{ outsideId, messageId, fault }];
  }
  return messageId === undefined ? [] : [{ outsideId, messageId, fault: undefined }];
}

// What visitors do without writing anything.
const silent: ReadonlySet<unknown> = new Set([
  'reaction',
  'system',
  'unsupported',
  'request_welcome',
]);

function readMessage(value: Fields, message: Fields): readonly ChannelMessage[] {
  // What is written in groups is not a conversation with a visitor.
  if (silent.has(message.type) || message.group_id !== undefined) return [];
  const number = textAt(message.from);
  const userId = textAt(message.from_user_id);
  const sender = objectsIn(value.contacts).find(
    ({ wa_id, user_id }) =>
      (number !== undefined && textAt(wa_id) === number) ||
      (userId !== undefined && textAt(user_id) === userId),
  );
  return readOne(message, {
    number: number ?? textAt(sender?.wa_id),
    userId: userId ?? textAt(sender?.user_id),
    name: textAt(objectAt(sender?.profile).name) ?? null,
    isEcho: false,
  });
}

function readEcho(_value: Fields, message: Fields): readonly ChannelMessage[] {
  return readOne(message, {
    number: textAt(message.to),
    userId: textAt(message.to_user_id),
    name: null,
    isEcho: true,
  });
}

interface Sender {
  readonly number: string | undefined;
  readonly userId: string | undefined;
  readonly name: string | null;
  readonly isEcho: boolean;
}

function readOne(
  message: Fields,
  { number, userId, name, isEcho }: Sender,
): readonly ChannelMessage[] {
  const outsideId = textAt(message.id);
  const [first, ...rest] = [userId, number].filter((id) => id !== undefined);
  if (outsideId === undefined || first === undefined) return [];
  const seconds = Number(textAt(message.timestamp) ?? 0);
  return [
    {
      outsideId,
      peers: [first, ...rest],
      name,
      contact: number !== undefined && /^\d+$/.test(number) ? `+${number}` : null,
      sortKey: String(Number.isSafeInteger(seconds) ? seconds : 0).padStart(13, '0'),
      content: contentOf(message),
      isEcho,
    },
  ];
}

function contentOf(message: Fields): ChannelMessage['content'] {
  const { type } = message;
  const interactive = objectAt(message.interactive);
  const text =
    textAt(objectAt(message.text).body, 10_000) ??
    textAt(objectAt(message.button).text, 10_000) ??
    textAt(objectAt(interactive.button_reply).title) ??
    textAt(objectAt(interactive.list_reply).title);
  if (text !== undefined && text.trim() !== '') return { kind: 'text', text };
  const media = type === 'audio' ? textAt(objectAt(message.audio).id) : undefined;
  if (media !== undefined) return { kind: 'voice', media };
  return { kind: 'other', what: textAt(type, 40) ?? 'message' };
}
