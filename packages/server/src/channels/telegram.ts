/** Telegram by its Bot API. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { siteLimits } from '@baraza/contract';
import { Problem } from '../kernel/problem.ts';
import type {
  Channel,
  ChannelCall,
  ChannelMessage,
  ChannelNews,
  ChannelSettings,
  SendResult,
  TrialResult,
} from './channels.ts';
import { callService, faultOf, fetchFile, objectAt, textAt } from './service-call.ts';

type Fields = { readonly [field: string]: unknown };

export function openTelegram(baseUrl = 'https://api.telegram.org'): Channel {
  const call = (settings: ChannelSettings, method: string, body: object, signal: AbortSignal) =>
    callService(`${baseUrl}/bot${settings.token}/${method}`, signal, { body });
  const tryCall = async (
    settings: ChannelSettings,
    method: string,
    body: object,
    signal: AbortSignal,
    nameIn: (result: Fields) => string | null,
  ): Promise<TrialResult> => {
    try {
      const { status, json } = await call(settings, method, body, signal);
      if (json.ok === true) return { name: nameIn(objectAt(json.result)) };
      return { fault: errorOf(json, status), isRefused: status === 401 || status === 404 };
    } catch (cause) {
      return { fault: faultOf(cause), isRefused: false };
    }
  };
  return {
    reportsSends: false,
    admits: isSecret,
    verify: (settings, { header }) => isSecret(settings, header),
    read: (_settings, body) => readNews(objectAt(body)),
    send: async (settings, { peer }, { text }, signal): Promise<SendResult> => {
      const body = { chat_id: peer, text, link_preview_options: { is_disabled: true } };
      try {
        const { status, json } = await call(settings, 'sendMessage', body, signal);
        if (json.ok === true) {
          const id = textAt(objectAt(json.result).message_id);
          return { outsideId: id === undefined ? null : `${peer}:${id}` };
        }
        const isFinal = status >= 400 && status < 500 && status !== 429;
        return {
          fault: errorOf(json, status),
          isFinal,
          status,
          retryAfterMs: retryAfterMsOf(json),
        };
      } catch (cause) {
        return { fault: faultOf(cause), isFinal: false, status: null };
      }
    },
    fetchVoice: async (settings, media, signal) => {
      const { status, json } = await call(settings, 'getFile', { file_id: media }, signal);
      if (status >= 500 || status === 429)
        throw new Problem('upstream', `Telegram answered ${status} for a recording.`);
      const path = textAt(objectAt(json.result).file_path);
      if (path === undefined || !/^[\w./-]+$/.test(path) || path.includes('..')) return undefined;
      const url = `${baseUrl}/file/bot${settings.token}/${path}`;
      return fetchFile(url, signal, { allowPrivate: true, bytesMax: siteLimits.audioBytesMax });
    },
    trial: (settings, signal) =>
      tryCall(settings, 'getMe', {}, signal, ({ username, first_name }) => {
        const name = textAt(username);
        return name === undefined ? (textAt(first_name) ?? null) : `@${name}`;
      }),
    connect: (settings, url, signal) => {
      const body = { url, secret_token: settings.secret_token, allowed_updates: ['message'] };
      return tryCall(settings, 'setWebhook', body, signal, () => null);
    },
    disconnect: async (settings, url, signal) => {
      // The bot may be connected to another site by now.
      const current = await tryCall(
        settings,
        'getWebhookInfo',
        {},
        signal,
        (info) => textAt(info.url) ?? null,
      );
      if ('name' in current && current.name === url)
        await tryCall(settings, 'deleteWebhook', {}, signal, () => null);
    },
  };
}

// Hashed first, so that the comparison takes the same time for texts of every length.
function isSecret(settings: ChannelSettings, header: ChannelCall['header']): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const given = header('x-telegram-bot-api-secret-token');
  const isEqual = timingSafeEqual(hash(given ?? ''), hash(settings.secret_token ?? ''));
  return isEqual && given !== undefined && given !== '';
}

function errorOf(json: Fields, status: number): string {
  return `Telegram: ${textAt(json.description, 1_000)?.slice(0, 300) ?? `status ${status}`}`;
}

/** How long to wait after too many messages. */
function retryAfterMsOf(json: Fields): number | undefined {
  const seconds = objectAt(json.parameters).retry_after;
  return typeof seconds === 'number' && seconds > 0 && seconds <= 86_400
    ? seconds * 1_000
    : undefined;
}

function readNews(update: Fields): ChannelNews {
  const message = objectAt(update.message);
  const chat = objectAt(message.chat);
  const from = objectAt(message.from);
  const [chatId, messageId] = [textAt(chat.id), textAt(message.message_id)];
  // Groups and channels are not conversations with a visitor.
  const isPrivate = chat.type === 'private' && from.is_bot !== true;
  if (chatId === undefined || messageId === undefined || !isPrivate)
    return { messages: [], reports: [] };
  const names = [textAt(chat.first_name), textAt(chat.last_name)].filter((name) => name);
  const username = textAt(chat.username);
  const one: ChannelMessage = {
    outsideId: `${chatId}:${messageId}`,
    peers: [chatId],
    name: names.length === 0 ? null : names.join(' '),
    contact: username === undefined ? null : `@${username}`,
    sortKey: messageId.padStart(13, '0'),
    content: contentOf(message),
    isEcho: false,
  };
  return { messages: [one], reports: [] };
}

const otherKinds = [
  'photo',
  'video',
  'document',
  'sticker',
  'location',
  'contact',
  'animation',
  'video_note',
];

function contentOf(message: Fields): ChannelMessage['content'] {
  const text = textAt(message.text, 10_000);
  if (text !== undefined && text.trim() !== '') return { kind: 'text', text };
  const media = textAt(objectAt(message.voice).file_id) ?? textAt(objectAt(message.audio).file_id);
  if (media !== undefined) return { kind: 'voice', media };
  return { kind: 'other', what: otherKinds.find((kind) => kind in message) ?? 'message' };
}
