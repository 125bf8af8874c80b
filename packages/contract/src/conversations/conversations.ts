/** Conversations of visitors with the assistant and with people, on the website and in other channels. */
import { z } from 'zod';
import { hasAtLeast, hasAtMost } from '../characters.ts';
import { isPersonName, wrongPersonName } from '../contacts/person-name.ts';
import { publicQuerySchema } from '../site-requests.ts';
import { leadSchema, questionSchema } from '../site-responses.ts';
import { languages } from '../site-vocabulary.ts';
import { hourMs, KB } from '../units.ts';
import { listed } from '../vocabulary.ts';

export const conversationStates = ['assistant', 'waiting', 'person', 'closed'] as const;
export type ConversationState = (typeof conversationStates)[number];

export const channelNames = ['whatsapp', 'telegram'] as const;
export type ChannelName = (typeof channelNames)[number];

export const conversationChannels = ['web', ...channelNames] as const;
export type ConversationChannel = (typeof conversationChannels)[number];

const messageAuthors = ['visitor', 'assistant', 'person'] as const;

export const conversationLimits = {
  /** Telegram and WhatsApp accept 4,096. */
  messageCharactersMax: 4_000,
  nameCharactersMax: 100,
  /** In one response; `before` requests older ones. */
  messagesShownMax: 1_000,
  /** Per site. */
  savedAnswersMax: 100,
  peopleHoursDefault: 12,
  peopleHoursMax: 24 * 30,
  secretCharacters: 32,
  /** Open event streams of visitors in one process, of one site, and of one conversation. */
  streamsMax: 10_000,
  streamsPerSiteMax: 5_000,
  streamsPerConversationMax: 10,
  /** Streams of owners, which do not count as streams of visitors. */
  ownerStreamsPerSiteMax: 100,
  whatsappWindowMs: 24 * hourMs,
  channelBodyBytesMax: 3_072 * KB,
  channelSecretCharactersMax: 2_000,
} as const;

// Older applications sent the 22 characters without a prefix.
const idForm = /^(?:c_)?[A-Za-z0-9_-]{22}$/;

/** Any other text in `conversation` is only a label of the questions. */
export function isConversationId(text: string): boolean {
  return idForm.test(text);
}

const time = z.iso.datetime();
const language = z.enum(languages);
const bodyError = { error: 'The body must be a JSON object.' };

export const messageSchema = z
  .object({
    id: z.string(),
    from: z.enum(messageAuthors),
    text: z.string(),
    at: time,
    /** The name of the person. */
    name: z.string().optional(),
    /** Only for an answer of the assistant. */
    answered: z.boolean().optional(),
    /** The id of the question, for a question and for its answer. */
    question: z.string().optional(),
    /** In a channel: whether the visitor's service has accepted the message. */
    delivery: z.enum(['pending', 'sent', 'failed']).optional(),
    /** Why the message was not delivered. */
    fault: z.string().optional(),
  })
  .meta({ id: 'Message' });
export type ConversationMessage = z.output<typeof messageSchema>;

const lastMessageSchema = z
  .object({
    from: z.enum(messageAuthors),
    text: z.string(),
    at: time,
    /** Only for an answer of the assistant: what the visitor asked. */
    asked: z.string().optional(),
  })
  .meta({ id: 'LastMessage' });

