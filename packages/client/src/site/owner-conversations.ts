/** The calls of owners about conversations and channels. */
import type {
  Channel,
  ChannelList,
  ChannelName,
  ChannelTrial,
  Conversation,
  ConversationChannel,
  ConversationDetails,
  ConversationList,
  ConversationMessage,
  ConversationState,
  SavedAnswer,
  SavedAnswerList,
} from '@baraza/contract';
import { segment } from '../transport/address.ts';
import type { Call, CallOptions } from '../transport/call.ts';
import { repeatRefused } from '../transport/retry.ts';

export type OwnerConversations = {
  /** Newest first. */
  readonly conversations: (
    site: string,
    options?: ListConversationsOptions,
  ) => Promise<ConversationList>;
  readonly conversation: (
    site: string,
    id: string,
    options?: CallOptions,
  ) => Promise<ConversationDetails>;
  /** A person writes to the visitor, and so takes the conversation over. */
  readonly writeMessage: (
    site: string,
    id: string,
    message: { readonly text: string; readonly name?: string | undefined },
    options?: CallOptions,
  ) => Promise<ConversationMessage>;
  /** `release`: the assistant answers again; `read`: the messages were read. */
  readonly changeConversation: (
    site: string,
    id: string,
    action: 'take' | 'release' | 'close' | 'read',
    options?: CallOptions,
  ) => Promise<Conversation>;
  readonly showTyping: (site: string, id: string, options?: CallOptions) => Promise<void>;
  readonly deleteConversation: (site: string, id: string, options?: CallOptions) => Promise<void>;
  /** Answers that the people of the site use again. */
  readonly savedAnswers: (site: string, options?: CallOptions) => Promise<SavedAnswerList>;
  readonly saveAnswer: (site: string, text: string, options?: CallOptions) => Promise<SavedAnswer>;
  readonly deleteSavedAnswer: (site: string, id: string, options?: CallOptions) => Promise<void>;
  readonly channels: (site: string, options?: CallOptions) => Promise<ChannelList>;
  readonly connectChannel: (
    site: string,
    channel: ChannelName,
    settings: { readonly [field: string]: string },
    options?: CallOptions,
  ) => Promise<Channel>;
  readonly testChannel: (
    site: string,
    channel: ChannelName,
    options?: CallOptions,
  ) => Promise<ChannelTrial>;
  readonly deleteChannel: (
    site: string,
    channel: ChannelName,
    options?: CallOptions,
  ) => Promise<void>;
};

type ListConversationsOptions = CallOptions & {
  readonly state?: ConversationState | undefined;
  readonly channel?: ConversationChannel | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

export function ownerConversations(
  json: <Value>(call: Call) => Promise<Value>,
): OwnerConversations {
  const of = (site: string, rest: string) => `/v1/admin/sites/${segment(site)}${rest}`;
  const one = (site: string, id: string, rest = '') =>
    of(site, `/conversations/${segment(id)}${rest}`);
  return {
    conversations: (site, { state, channel, limit, cursor, ...options } = {}) =>
      json({
        method: 'GET',
        path: of(site, '/conversations'),
        query: { state, channel, limit, cursor },
        options,
      }),
    conversation: (site, id, options) => json({ method: 'GET', path: one(site, id), options }),
    writeMessage: (site, id, message, options) =>
      json({
        method: 'POST',
        path: one(site, id, '/messages'),
        json: message,
        options,
        repeat: repeatRefused,
      }),
    changeConversation: (site, id, action, options) =>
      json({ method: 'POST', path: one(site, id, `/${action}`), options }),
    showTyping: async (site, id, options) =>
      void (await json<unknown>({ method: 'POST', path: one(site, id, '/typing'), options })),
    deleteConversation: async (site, id, options) =>
      void (await json<unknown>({ method: 'DELETE', path: one(site, id), options })),
    savedAnswers: (site, options) =>
      json({ method: 'GET', path: of(site, '/saved-answers'), options }),
    saveAnswer: (site, text, options) =>
      json({ method: 'POST', path: of(site, '/saved-answers'), json: { text }, options }),
    deleteSavedAnswer: async (site, id, options) =>
      void (await json<unknown>({
        method: 'DELETE',
        path: of(site, `/saved-answers/${segment(id)}`),
        options,
      })),
    channels: (site, options) => json({ method: 'GET', path: of(site, '/channels'), options }),
    connectChannel: (site, channel, settings, options) =>
      json({ method: 'PUT', path: of(site, `/channels/${channel}`), json: settings, options }),
    testChannel: (site, channel, options) =>
      json({ method: 'POST', path: of(site, `/channels/${channel}/test`), options }),
    deleteChannel: async (site, channel, options) =>
      void (await json<unknown>({
        method: 'DELETE',
        path: of(site, `/channels/${channel}`),
        options,
      })),
  };
}
