/** Two servers on one PostgreSQL: visitors ask while people take their conversations, at random moments. */
import { randomBytes } from 'node:crypto';
import { openTalk } from '../fixtures/event-stream.ts';
import { createRandom } from '../fixtures/random.ts';
import { askSite, asOwner, openSiteServer, shop } from '../fixtures/visit-server.ts';

interface TakeoverFindings {
  /** What must not happen, each in one sentence. */
  readonly faults: readonly string[];
  /** Questions that the assistant answered, and those that were kept for the person. */
  readonly answered: number;
  readonly kept: number;
}

const asksEach = 6;

export async function runTakeovers({
  conversations,
  seed,
}: {
  readonly conversations: number;
  readonly seed: number;
}): Promise<TakeoverFindings> {
  const random = createRandom(seed);
  const one = await openSiteServer('postgres');
  const other = await openSiteServer('postgres', { beside: one });
  try {
    const owner = await one.newOwner();
    const site = await owner.newSite({ ...shop, people: true });
    const faults: string[] = [];
    let [answered, kept] = [0, 0];
    const either = () => (random.below(2) === 0 ? one : other);

    const runOne = async (): Promise<void> => {
      const id = `c_${randomBytes(16).toString('base64url')}`;
      const first = await askSite(one, site, { question: 'Do you deliver?', conversation: id });
      const secret = String(first.done.conversation_secret);
      const follow = (lastId?: string) =>
        openTalk(
          `${either().url}/v1/sites/${site}/conversations/${id}/events?conversation_secret=${secret}`,
          lastId === undefined ? {} : { 'last-event-id': lastId },
        );
      let stream = await follow();
      const seen: { id: string; text: string }[] = [];
      const take = async () => {
        for (let turn = 0; turn < 2; turn += 1) {
          await pause(random.below(30));
          await asOwner(either(), owner, 'POST', `${site}/conversations/${id}/messages`, {
            text: `person ${turn}`,
            name: 'Asha',
          });
          await pause(random.below(30));
          if (turn === 0)
            await asOwner(either(), owner, 'POST', `${site}/conversations/${id}/release`);
        }
      };
      const visit = async () => {
        for (let number = 0; number < asksEach; number += 1) {
          await pause(random.below(15));
          const said = await askSite(either(), site, {
            question: `Do you deliver? ${number}`,
            conversation: id,
          });
          if (said.done.person === true) kept += 1;
          else answered += 1;
          if (said.done.person === true && said.text !== '')
            faults.push(`${id}: an answer was streamed to a message for a person`);
          if (said.done.error !== undefined) faults.push(`${id}: ${said.done.error.code}`);
        }
      };
      const reconnect = async () => {
        await pause(random.below(60));
        const events = stream.events();
        seen.push(...events.map(textOf));
        await stream.leave();
        // What came after the last look is dropped, as by a browser that went away.
        stream = await follow(events.at(-1)?.id);
      };
      await Promise.all([take(), visit(), reconnect()]);
      const { json } = await asOwner(one, owner, 'GET', `${site}/conversations/${id}`);
      faults.push(...faultsIn(id, json));
      const all = [...json.messages, ...json.changes].length;
      await stream.until((events) => seen.length + events.length >= all);
      seen.push(...stream.events().map(textOf));
      await stream.leave();
      const inStream = seen.filter(({ text }) => text !== '').map(({ text }) => text);
      const stored = json.messages.map(({ text }: { text: string }) => text);
      if (JSON.stringify(inStream) !== JSON.stringify(stored))
        faults.push(`${id}: the stream had ${inStream.join('|')} instead of ${stored.join('|')}`);
    };

    const atOnce = 8;
    for (let at = 0; at < conversations; at += atOnce)
      await Promise.all(Array.from({ length: Math.min(atOnce, conversations - at) }, runOne));
    return { faults, answered, kept };
  } finally {
    await other.close();
    await one.close();
  }
}

interface Thread {
  readonly messages: readonly { from: string; text: string; at: string }[];
  readonly changes: readonly { state: string; at: string }[];
}

/** No answer of the assistant between a takeover and its end, every message once and in its order. */
function faultsIn(id: string, { messages, changes }: Thread): readonly string[] {
  const faults: string[] = [];
  const stateAt = (at: string) => changes.findLast((change) => change.at <= at)?.state;
  for (const { from, text, at } of messages)
    if (from === 'assistant' && stateAt(at) === 'person')
      faults.push(`${id}: the assistant said “${text}” while a person had the conversation`);
  const asked = messages.filter(({ from }) => from === 'visitor').map(({ text }) => text);
  const wanted = [
    'Do you deliver?',
    ...Array.from({ length: asksEach }, (_, n) => `Do you deliver? ${n}`),
  ];
  if (JSON.stringify(asked) !== JSON.stringify(wanted))
    faults.push(`${id}: the visitor's messages are ${asked.join('|')}`);
  const people = messages.filter(({ from }) => from === 'person').map(({ text }) => text);
  if (JSON.stringify(people) !== '["person 0","person 1"]')
    faults.push(`${id}: the person's messages are ${people.join('|')}`);
  return faults;
}

function textOf({
  id,
  data,
}: {
  readonly id: string | undefined;
  readonly data: { text?: string };
}) {
  return { id: id ?? '', text: data.text ?? '' };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
