/** Calls for owners: conversations and channels. */
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

type ListConversationsOptions = CallOptions & {
  readonly state?: ConversationState | undefined;
  readonly channel?: ConversationChannel | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

export function ownerConversations(json: <Value>(call: Call) => Promise<Value>) {
  const pathOf = (site: string, rest: string) => `/v1/admin/sites/${segment(site)}${rest}`;
  const one = (site: string, id: string, rest = '') =>
    pathOf(site, `/conversations/${segment(id)}${rest}`);
  const get = <Value>(path: string, options: CallOptions | undefined) =>
    json<Value>({ method: 'GET', path, options });
  const remove = async (path: string, options: CallOptions | undefined) =>
    void (await json<unknown>({ method: 'DELETE', path, options }));
  return {
    /** Newest first. */
    conversations: (
      site: string,
      { state, channel, limit, cursor, ...options }: ListConversationsOptions = {},
    ): Promise<ConversationList> =>
      json({
        method: 'GET',
        path: pathOf(site, '/conversations'),
        query: { state, channel, limit, cursor },
        options,
      }),
    conversation: (site: string, id: string, options?: CallOptions): Promise<ConversationDetails> =>
      get(one(site, id), options),
    /** A person writes to the visitor, and so takes the conversation over. */
    writeMessage: (
      site: string,
      id: string,
      message: { readonly text: string; readonly name?: string | undefined },
      options?: CallOptions,
    ): Promise<ConversationMessage> =>
      json({
        method: 'POST',
        path: one(site, id, '/messages'),
        json: message,
        options,
        repeat: repeatRefused,
      }),
    /** `release`: the assistant answers again; `read`: the messages were read. */
    changeConversation: (
      site: string,
      id: string,
      action: 'take' | 'release' | 'close' | 'read',
      options?: CallOptions,
    ): Promise<Conversation> =>
      json({ method: 'POST', path: one(site, id, `/${action}`), options }),
    showTyping: async (site: string, id: string, options?: CallOptions): Promise<void> =>
      void (await json<unknown>({ method: 'POST', path: one(site, id, '/typing'), options })),
    deleteConversation: async (site: string, id: string, options?: CallOptions) =>
      remove(one(site, id), options),
    /** Saved answers, which the team of the site can use again. */
    savedAnswers: (site: string, options?: CallOptions): Promise<SavedAnswerList> =>
      get(pathOf(site, '/saved-answers'), options),
    saveAnswer: (site: string, text: string, options?: CallOptions): Promise<SavedAnswer> =>
      json({ method: 'POST', path: pathOf(site, '/saved-answers'), json: { text }, options }),
    deleteSavedAnswer: async (site: string, id: string, options?: CallOptions) =>
      remove(pathOf(site, `/saved-answers/${segment(id)}`), options),
    channels: (site: string, options?: CallOptions): Promise<ChannelList> =>
      get(pathOf(site, '/channels'), options),
    connectChannel: (
      site: string,
      channel: ChannelName,
      settings: { readonly [field: string]: string },
      options?: CallOptions,
    ): Promise<Channel> =>
      json({ method: 'PUT', path: pathOf(site, `/channels/${channel}`), json: settings, options }),
    testChannel: (
      site: string,
      channel: ChannelName,
      options?: CallOptions,
    ): Promise<ChannelTrial> =>
      json({ method: 'POST', path: pathOf(site, `/channels/${channel}/test`), options }),
    deleteChannel: async (site: string, channel: ChannelName, options?: CallOptions) =>
      remove(pathOf(site, `/channels/${channel}`), options),
  };
}
