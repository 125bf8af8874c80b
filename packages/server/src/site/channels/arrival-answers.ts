/** Deals with each message that arrived by a channel, in the order of its conversation and exactly once. */
import { type ChannelName, cutCharacters, type Language, siteLimits } from '@baraza/contract';
import type { ChannelMessage } from '../../channels/channels.ts';
import type { Handler, Outcome } from '../../delivery/sender.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Item, settleItem } from '../../store/outbox.ts';
import {
  findConversation,
  lockConversation,
  updateConversation,
} from '../../store/site/conversations.ts';
import { findSite, type SiteRow } from '../../store/site/sites.ts';
import type { Writer } from '../../store/store.ts';
import { createBudget } from '../../voice/sound/byte-budget.ts';
import { askAsVisitor } from '../asks/ask.ts';
import type { Assistant } from '../assistant.ts';
import {
  append,
  giveToPerson,
  type Held,
  isWithPerson,
  returnOverdue,
  say,
} from '../conversations/conversation-log.ts';
import { awaitPerson, viewWish } from '../conversations/person-request.ts';
import { offeredTo } from '../features.ts';
import { transcribe } from '../voice/transcribe.ts';
import { channelWords, failed } from '../words.ts';
import type { StoredArrival } from './arrivals.ts';
import { conversationOf, enqueueSend } from './channel-sends.ts';
import { requireChannel } from './channels.ts';

interface Arrived {
  readonly assistant: Assistant;
  readonly arrival: {
    readonly item: Item;
    readonly channel: ChannelName;
    readonly conversation: string;
    readonly tries: number;
  };
  readonly site: SiteRow;
  readonly message: ChannelMessage;
  readonly signal: AbortSignal;
}

const transcribeMsMax = 75_000;
const triesMax = 4;
const memory = createBudget(64 * 1024 * 1024);

export function arrivalHandler(assistant: Assistant): Handler {
  return {
    attempt: (item, signal) =>
      attempt(assistant, item, signal).catch((cause: unknown): Outcome => {
        const [site] = conversationOf(item);
        if (!(cause instanceof Problem))
          assistant.log.warn('a message of a channel could not be answered', { site, cause });
        return { kind: 'refused', status: null, fault: 'it could not be answered' };
      }),
  };
}

async function attempt(assistant: Assistant, item: Item, signal: AbortSignal): Promise<Outcome> {
  const done: Outcome = { kind: 'delivered', status: null };
  const [siteId, conversation] = conversationOf(item);
  const site = await findSite(assistant.store, siteId);
  if (site === undefined) return done;
  const { channel, message } = JSON.parse(item.payload) as StoredArrival;
  const arrival = { item, channel, conversation, tries: item.tries };
  const arrived: Arrived = { assistant, arrival, site, message, signal };
  try {
    if (message.isEcho) await takeEcho(arrived);
    else await answerMessage(arrived);
  } catch (error) {
    // After several failures the message is stored without an answer, and the visitor gets one sentence.
    if (item.tries < triesMax || message.isEcho) throw error;
    const { content } = message;
    const text = content.kind === 'text' ? content.text : `[${kindOf(message)}]`;
    await keepAndReply(arrived, text, 'failed');
  }
  return done;
}

/** The message is dealt with: false if it was already. */
function finishArrival({ assistant, arrival }: Arrived, tx: Writer): Promise<boolean> {
  return settleItem(tx, arrival.item, 'delivered', assistant.clock());
}

/** What a person of the business wrote on the telephone takes the conversation over. */
async function takeEcho(arrived: Arrived): Promise<void> {
  const { assistant, site, message } = arrived;
  const profile = await assistant.profiles.headOf(site);
  const text = message.content.kind === 'text' ? message.content.text : `[${kindOf(message)}]`;
  await inConversation(arrived, async (tx, held) => {
    await giveToPerson(assistant, tx, held, 'WhatsApp', profile);
    await append(assistant, tx, held, {
      kind: 'person',
      author: 'WhatsApp',
      text: cutCharacters(text, 4_000),
      delivery: 'sent',
    });
  });
}

async function answerMessage(arrived: Arrived): Promise<void> {
  const { assistant, message } = arrived;
  const text = await textOf(arrived);
  if (text === undefined) return keepAndReply(arrived, `[${kindOf(message)}]`, 'unreadable');
  const word = text.length > 40 ? '' : text.trim().toLowerCase().replaceAll(/[.!]/g, '');
  if (optOutWords.has(word)) return changeOptOut(arrived, text, true);
  if (optInWords.has(word) && (await isOptedOut(arrived)))
    return changeOptOut(arrived, text, false);
  if (await isOptedOut(arrived))
    return inConversation(arrived, (tx, held) => keepText(assistant, tx, held, text));
  if (personRequests.has(word)) return requestPerson(arrived, text);
  await answerQuestion(arrived, greetingWords.has(word) ? 'Hello' : text).catch(
    (error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'quota') throw error;
      return keepAndReply(arrived, text, error.message);
    },
  );
}

const optOutWords = new Set('stop unsubscribe acha sitisha simamisha'.split(' '));
const optInWords = new Set(['start', '/start', 'anza', 'endelea']);
const personRequests = new Set(['person', 'human', 'agent', 'mtu', 'mhudumu']);
const greetingWords = new Set(['/start', 'start']);

