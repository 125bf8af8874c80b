/** The channel port: a messaging service in which visitors write to a business. */
import type { ChannelName } from '@baraza/contract';

/** What the owner gave, and what connecting added; all of it is secret. */
export type ChannelSettings = { readonly [field: string]: string };

/** A request of the service to this server. */
export interface ChannelCall {
  readonly header: (name: string) => string | undefined;
  /** The raw bytes: signatures are made over them. */
  readonly body: Uint8Array;
}

export interface ChannelMessage {
  /** Its id in the service: a repeated delivery has the same. */
  readonly outsideId: string;
  /** The ids of the visitor, the preferred first; an older conversation may have another. */
  readonly peers: readonly [string, ...string[]];
  readonly name: string | null;
  /** The telephone number or public name; a visitor may have none. */
  readonly contact: string | null;
  /** In the order of these strings, the messages of a visitor were sent. */
  readonly sortKey: string;
  readonly content:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'voice'; readonly media: string }
    /** A picture or anything else; `what` is its kind in the service. */
    | { readonly kind: 'other'; readonly what: string };
  /** Whether the business wrote it, in the app of the service on a telephone. */
  readonly isEcho: boolean;
}

export interface ChannelNews {
  readonly messages: readonly ChannelMessage[];
  /** The outcome of sent messages, in any order. */
  readonly reports: readonly SendReport[];
}

export interface SendReport {
  readonly outsideId: string;
  /** Our id of the message; undefined if the service does not repeat it. */
  readonly messageId: string | undefined;
  /** Why it could not be delivered; undefined if the service has taken it. */
  readonly fault: string | undefined;
}

export type SendResult =
  | { readonly outsideId: string | null }
  | {
      readonly fault: string;
      /** Another attempt would fail too. */
      readonly isFinal: boolean;
      /** Null if there was no answer: the service may have taken the message. */
      readonly status: number | null;
      /** How long to wait before the next call. */
      readonly retryAfterMs?: number | undefined;
    };

interface Receiver {
  readonly peer: string;
  readonly contact: string | null;
}

export interface Channel {
  /** Whether reports say which messages the service has accepted, by our ids. */
  readonly reportsSends: boolean;
  /** Whether a call can come from the service, by its headers; if not, its body is not read. */
  readonly admits: (settings: ChannelSettings, header: ChannelCall['header']) => boolean;
  /** Whether the call comes from the service; compares in constant time. */
  readonly verify: (settings: ChannelSettings, call: ChannelCall) => boolean;
  /** Reads the body of a verified call; what it does not know is left out. */
  readonly read: (settings: ChannelSettings, body: unknown) => ChannelNews;
  readonly send: (
    settings: ChannelSettings,
    to: Receiver,
    message: { readonly id: string; readonly text: string },
    signal: AbortSignal,
  ) => Promise<SendResult>;
  /** The recording of a voice message; undefined if it is too large or gone. Rejects if it may be tried again. */
  readonly fetchVoice: (
    settings: ChannelSettings,
    media: string,
    signal: AbortSignal,
  ) => Promise<Uint8Array | undefined>;
  /** Checks the settings with the service; returns the name of the account there. */
  readonly trial: (settings: ChannelSettings, signal: AbortSignal) => Promise<TrialResult>;
  /** Registers the webhook with the service, if the service supports it; `secret` comes with each call then. */
  readonly connect: (
    settings: ChannelSettings,
    webhookUrl: string,
    signal: AbortSignal,
  ) => Promise<TrialResult>;
  /** Removes the webhook from the service, if the service supports it and can be reached. */
  readonly disconnect: (
    settings: ChannelSettings,
    webhookUrl: string,
    signal: AbortSignal,
  ) => Promise<void>;
}

export type TrialResult =
  | { readonly name: string | null }
  | {
      readonly fault: string /** Whether the service refused the settings. */;
      readonly isRefused: boolean;
    };

export type Channels = { readonly [name in ChannelName]: Channel };