export const conversationSchema = z
  .object({
    id: z.string(),
    state: z.enum(conversationStates),
    channel: z.enum(conversationChannels),
    language: language.nullable(),
    /** The visitor's name in a channel. */
    name: z.string().nullable(),
    contact: z.string().nullable(),
    last: lastMessageSchema.nullable(),
    /** Messages of the visitor that no person has read. */
    unread: z.int(),
    /** The person who answers in this conversation. */
    with: z.string().nullable(),
    created_at: time,
    /** Until when the channel delivers messages; absent if it has no such limit. */
    open_until: time.nullable().optional(),
    /** Set if the visitor wants no more messages. */
    opted_out: z.literal(true).optional(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.output<typeof conversationSchema>;

export const conversationListSchema = z
  .object({
    conversations: z.array(conversationSchema),
    next: z.string().nullable(),
    /** How many conversations wait for a person, up to 1,000; the filter does not apply. */
    waiting: z.int(),
    /** The same for each state. */
    counts: z.record(z.enum(conversationStates), z.int()),
  })
  .meta({ id: 'ConversationList' });
export type ConversationList = z.output<typeof conversationListSchema>;

/** A change of the state, between the messages. */
const stateChangeSchema = z
  .object({
    id: z.string(),
    state: z.enum(conversationStates),
    at: time,
    by: z.string().nullable(),
  })
  .meta({ id: 'StateChange' });
export type StateChange = z.output<typeof stateChangeSchema>;

export const conversationDetailsSchema = conversationSchema
  .extend({
    messages: z.array(messageSchema),
    changes: z.array(stateChangeSchema),
    /** The value of `before` for older messages; null if there are none. */
    next: z.string().nullable(),
  })
  .meta({ id: 'ConversationDetails' });
export type ConversationDetails = z.output<typeof conversationDetailsSchema>;

const eventOf = { conversation: z.string() };
export const conversationEventSchema = z
  .discriminatedUnion('type', [
    messageSchema.extend({ ...eventOf, type: z.literal('message') }),
    z.object({
      ...eventOf,
      type: z.literal('state'),
      state: z.enum(conversationStates),
      with: z.string().nullable(),
      at: time,
    }),
    z.object({ ...eventOf, type: z.literal('typing'), from: z.enum(['visitor', 'person']) }),
  ])
  .meta({ id: 'ConversationEvent' });
export type ConversationEvent = z.output<typeof conversationEventSchema>;

const messageText = z
  .string({ error: ({ input }) => `text ${input === undefined ? 'is required' : 'must be text'}.` })
  .transform((value) => value.trim())
  .refine(
    (value) => hasAtLeast(value, 1) && hasAtMost(value, conversationLimits.messageCharactersMax),
    {
      error: `text must have 1 to ${conversationLimits.messageCharactersMax} characters.`,
    },
  )
  .meta({ minLength: 1, maxLength: conversationLimits.messageCharactersMax });

/** The name that visitors see; by default that of the credential. */
const personName = z
  .preprocess(
    (value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined),
    z
      .string()
      .refine((value) => hasAtMost(value, conversationLimits.nameCharactersMax), {
        error: `name must have at most ${conversationLimits.nameCharactersMax} characters.`,
      })
      .refine(isPersonName, wrongPersonName)
      .optional(),
  )
  .meta({
    maxLength: conversationLimits.nameCharactersMax,
    description: 'The name of the person that visitors see.',
  });

export const personMessageSchema = z
  .object({ text: messageText, name: personName }, bodyError)
  .meta({ id: 'PersonMessage' });

export const newSavedAnswerSchema = z
  .object({ text: messageText }, bodyError)
  .meta({ id: 'NewSavedAnswer' });
export const savedAnswerSchema = z
  .object({ id: z.string(), text: z.string() })
  .meta({ id: 'SavedAnswer' });
export type SavedAnswer = z.output<typeof savedAnswerSchema>;
export const savedAnswerListSchema = z
  .object({ answers: z.array(savedAnswerSchema) })
  .meta({ id: 'SavedAnswerList' });
export type SavedAnswerList = z.output<typeof savedAnswerListSchema>;

/** The name is in the query, because these calls have no body. */
export const takeQuerySchema = z.object({ name: personName });

const oneOf = <const Words extends readonly string[]>(field: string, words: Words) =>
  z.enum(words, { error: `${field} must be one of ${listed(words)}.` }).optional();
const limit = z
  .string()
  .refine((value) => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= 1_000, {
    error: 'limit must be a number from 1 to 1000.',
  })
  .transform(Number)
  .optional()
  .meta({
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    description: 'How many entries a page has.',
  });

export const conversationsQuerySchema = z.object({
  state: oneOf('state', conversationStates).meta({
    description: 'Only conversations in this state.',
  }),
  channel: oneOf('channel', conversationChannels).meta({
    description: 'Only conversations in this channel.',
  }),
  cursor: z.string().optional().meta({ description: 'The `next` of the page before.' }),
  limit,
});
export type ConversationsQuery = z.output<typeof conversationsQuerySchema>;

export const conversationQuerySchema = z.object({
  before: z.string().optional().meta({ description: 'The `next` of the messages before.' }),
});

const lastEventId = z
  .string()
  .optional()
  .meta({ description: 'As Last-Event-ID: the stream continues after this event.' });

export const ownerEventsQuerySchema = z.object({ last_event_id: lastEventId });

/** The secret may be in the query, because pages cannot set headers of an EventSource. */
export const visitorEventsQuerySchema = z.object({
  ...publicQuerySchema.shape,
  language: z
    .string()
    .optional()
    .meta({ description: 'sw or en; by default that of the browser.' }),
  conversation_secret: z
    .string()
    .optional()
    .meta({ description: 'The secret of the conversation, from the first `done` of an ask.' }),
  secret: z.string().optional().meta({ description: 'An older name of `conversation_secret`.' }),
  last_event_id: lastEventId,
});

export const personAskedSchema = z
  .object({
    state: z.enum(conversationStates),
    with: z.string().nullable(),
    /** Whether the business is open now; null if it has no hours. */
    open: z.boolean().nullable(),
    /** When it opens next, if it is closed now. */
    opens_at: time.nullable(),
    message: z.string(),
    conversation_secret: z.string().optional(),
  })
  .meta({ id: 'PersonAsked' });
export type PersonAsked = z.output<typeof personAskedSchema>;

export const peopleQuerySchema = z.object({
  /** Required; checked after the site has been found. */
  contact: z.string().optional().meta({
    description: 'A telephone number, an e-mail address or a name in a channel; required.',
  }),
});

/** A telephone number, an address or a name in a channel. */
export const contactSchema = z
  .string({ error: 'contact is required.' })
  .transform((value) => value.trim())
  .refine((value) => hasAtLeast(value, 3) && hasAtMost(value, 200), {
    error: 'contact must have 3 to 200 characters.',
  });

export const personExportSchema = z
  .object({
    contact: z.string(),
    questions: z.array(questionSchema),
    leads: z.array(leadSchema),
    conversations: z.array(conversationDetailsSchema),
  })
  .meta({ id: 'PersonExport' });
export const personErasedSchema = z
  .object({
    deleted: z.literal(true),
    questions: z.int(),
    leads: z.int(),
    conversations: z.int(),
  })
  .meta({ id: 'PersonErased' });

const secret = (field: string) =>
  z
    .string({
      error: ({ input }) => `${field} ${input === undefined ? 'is required' : 'must be text'}.`,
    })
    .transform((value) => value.trim())
    .refine(
      (value) => value.length >= 1 && value.length <= conversationLimits.channelSecretCharactersMax,
      {
        error: `${field} must have 1 to ${conversationLimits.channelSecretCharactersMax} characters.`,
      },
    );

export const whatsappSettingsSchema = z
  .object(
    {
      phone_number_id: secret('phone_number_id').refine((value) => /^\d{1,40}$/.test(value), {
        error: 'phone_number_id must be the number that Meta shows, digits only.',
      }),
      access_token: secret('access_token'),
      app_secret: secret('app_secret'),
      verify_token: secret('verify_token'),
    },
    bodyError,
  )
  .meta({ id: 'WhatsappSettings' });
export const telegramSettingsSchema = z
  .object(
    {
      token: secret('token').refine((value) => /^\d{1,20}:[A-Za-z0-9_-]{10,100}$/.test(value), {
        error: 'token must be the one that BotFather gave, like 123456:ABC….',
      }),
    },
    bodyError,
  )
  .meta({ id: 'TelegramSettings' });

/** A channel without its secrets. */
export const channelSchema = z
  .object({
    channel: z.enum(channelNames),
    /** The address that the service calls. */
    webhook_url: z.string(),
    phone_number_id: z.string().optional(),
    created_at: time,
    last_received_at: time.nullable(),
    last_sent_at: time.nullable(),
    /** The last failure since the last success. */
    fault: z.string().nullable(),
  })
  .meta({ id: 'Channel' });
export type Channel = z.output<typeof channelSchema>;
export const channelListSchema = z
  .object({ channels: z.array(channelSchema) })
  .meta({ id: 'ChannelList' });
export type ChannelList = z.output<typeof channelListSchema>;

export const channelTrialSchema = z
  .object({
    ok: z.boolean(),
    channel: z.enum(channelNames),
    /** The name of the account in the service. */
    name: z.string().nullable(),
    error: z.string().optional(),
  })
  .meta({ id: 'ChannelTrial' });
export type ChannelTrial = z.output<typeof channelTrialSchema>;
