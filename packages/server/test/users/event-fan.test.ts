/** Many event streams of one owner: what they cost the store, and what each of them sees. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import type { Query } from '../../src/store/store.ts';
import { type EventStream, openEvents } from '../fixtures/event-stream.ts';
import { newResource, resources, serverOfSuite, type TestServer } from '../fixtures/server.ts';
import { newCollection, newUsers, signUp } from './users-calls.ts';

describe('many event streams', () => {
  const suite = serverOfSuite();

  const add = async (id: string, record: object): Promise<string> =>
    (await suite.owner.send('POST', `${resources}/${id}/records`, record)).json.recordId;

  const openMany = (count: number, key: string | undefined, query: string) =>
    Promise.all(
      Array.from({ length: count }, () => openEvents(suite.server, key, undefined, query)),
    );

  test('anonymous streams of a collection take no more statements when there are more of them', async () => {
    const { server } = suite;
    const id = await newCollection(suite, { rules: { list: '', view: '' } });
    const statementsFor = async (count: number): Promise<number> => {
      const streams = await openMany(count, undefined, `?resource=${id}&include=record`);
      const arrives = async () => {
        const recordId = await add(id, {});
        await Promise.all(streams.map((one) => one.until(() => one.text().includes(recordId))));
      };
      await arrives();
      // Until all of them wait for the next change.
      for (const _ of [1, 2]) await server.platform.eventReadings.pause();
      let statements = 0;
      const stop = intercept(server, () => {
        statements += 1;
      });
      await arrives();
      stop();
      await Promise.all(streams.map(({ leave }) => leave()));
      return statements;
    };
    const few = await statementsFor(2);
    const many = await statementsFor(40);
    assert.ok(few > 0 && many < few + 10, `${few} for 2 streams, ${many} for 40`);
  });

  test('a page follows several collections without a token, and can read why it may not', async () => {
    const { server } = suite;
    const open = { rules: { list: '', view: '' } };
    const ids = [await newCollection(suite, open), await newCollection(suite, open)];
    const stream = await openEvents(server, undefined, undefined, `?resource=${ids.join('%2C')}`);
    const recordId = await add(ids[1] ?? '', {});
    await stream.until(() => stream.text().includes(recordId));
    await stream.leave();
    const closed = await newCollection(suite, {});
    const url = `${server.url}/api/platform/events?resource=${closed},${ids[0]}`;
    const refused = await fetch(url, { headers: { origin: 'https://page.example' } });
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get('access-control-allow-origin'), '*');
  });

  test('streams with the same filter see what their own caller may see', async () => {
    const usersId = await newUsers(suite);
    const a = await signUp(suite, usersId, 'a@example.com');
    const b = await signUp(suite, usersId, 'b@example.com');
    const id = await newCollection(suite, {
      rules: { view: 'record.owner = user.id || record.open = true', list: '' },
      fields: { hidden: ['secret'] },
    });
    const query = `?resource=${id}&include=record`;
    const keys = [a.token, a.token, b.token, b.token, undefined, undefined, suite.owner.key];
    const streams = await Promise.all(
      keys.map((key) => openEvents(suite.server, key, undefined, query)),
    );
    for (let n = 0; n < 5; n += 1) {
      await add(id, { owner: a.id, note: `of A ${n}`, secret: 'hidden' });
      await add(id, { owner: b.id, note: `of B ${n}`, secret: 'hidden' });
    }
    await add(id, { open: true, note: 'last' });
    const rounds = [0, 1, 2, 3, 4];
    const [ofA, ofB] = [rounds.map((n) => `of A ${n}`), rounds.map((n) => `of B ${n}`)];
    const both = rounds.flatMap((n) => [`of A ${n}`, `of B ${n}`]);
    const expected = [ofA, ofA, ofB, ofB, [], [], both];
    for (const [place, stream] of streams.entries()) {
      await stream.until(() => stream.text().includes('"last"'));
      assert.deepEqual(notesIn(stream), [...(expected[place] ?? []), 'last'], `stream ${place}`);
      assert.equal(stream.text().includes('hidden'), place === 6);
      await stream.leave();
    }
  });

  test('streams that open and resume during changes get each event once and in order', async () => {
    const owner = await suite.server.newOwner();
    const { id } = await newResource(suite.server, owner.key, 'data');
    const streams: EventStream[] = [];
    const writes: Promise<unknown>[] = [];
    for (let n = 0; n < 60; n += 1) {
      writes.push(owner.send('POST', `${resources}/${id}/records`, { n }));
      if (n % 4 === 0) streams.push(await openEvents(suite.server, owner.key, n % 8 === 0 ? 0 : 1));
      // Some changes come together, others during a pause.
      if (n % 7 === 0) await Promise.all(writes);
    }
    await Promise.all(writes);
    for (const [place, stream] of streams.entries()) {
      await stream.until((events) => (events.at(-1)?.id ?? 0) >= 61);
      const first = place % 2 === 0 ? 1 : 2;
      const expected = Array.from({ length: 62 - first }, (_, n) => first + n);
      assert.deepEqual(
        stream.events().map((event) => event.id),
        expected,
      );
      await stream.leave();
    }
  });

  test('a stream reads the changes of its pause at once, after it', async () => {
    const { server } = suite;
    const { eventReadings } = server.platform;
    const { pause } = eventReadings;
    const pauses: (() => void)[] = [];
    const paused = () => new Promise<void>((resolve) => pauses.push(resolve));
    Object.assign(eventReadings, { pause: paused });
    const owner = await server.newOwner();
    const stream = await openEvents(server, owner.key);
    let readings = 0;
    const stop = intercept(server, (query) => {
      if (isReadingOf(owner.id, query)) readings += 1;
    });
    while (pauses.length === 0) await immediate();
    readings = 0;
    for (let n = 0; n < 5; n += 1) await newResource(server, owner.key, 'data');
    assert.equal(readings, 0);
    pauses[0]?.();
    await stream.until((events) => events.length === 5);
    while (pauses.length === 1) await immediate();
    assert.equal(readings, 1);
    stop();
    Object.assign(eventReadings, { pause });
    pauses[1]?.();
    await stream.leave();
  });

  test('streams of an owner that read slowly leave the store to others', async () => {
    const { server } = suite;
    const greedy = await server.newOwner();
    const modest = await server.newOwner();
    const streams = await Promise.all(
      Array.from({ length: 8 }, async () => openEvents(server, (await greedy.newKey(['*'])).key)),
    );
    const other = await openEvents(server, modest.key);
    let waiting = 0;
    let most = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stop = intercept(server, async (query) => {
      if (!isReadingOf(greedy.id, query)) return;
      waiting += 1;
      most = Math.max(most, waiting);
      await released;
      waiting -= 1;
    });
    await newResource(server, greedy.key, 'data');
    await newResource(server, modest.key, 'data');
    await other.until((events) => events.length === 1);
    assert.equal((await modest.send('GET', resources)).status, 200);
    assert.equal(waiting, 2);
    release();
    await Promise.all(streams.map((one) => one.until((events) => events.length === 1)));
    assert.equal(most, 2);
    stop();
    await Promise.all([...streams, other].map(({ leave }) => leave()));
  });
});

/** Runs before each statement outside of a transaction, until it is stopped. */
function intercept({ platform }: TestServer, before: (query: Query) => Promise<void> | void) {
  const { store } = platform;
  const { all, get } = store;
  Object.assign(store, {
    all: async (query: Query) => {
      await before(query);
      return all(query);
    },
    get: async (query: Query) => {
      await before(query);
      return get(query);
    },
  });
  return () => Object.assign(store, { all, get });
}

function isReadingOf(ownerId: string, { strings, parts }: Query): boolean {
  return strings.join('').includes('seq >') && parts.includes(ownerId);
}

function notesIn(stream: EventStream): string[] {
  return [...stream.text().matchAll(/^data: (.*)$/gm)].map(
    ([, data = '']) => JSON.parse(data).record.record.note,
  );
}
