/** Thousands of visitors with an open conversation, and messages both ways. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { noProc, residentMB } from '../../descriptors.ts';
import type { Installation } from '../../installation.ts';
import { makeLoad, openSocket, requestHead } from '../../load.ts';
import { scenario } from '../../scenario.ts';

export const visitorStreams = scenario({
  name: 'visitor-streams',
  what: `
    5,000 visitors with an open event stream of their conversation on one site; then a person writes to some of them,
    and they write to the person`,
  guarantee: `
    5,000 open conversations take at most 150 MB, and a message arrives on the other side within 300 ms (95th
    percentile)`,
  provenAgainst: `
    heartbeats that are sent to all streams at the same moment: the streams took 285.9 MB on PostgreSQL`,
  engines: ['sqlite', 'postgres'],
  short: { streams: 60, messages: 10 },
  long: { streams: 5_000, messages: 400 },
  skip: noProc,
  run: async (context, size) => {
    const { figures, random } = context;
    const server = await context.start({
      environment: { BARAZA_CONNECTIONS_PER_ADDRESS: '8000', BARAZA_CONNECTIONS: '9000' },
    });
    await server.newSite('shop', { people: true });
    const talks: Talk[] = [];
    await makeLoad({ together: 16, count: size.streams }, async () => {
      talks.push(await newTalk(server));
    });
    const [first] = talks;
    assert.ok(first);
    // Opens one stream before the measurement, so that lazily loaded code does not count.
    const inbox = await openInbox(server);
    context.after(() => inbox.socket.destroy());
    await writeTo(server, first);
    await follow(server, first);
    const beforeMB = residentMB(server.pid);
    await makeLoad({ together: 32, count: size.streams - 1 }, async (index) => {
      const talk = talks[index + 1];
      if (talk !== undefined) await follow(server, talk);
    });
    context.after(() => talks.map(({ socket }) => socket?.destroy()));
    figures.atMost('additional memory', residentMB(server.pid) - beforeMB, 150, 'MB');

    const toVisitorMs: number[] = [];
    const toPersonMs: number[] = [];
    for (let n = 0; n < size.messages; n += 1) {
      const talk = random.pick(talks);
      const startedMs = performance.now();
      const text = await writeTo(server, talk);
      await talk.until(text);
      toVisitorMs.push(performance.now() - startedMs);
      const askedMs = performance.now();
      const question = `from the visitor ${n} ${talk.id}`;
      const asked = server.visit('POST', '/v1/sites/shop/ask', {
        body: { question, conversation: talk.id },
      });
      await inbox.until(question);
      toPersonMs.push(performance.now() - askedMs);
      assert.match((await asked).text, /"person":true/);
    }
    figures.atMostWhenLong(
      '95th percentile of the time until a message reaches the visitor',
      at95(toVisitorMs),
      300,
      'ms',
    );
    figures.atMostWhenLong(
      '95th percentile of the time until a message reaches the person',
      at95(toPersonMs),
      300,
      'ms',
    );
    figures.atMost('streams that ended', talks.filter(({ socket }) => socket?.destroyed).length, 0);
    figures.none('log lines with a stack', server.stacks());
    for (const { socket } of talks) socket?.destroy();
    inbox.socket.destroy();
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

interface Talk {
  readonly id: string;
  readonly secret: string;
  socket: Socket | undefined;
  until: (text: string) => Promise<void>;
}

async function newTalk(server: Installation): Promise<Talk> {
  const id = `c_${randomBytes(16).toString('base64url')}`;
  const { json } = await server.visit('POST', `/v1/sites/shop/conversations/${id}/person`);
  return { id, secret: json.conversation_secret, socket: undefined, until: async () => {} };
}

async function follow(server: Installation, talk: Talk): Promise<void> {
  const target = `/v1/sites/shop/conversations/${talk.id}/events?conversation_secret=${talk.secret}`;
  Object.assign(talk, await openEvents(server, target, {}));
}

function openInbox(server: Installation) {
  const headers = { authorization: `Bearer ${server.credential}` };
  return openEvents(server, '/v1/admin/sites/shop/conversations/events', headers);
}

async function openEvents(
  server: Installation,
  target: string,
  headers: { readonly [name: string]: string },
): Promise<{ readonly socket: Socket; readonly until: Talk['until'] }> {
  const socket = await openSocket(server.sitePort);
  assert.ok(socket !== undefined);
  let text = '';
  let wake = () => {};
  const until = async (part: string) => {
    while (!text.includes(part))
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    text = '';
  };
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    wake();
  });
  socket.write(requestHead('GET', target, headers));
  await until('retry:');
  return { socket, until };
}

let count = 0;

async function writeTo(server: Installation, { id }: Talk): Promise<string> {
  count += 1;
  const text = `message ${count} of a person`;
  const target = `/v1/admin/sites/shop/conversations/${id}/messages`;
  const reply = await server.visit('POST', target, { key: server.credential, body: { text } });
  assert.equal(reply.status, 201, reply.text);
  return text;
}

function at95(values: readonly number[]): number {
  const ordered = values.toSorted((one, other) => one - other);
  return ordered[Math.floor(ordered.length * 0.95)] ?? 0;
}