/** The text of a message; that of a voice message is transcribed. Undefined if there is none. */
async function textOf(arrived: Arrived): Promise<string | undefined> {
  const { assistant, site, arrival, signal } = arrived;
  const { content } = arrived.message;
  if (content.kind === 'text') return content.text;
  const profile = await assistant.profiles.headOf(site);
  if (content.kind === 'other' || !offeredTo(assistant, profile).voice) return undefined;
  const { channel, settings } = await requireChannel(assistant, site.id, arrival.channel);
  const recording = await channel.fetchVoice(settings, content.media, signal);
  if (recording === undefined) return undefined;
  try {
    const given = { site, network: undefined, language: undefined, read: async () => recording };
    const { text } = await transcribe(assistant, memory, given, signal, transcribeMsMax);
    return text.trim() === '' ? undefined : text;
  } catch (error) {
    const isBusy = !(error instanceof Problem) || error.code === 'busy';
    if (isBusy && arrival.tries < triesMax) throw error;
    return undefined;
  }
}

function kindOf({ content }: ChannelMessage): string {
  return content.kind === 'other' ? content.what : content.kind;
}

/** Runs work on the conversation, and marks the message as dealt with, in one transaction. */
function inConversation(
  arrived: Arrived,
  work: (tx: Writer, held: Held) => Promise<void>,
): Promise<void> {
  const { assistant, arrival, site } = arrived;
  return assistant.store.write(async (tx) => {
    const row = await lockConversation(tx, site.id, arrival.conversation);
    if (!(await finishArrival(arrived, tx)) || row === undefined) return;
    const held: Held = { row, secret: undefined };
    await returnOverdue(assistant, tx, held);
    await work(tx, held);
  });
}

/** Stores the message of the visitor and replies with one sentence, unless a person has the conversation. */
async function keepAndReply(arrived: Arrived, text: string, sentence: string): Promise<void> {
  const { assistant, site } = arrived;
  const { languages } = await assistant.profiles.headOf(site);
  await inConversation(arrived, async (tx, held) => {
    await keepText(assistant, tx, held, text);
    if (isWithPerson(held.row, assistant.clock()) || held.row.opted_out_at !== null) return;
    const language = held.row.language ?? languages[0] ?? 'en';
    await say(assistant, tx, held, wordsOf(sentence, language));
  });
}

function wordsOf(sentence: string, language: Language): string {
  if (sentence === 'unreadable') return channelWords[language].unreadable;
  return sentence === 'failed' ? failed[language] : sentence;
}

async function keepText(assistant: Assistant, tx: Writer, held: Held, text: string): Promise<void> {
  const kept = cutCharacters(text, siteLimits.questionCharactersMax);
  await append(assistant, tx, held, { kind: 'visitor', author: null, text: kept });
}

async function isOptedOut({ assistant, site, arrival }: Arrived): Promise<boolean> {
  const row = await findConversation(assistant.store, site.id, arrival.conversation);
  return row !== undefined && row.opted_out_at !== null;
}

async function changeOptOut(arrived: Arrived, text: string, isOut: boolean): Promise<void> {
  const { assistant, site } = arrived;
  const { languages } = await assistant.profiles.headOf(site);
  await inConversation(arrived, async (tx, held) => {
    await keepText(assistant, tx, held, text);
    const wasOut = held.row.opted_out_at !== null;
    held.row = { ...held.row, opted_out_at: isOut ? assistant.clock() : null };
    await updateConversation(tx, held.row);
    if (isOut && wasOut) return;
    const words = channelWords[held.row.language ?? languages[0] ?? 'en'];
    await say(assistant, tx, held, isOut ? words.optedOut : words.optedIn, 'notice');
  });
}

async function requestPerson(arrived: Arrived, text: string): Promise<void> {
  const { assistant, site } = arrived;
  const profile = await assistant.profiles.headOf(site);
  await inConversation(arrived, async (tx, held) => {
    await keepText(assistant, tx, held, text);
    if (isWithPerson(held.row, assistant.clock())) return;
    await awaitPerson(assistant, tx, site, held, profile);
    const language = held.row.language ?? profile.languages[0] ?? 'en';
    await say(assistant, tx, held, viewWish(held, profile, language, assistant.clock()).message);
  });
}

/** A question like any other; its answer, the outbox and the end of the arrival are one transaction. */
async function answerQuestion(arrived: Arrived, text: string): Promise<void> {
  const { assistant, arrival, site, message, signal } = arrived;
  const peer = `${arrival.channel} ${message.peers[0]}`;
  const asked = {
    question: cutCharacters(text.trim(), siteLimits.questionCharactersMax),
    conversation: arrival.conversation,
  };
  const events = await askAsVisitor(assistant, { site, network: peer }, asked, signal, {
    isCounted: arrival.tries > 1,
    inChannel: {
      channel: arrival.channel,
      settle: async (tx, held, reply) => {
        if (!(await finishArrival(arrived, tx))) throw new Error('the message was answered before');
        if (reply.text !== '') await enqueueSend(assistant, tx, held.row, reply);
      },
    },
  });
  for await (const event of events)
    if (event.type === 'done' && event.done.error !== undefined)
      throw new Problem('busy', event.done.error.error);
}
