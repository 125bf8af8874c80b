/** A visitor asks for a person. */
import { isConversationId, type Language, minuteMs, type PersonAsked } from '@baraza/contract';
import { nextOpening, spanAt } from '../../answers/fields/hours/opening.ts';
import { isoTime } from '../../kernel/clock.ts';
import { dateText, type LocalNow, localNow } from '../../kernel/language/calendar.ts';
import { clockText } from '../../kernel/language/clock-words.ts';
import { absent, Problem } from '../../kernel/problem.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Writer } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { enqueueNotices } from '../notices/notices.ts';
import type { ProfileHead } from '../profile/stored-profile.ts';
import type { VisitorInfo } from '../visits.ts';
import { personWords } from '../words.ts';
import { changeState, type Held, isWithPerson, openConversation } from './conversation-log.ts';
import type { ConversationContext } from './conversations.ts';

type PersonContext = ConversationContext & Pick<Assistant, 'log' | 'outbox'>;

interface PersonWish extends Pick<VisitorInfo, 'visitor' | 'secret'> {
  readonly conversation: string;
  readonly language: Language;
}

/** The conversation waits for a person, and the owner is notified at once. Repeats change nothing. */
export async function askForPerson(
  context: PersonContext,
  site: SiteRow,
  { conversation, secret, visitor, language }: PersonWish,
): Promise<PersonAsked> {
  const profile = await context.profiles.headOf(site);
  if (!profile.people)
    throw new Problem('not_found', 'This assistant does not connect visitors with people.');
  if (!isConversationId(conversation)) throw absent('conversation');
  return context.store.write(async (tx) => {
    const held = await openConversation(context, tx, site, conversation, {
      channel: 'web',
      language,
      visitor,
    });
    if (held === undefined) throw absent('conversation');
    const { secret_hash: hash } = held.row;
    if (secret !== undefined && !context.conversationSecrets.isRight(secret, hash))
      throw absent('conversation');
    await awaitPerson(context, tx, site, held, profile);
    return viewWish(held, profile, language, context.clock());
  });
}

/** In a transaction: does nothing if the conversation waits already, or a person has it. */
export async function awaitPerson(
  context: PersonContext,
  tx: Writer,
  site: SiteRow,
  held: Held,
  profile: Pick<ProfileHead, 'notify'>,
): Promise<void> {
  const nowMs = context.clock();
  if (held.row.state === 'waiting' || isWithPerson(held.row, nowMs)) return;
  // The feed of the site is locked first, the row of the site second: the same order everywhere, against deadlocks.
  await changeState(context, tx, held, { state: 'waiting', by: null });
  await enqueueNotices(context, tx, site, profile.notify, {
    type: 'conversation.waiting',
    atMs: nowMs,
    data: { id: held.row.id, conversation: held.row.id, channel: held.row.channel },
  });
}

export function viewWish(
  { row, secret }: Held,
  profile: Pick<ProfileHead, 'hours' | 'closed' | 'timezone'>,
  language: Language,
  nowMs: number,
): PersonAsked {
  const words = personWords[language];
  const isHere = isWithPerson(row, nowMs);
  const opening = openingOf(profile, language, nowMs);
  const waits = opening.open === false ? words.closed(opening.text) : words.waiting;
  return {
    state: row.state,
    with: isHere ? row.person : null,
    open: opening.open,
    opens_at: opening.opensAtMs === undefined ? null : isoTime(opening.opensAtMs),
    message: isHere ? words.here(row.person ?? '') : waits,
    ...(secret === undefined ? {} : { conversation_secret: secret }),
  };
}

/** `open` is null if the business names no hours; `text` says when it opens, if that is known. */
function openingOf(
  profile: Pick<ProfileHead, 'hours' | 'closed' | 'timezone'>,
  language: Language,
  nowMs: number,
) {
  const unknown = { opensAtMs: undefined, text: '' };
  if (profile.hours.length === 0) return { open: null, ...unknown };
  const now = localNow(nowMs, profile.timezone);
  if (spanAt(profile, now) !== undefined) return { open: true, ...unknown };
  const next = nextOpening(profile, now);
  if (next === undefined) return { open: false, ...unknown };
  const { day, span } = next;
  const { at, today, tomorrow } = personWords[language];
  const which = day === now.day ? today : day === now.day + 1 ? tomorrow : dateText(day, language);
  return {
    open: false,
    opensAtMs: momentOf(now, nowMs, day, span.from),
    text: at(which, clockText(span.from, language)),
  };
}

/** Exact if the offset of the time zone does not change before. */
function momentOf(now: LocalNow, nowMs: number, day: number, minutes: number): number {
  const ahead = (day - now.day) * 24 * 60 + minutes - now.minutes;
  return Math.floor(nowMs / minuteMs) * minuteMs + ahead * minuteMs;
}
