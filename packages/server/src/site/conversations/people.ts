/** Exports and erases what is stored about one person. */
import { type ConversationDetails, contactWritings, isConversationId } from '@baraza/contract';
import { readInPages } from '../../store/rows.ts';
import { findConversation } from '../../store/site/conversations.ts';
import { findLead } from '../../store/site/leads.ts';
import {
  contactsOf,
  conversationsOfPerson,
  deletePersonRows,
  leadsOfPerson,
  questionsLabelled,
} from '../../store/site/people.ts';
import { findQuestions } from '../../store/site/questions.ts';
import { findSite, type SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { viewLead } from '../leads/leads.ts';
import { viewQuestion } from '../questions/questions-view.ts';
import { conversationDetails, removeConversation } from './conversations.ts';

type PeopleContext = Pick<Assistant, 'store' | 'clock' | 'conversationUpdates'>;
type NumberContext = Pick<Assistant, 'profiles'>;

const atOnce = 200;

/**
 * A person is known by a contact that was left as a lead or comes from a channel. A number is the same with its
 * country code and without.
 */
async function findTraces(
  { store }: Pick<Assistant, 'store'>,
  site: SiteRow,
  contacts: readonly string[],
) {
  const reader = store.scan(site.owner_id);
  const leads: Awaited<ReturnType<typeof leadsOfPerson>> = [];
  const found = new Set<string>();
  for (const contact of contacts) {
    leads.push(
      ...(await readInPages((after, limit) =>
        leadsOfPerson(reader, site.id, contact, { after, limit }),
      )),
    );
    const known = await readInPages((after, limit) =>
      conversationsOfPerson(reader, site.id, contact, { after, limit }),
    );
    for (const { id } of known) found.add(id);
  }
  const questions = new Set(leads.flatMap(({ question_id }) => question_id ?? []));
  for (const label of new Set(leads.flatMap(({ conversation }) => conversation ?? [])))
    if (isConversationId(label) && (await findConversation(reader, site.id, label)))
      found.add(label);
    else
      for (const { id } of await readInPages((after, limit) =>
        questionsLabelled(reader, site.id, label, { after, limit }),
      ))
        questions.add(id);
  return {
    leads: [...new Set(leads.map(({ id }) => id))],
    conversations: [...found],
    questions: [...questions],
  };
}

function* batchesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += atOnce) yield ids.slice(at, at + atOnce);
}

/** As the text of one JSON document, in pieces. */
export async function* exportPerson(
  context: PeopleContext & NumberContext,
  site: SiteRow,
  contact: string,
): AsyncGenerator<string> {
  const { store } = context;
  const traces = await findTraces(context, site, await writingsOf(context, site, contact));
  const questions = async (ids: readonly string[]) =>
    (await findQuestions(store, site.id, ids)).map(viewQuestion);
  const leads = async (ids: readonly string[]) => {
    const rows = await Promise.all(ids.map((id) => findLead(store, site.id, id)));
    return rows.flatMap((lead) => (lead === undefined ? [] : [viewLead(lead)]));
  };
  const conversation = async ([id = '']: readonly string[]) => [
    await wholeConversation(context, site, id),
  ];
  yield `{"contact":${JSON.stringify(contact)},"questions":`;
  yield* listText(batchesOf(traces.questions), questions);
  yield ',"leads":';
  yield* listText(batchesOf(traces.leads), leads);
  yield ',"conversations":';
  yield* listText(
    traces.conversations.map((id) => [id]),
    conversation,
  );
  yield '}';
}

async function* listText(
  batches: Iterable<readonly string[]>,
  read: (ids: readonly string[]) => Promise<readonly object[]>,
): AsyncGenerator<string> {
  let separator = '[';
  for (const ids of batches)
    for (const item of await read(ids)) {
      yield `${separator}${JSON.stringify(item)}`;
      separator = ',';
    }
  yield separator === '[' ? '[]' : ']';
}

async function wholeConversation(
  context: PeopleContext,
  site: SiteRow,
  id: string,
): Promise<ConversationDetails> {
  let whole = await conversationDetails(context, site, id);
  while (whole.next !== null) {
    const earlier = await conversationDetails(context, site, id, whole.next);
    const messages = [...earlier.messages, ...whole.messages];
    whole = {
      ...whole,
      messages,
      changes: [...earlier.changes, ...whole.changes],
      next: earlier.next,
    };
  }
  return whole;
}

/** After a restore of an older backup: repeats the erasures made since then. Returns how many. */
export async function erasePeopleAgain(
  context: PeopleContext,
  siteIds: Iterable<string>,
  isErased: (siteId: string, contact: string) => boolean,
): Promise<number> {
  const people = new Set<string>();
  for (const id of siteIds) {
    const site = await findSite(context.store, id);
    if (site === undefined) continue;
    const rows = await contactsOf(context.store, id);
    for (const contact of new Set(rows.map((row) => row.contact))) {
      if (!isErased(id, contact)) continue;
      const { leads, conversations } = await eraseTraces(context, site, [contact]);
      if (leads + conversations > 0) people.add(`${id} ${withoutDialCode(contact)}`);
    }
  }
  return people.size;
}

// A person whose number is stored both with and without its country code counts once.
function withoutDialCode(contact: string): string {
  return contact.includes('@') ? contact : contact.replaceAll(/\D/g, '').slice(-9);
}

/** Erases all that is stored about a person, and records this, so that an older backup does not bring it back. */
export async function erasePerson(
  context: PeopleContext & NumberContext & Pick<Assistant, 'erasures'>,
  site: SiteRow,
  contact: string,
) {
  const contacts = await writingsOf(context, site, contact);
  const recordErasure = async () => {
    for (const each of contacts) await context.erasures?.note(site.id, each);
  };
  await recordErasure();
  const erased = await eraseTraces(context, site, contacts);
  // Recorded again, with a later time: a backup that was taken meanwhile may still have some of it.
  await recordErasure();
  return erased;
}

/** The forms in which a contact may be stored, such as a number with and without its country code. */
async function writingsOf({ profiles }: NumberContext, site: SiteRow, contact: string) {
  return contactWritings(contact, (await profiles.headOf(site)).timezone);
}

async function eraseTraces(context: PeopleContext, site: SiteRow, contacts: readonly string[]) {
  const erased = { questions: 0, leads: 0, conversations: 0 };
  for (;;) {
    const { leads, conversations, questions } = await findTraces(context, site, contacts);
    if (leads.length + conversations.length + questions.length === 0) return erased;
    for (const id of conversations) {
      const removed = await removeConversation(context, site, id);
      erased.questions += removed.questions;
      erased.conversations += 1;
    }
    // Leads are deleted last: the rest is found by them, also when this is repeated after an interruption.
    const steps = [
      ...[...batchesOf(questions)].map((ids) => ({ questions: ids, leads: [] })),
      ...[...batchesOf(leads)].map((ids) => ({ questions: [], leads: ids })),
    ];
    for (const step of steps) {
      const deleted = await context.store.write((tx) => deletePersonRows(tx, site.id, step));
      erased.questions += deleted.questions;
      erased.leads += deleted.leads;
    }
  }
}
