/** Messages that a service delivers: each is stored once, in its conversation, before the service is answered. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type ChannelName, cutCharacters, siteLimits } from '@baraza/contract';
import type { ChannelCall, ChannelMessage, SendReport } from '../../channels/channels.ts';
import { parseJson } from '../../kernel/json/json.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  aboutOf,
  countWaitingOfSite,
  isStored,
  type NewItem,
  receiverOf,
} from '../../store/outbox.ts';
import { noteReceived } from '../../store/site/channels.ts';
import {
  type ConversationRow,
  findPeer,
  lockConversation,
  updateConversation,
} from '../../store/site/conversations.ts';
import { assertTaking } from '../../store/site/frozen-sites.ts';
import { noteAccepted, setDelivery } from '../../store/site/messages.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { sql, type Writer } from '../../store/store.ts';
import { type LogContext, openConversation } from '../conversations/conversation-log.ts';
import { type ChannelContext, requireChannel } from './channels.ts';

type ArrivalContext = ChannelContext & LogContext;

const depthMax = 32;
const pendingMax = 5_000;

/** The answer to Meta's check of the address. */
export async function answerChallenge(
  context: ChannelContext,
  site: SiteRow,
  query: { readonly [name: string]: string | undefined },
): Promise<string> {
  const { settings } = await requireChannel(context, site.id, 'whatsapp');
  const given = Buffer.from(query['hub.verify_token'] ?? '');
  const wanted = Buffer.from(settings.verify_token ?? '');
  const isRight = given.length === wanted.length && timingSafeEqual(given, wanted);
  if (!isRight || query['hub.mode'] !== 'subscribe')
    throw new Problem('unauthorized', 'The verify token is not the one of this site.');
  return query['hub.challenge'] ?? '';
}

/** Refuses a call that cannot come from the service, before its body is read. */
export async function admitCall(
  context: ChannelContext,
  site: SiteRow,
  name: ChannelName,
  header: ChannelCall['header'],
): Promise<void> {
  const { channel, settings } = await requireChannel(context, site.id, name);
  if (!channel.admits(settings, header)) throw notSigned();
}

function notSigned(): Problem {
  return new Problem('unauthorized', 'The signature of this call is missing or wrong.');
}

/** Stores the messages of a call in one transaction. A call that the service did not sign is refused. */
export async function receiveCall(
  context: ArrivalContext,
  site: SiteRow,
  name: ChannelName,
  call: ChannelCall,
): Promise<void> {
  const { store, clock, conversationUpdates } = context;
  const { channel, settings } = await requireChannel(context, site.id, name);
  if (!channel.verify(settings, call)) throw notSigned();
  const { messages, reports } = channel.read(settings, parseJson(call.body, depthMax));
  if (messages.length === 0 && reports.length === 0) return;
  // The service delivers it again later.
  if ((await countWaitingOfSite(store, 'arrival', site.id)) >= pendingMax)
    throw new Problem('busy', 'Too many messages wait for an answer.', { retryAfterSeconds: 60 });
  await store.write(async (tx) => {
    await assertTaking(tx, site.id);
    for (const message of messages) await storeArrival(context, tx, site, name, message);
    for (const report of reports) await noteReport(tx, site.id, report);
    await noteReceived(tx, site.id, name, clock());
    if (reports.length > 0) tx.afterCommit(() => conversationUpdates.publish(site.id, ''));
  });
}

/** A report may come before the response to the send; after a crash there may be no such response. */
async function noteReport(tx: Writer, siteId: string, { outsideId, messageId, fault }: SendReport) {
  if (messageId !== undefined)
    await noteAccepted(tx, siteId, { id: messageId, outside_id: outsideId });
  if (fault !== undefined)
    await setDelivery(tx, siteId, sql`outside_id = ${outsideId}`, { delivery: 'failed', fault });
}

async function storeArrival(
  context: ArrivalContext,
  tx: Writer,
  site: SiteRow,
  channel: ChannelName,
  message: ChannelMessage,
): Promise<void> {
  const { outsideId, sortKey } = message;
  // Hashed: the id contains the number of the visitor, and outlives an erasure.
  const dedupe_key = `${site.id} ${channel} ${context.conversationSecrets.hashOf(outsideId)}`;
  if (await isStored(tx, dedupe_key)) return;
  const id = context.makeId('arrival');
  const { id: conversation } = await conversationOf(context, tx, site, channel, message);
  const arrival: StoredArrival = { channel, message };
  const item: NewItem = {
    id,
    kind: 'arrival',
    owner: site.owner_id,
    receiver: receiverOf(site.id, conversation),
    place: `${sortKey} ${id}`,
    created_at: context.clock(),
    about: aboutOf(site.id, conversation),
    dedupe_key,
    payload: JSON.stringify(arrival),
  };
  await context.outbox.enqueue(tx, item, Number.MAX_SAFE_INTEGER);
}

/** The payload of its item. */
export interface StoredArrival {
  readonly channel: ChannelName;
  readonly message: ChannelMessage;
}

/** The conversation of a visitor, by any of the ids; the preferred id is stored. */
async function conversationOf(
  context: ArrivalContext,
  tx: Writer,
  site: SiteRow,
  channel: ChannelName,
  { peers, name: given, contact, isEcho }: ChannelMessage,
): Promise<ConversationRow> {
  const [peer] = peers;
  const name = given && cutCharacters(given, siteLimits.shortCharactersMax);
  for (const known of peers) {
    const found = await findPeer(tx, site.id, channel, known);
    if (found === undefined) continue;
    const kept = {
      ...found,
      name: isEcho ? found.name : (name ?? found.name),
      contact: contact ?? found.contact,
    };
    const isNew = known !== peer || kept.name !== found.name || kept.contact !== found.contact;
    // Locked first: a person may be taking the conversation over at this moment.
    const held = isNew ? await lockConversation(tx, site.id, found.id) : undefined;
    if (held)
      await updateConversation(tx, { ...held, peer, name: kept.name, contact: kept.contact });
    return found;
  }
  const id = `c_${randomBytes(16).toString('base64url')}`;
  const details = { channel, language: null, peer, name, contact };
  const held = await openConversation(context, tx, site, id, details);
  // Another process has created the conversation at this moment.
  const row = held?.row ?? (await findPeer(tx, site.id, channel, peer));
  if (row === undefined) throw new Problem('busy', 'The conversation is being created.');
  return row;
}
