/** What the outbox and its sender promise for every kind of item. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { dayMs } from '@baraza/contract';
import { createSeal } from '../../src/access/seal.ts';
import { codeHandler, createCodeMails } from '../../src/delivery/code-mails.ts';
import type { Mail } from '../../src/delivery/mail.ts';
import { createOutboxDoor } from '../../src/delivery/outbox.ts';
import { createSender, type Handler, type Sender } from '../../src/delivery/sender.ts';
import { createLog, silentLog } from '../../src/kernel/log.ts';
import {
  aboutOf,
  countWaiting,
  deleteItemsAbout,
  forgetKeys,
  type Item,
  type ItemKind,
  type NewItem,
  pauseReceiver,
  receiverOf,
  resumeOwner,
  takeItems,
} from '../../src/store/outbox.ts';
import { readNumber } from '../../src/store/rows.ts';
import { sql } from '../../src/store/store.ts';
import { engines, openServer, type TestServer } from '../fixtures/server.ts';
import { eventually } from '../fixtures/server-process.ts';

for (const engine of engines)
  describe(`the outbox, on ${engine}`, { timeout: 120_000 }, () => {
    const server = {} as TestServer;
    const open: Sender[] = [];
    const door = createOutboxDoor();
    let owner = '';
    let other = '';
    before(async () => {
      Object.assign(server, await openServer(engine));
      server.clock.stop();
      owner = (await server.newOwner()).id;
      other = (await server.newOwner()).id;
    });
    afterEach(async () => {
      for (const sender of open.splice(0)) await sender.stop();
      await server.platform.store.script(['DELETE FROM outbox', 'DELETE FROM receivers']);
    });
    after(() => server.close());

    const store = () => server.platform.store;
    const itemOf = (id: string, given: Partial<NewItem> = {}): NewItem => ({
      ...{ id, kind: 'notice', owner, receiver: 'one ', place: id, about: null, payload: '{}' },
      created_at: server.platform.clock(),
      ...given,
    });
    const put = (...items: readonly NewItem[]) =>
      store().write(async (tx) => {
        const taken: boolean[] = [];
        for (const item of items) taken.push(await door.enqueue(tx, item, 100_000));
        return taken;
      });
    const start = (handlers: Parameters<typeof createSender>[1], pollMs?: () => number) => {
      const sender = createSender({ ...server.platform, log: silentLog, pollMs }, handlers);
      open.push(sender);
      return sender;
    };
    const send = async (sender: Sender) => {
      sender.wake();
      await sender.idle();
    };
    const delivering = (sent: string[]): Handler => ({
      attempt: async ({ id }) => {
        sent.push(id);
        return { kind: 'delivered', status: 200 };
      },
    });
    const hanging = (begun: string[]): Handler => ({
      attempt: ({ id }, signal) => {
        begun.push(id);
        return new Promise((resolve) =>
          signal.addEventListener('abort', () =>
            resolve({ kind: 'refused', status: null, fault: 'stopped' }),
          ),
        );
      },
    });
    /** As a process that was killed during its attempt. */
    const die = async (kind: ItemKind, receiver: string) => {
      const [nowMs, leaseMs] = [server.platform.clock(), 1_000];
      const taken = await store().write((tx) =>
        takeItems(tx, { kind, receiver }, { nowMs, leaseMs, limit: 1 }),
      );
      assert.equal(taken.length, 1);
      server.clock.advance(leaseMs + 1);
    };
    const waiting = (kind: ItemKind) => countWaiting(store(), [kind]);
    const fill = (count: number, line: Pick<NewItem, 'kind' | 'owner' | 'receiver'>) => {
      const { kind, owner: of, receiver } = line;
      const numbers =
        engine === 'sqlite'
          ? `(WITH RECURSIVE all_n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM all_n WHERE n < ${count})
            SELECT n FROM all_n)`
          : `generate_series(1, ${count}) AS n`;
      return store().script([
        `INSERT INTO outbox (id, kind, owner, receiver, place, state, tries, due_at, created_at, payload)
          SELECT '${kind} ${receiver} ' || n, '${kind}', '${of}', '${receiver}', '', 'pending', 0, 1, 1, '{}'
          FROM ${numbers}`,
        `INSERT INTO receivers (kind, receiver, owner, waiting, next_at)
          VALUES ('${kind}', '${receiver}', '${of}', ${count}, 1)`,
      ]);
    };

    test('10,000 waiting webhooks do not delay a mail with a sign-in link', async () => {
      for (let n = 0; n < 10; n += 1)
        await fill(1_000, { kind: 'webhook', owner, receiver: `${n}` });
      const [begun, mails]: [string[], Mail[]] = [[], []];
      const seal = createSeal(Buffer.alloc(32, 1));
      const context = { ...server.platform, log: silentLog, outbox: door, seal };
      const mailer = {
        send: async (mail: Mail) => {
          mails.push(mail);
          return { kind: 'delivered', status: null } as const;
        },
        close: () => {},
      };
      const sender = start({ webhook: hanging(begun), code: codeHandler(context, mailer) });
      sender.wake();
      const sent = Promise.withResolvers<void>();
      door.onWake((kind) => {
        sender.wake(kind);
        sent.resolve();
      });
      createCodeMails(context)({ to: 'a@b.example', subject: 's', text: '123456', id: 'x' }, owner);
      await sent.promise;
      const stored = sql`SELECT payload FROM outbox WHERE kind = 'code'`;
      const [row] = await store().all<{ payload: string }>(stored);
      assert.doesNotMatch(row?.payload ?? '', /123456|b\.example/, 'codes are not stored in clear');
      await eventually(() => mails.length > 0);
      assert.equal(mails[0]?.text, '123456');
      assert.equal(begun.length, 8, 'the webhooks are still under way');
    });

    test('strangers cannot fill the store with mails of one owner, nor keep those of another', async () => {
      const lines: string[] = [];
      const log = createLog('debug', (line) => lines.push(line));
      const seal = createSeal(Buffer.alloc(32, 1));
      const sendCode = createCodeMails({ ...server.platform, outbox: door, seal, log });
      await fill(499, { kind: 'code', owner, receiver: owner });
      const mail = { to: 'a@b.example', subject: 's', text: 't' };
      for (const [id, of] of Object.entries({ a: owner, b: owner, c: other }))
        sendCode({ ...mail, id }, of);
      await eventually(() => lines.length > 0);
      assert.match(lines.join(), /a mail with a code or a link was dropped/);
      await eventually(async () => (await waiting('code')) === 501);
    });

    test('a mail whose process was killed is sent once more, and never a third time', async () => {
      for (const kind of ['mail', 'code'] as const) {
        const sent: number[] = [];
        const mailer = {
          send: async () => {
            sent.push(sent.length);
            return { kind: 'delivered', status: null } as const;
          },
          close: () => {},
        };
        const seal = createSeal(Buffer.alloc(32, 1));
        const { code } = { code: codeHandler({ ...server.platform, seal }, mailer) };
        const payload = seal.close('{"to":"a@b.example"}');
        for (const [crashes, mails] of [
          [0, 1],
          [1, 1],
          [2, 0],
        ] as const) {
          sent.length = 0;
          await put(itemOf(`${kind} ${crashes}`, { kind, payload }));
          for (let n = 0; n < crashes; n += 1) await die(kind, 'one ');
          await send(start({ [kind]: code }));
          assert.equal(sent.length, mails, `${kind} after ${crashes} crashes`);
          assert.equal(await waiting(kind), 0);
        }
      }
    });

    test('a known failure between two crashes does not hide the first of them', async () => {
      const seen: Item[] = [];
      await put(itemOf('a'));
      await die('notice', 'one ');
      const handler: Handler = {
        attempt: async (item) => {
          seen.push(item);
          return { kind: 'refused', status: 500, fault: 'down' };
        },
      };
      const sender = start({ notice: handler });
      await send(sender);
      await sender.stop();
      server.clock.advance(dayMs);
      await die('notice', 'one ');
      await send(start({ notice: handler }));
      assert.deepEqual(
        seen.map(({ unknown, fault, tries }) => [unknown, fault, tries]),
        [
          [1, null, 2],
          [2, null, 4],
        ],
      );
    });

    test('after a start the leases of a killed process of the same folder are over', async () => {
      const sent: string[] = [];
      await put(itemOf('a'));
      const [nowMs, leaseMs] = [server.platform.clock(), dayMs];
      await store().write((tx) =>
        takeItems(tx, { kind: 'notice', receiver: 'one ' }, { nowMs, leaseMs, limit: 1 }),
      );
      await send(start({ notice: delivering(sent) }, () => 60_000));
      assert.deepEqual(sent, [], 'another process may be at it');
      await send(start({ notice: delivering(sent) }));
      assert.deepEqual(sent, ['a']);
    });

    test('items of a receiver go out in the order of their places', async () => {
      const sent: string[] = [];
      await put(...['c', 'a', 'd', 'b'].map((id) => itemOf(id)));
      await send(start({ notice: { ...delivering(sent), lane: { perReceiver: 1 } } }));
      assert.deepEqual(sent, ['a', 'b', 'c', 'd']);
    });

    test('a message of a conversation waits for the one before it, and not for other conversations', async () => {
      const sent: string[] = [];
      let fails = true;
      const kind = 'send' as const;
      await put(
        itemOf('1', { kind, place: '2' }),
        itemOf('2', { kind, place: '1' }),
        itemOf('3', { kind, receiver: 'two ' }),
      );
      const handler: Handler = {
        attempt: async ({ id }) => {
          sent.push(id);
          return fails && id === '2'
            ? { kind: 'refused', status: 500, fault: 'down' }
            : { kind: 'delivered', status: 200 };
        },
      };
      const sender = start({ send: handler });
      await send(sender);
      assert.deepEqual(sent.toSorted(), ['2', '3']);
      fails = false;
      server.clock.advance(6_000);
      await send(sender);
      assert.deepEqual(sent.slice(2), ['2', '1']);
    });

    test('an owner with 10,000 dead webhooks does not hold up another', async () => {
      for (let n = 0; n < 100; n += 1)
        await fill(100, { kind: 'webhook', owner, receiver: `dead ${n}` });
      const [dead, sent]: [string[], string[]] = [[], []];
      const [hang, deliver] = [hanging(dead), delivering(sent)];
      const both: Handler = {
        attempt: (item, signal) => (item.owner === owner ? hang : deliver).attempt(item, signal),
      };
      const sender = start({ webhook: both });
      sender.wake();
      await eventually(() => dead.length >= 8);
      await fill(50, { kind: 'webhook', owner: other, receiver: 'good' });
      sender.wake();
      await eventually(() => sent.length >= 50);
      assert.equal(dead.length, 8);
    });

    test('receivers take turns: one with many items is not served before one with few', async () => {
      const sent: string[] = [];
      await fill(200, { kind: 'notice', owner, receiver: 'a many' });
      await fill(4, { kind: 'notice', owner, receiver: 'b few' });
      const handler: Handler = {
        attempt: (item, signal) => {
          // Turns are told apart by their time.
          server.clock.advance(1);
          return delivering(sent).attempt(item, signal);
        },
        lane: { atOnce: 4 },
      };
      await send(start({ notice: handler }));
      const last = sent.findLastIndex((id) => id.includes('few'));
      assert.ok(last < 20, `the last of four was sent as number ${last}`);
      assert.equal(sent.length, 204);
    });

    test('one statement pauses all that waits for a receiver, and one resumes it', async () => {
      const sent: string[] = [];
      await fill(1_000, { kind: 'mail', owner, receiver: 'one ' });
      const line = { kind: 'mail', receiver: 'one ' } as const;
      assert.equal(await store().write((tx) => pauseReceiver(tx, line, 5)), 1);
      const sender = start({ mail: delivering(sent) });
      await send(sender);
      assert.deepEqual([sent.length, await waiting('mail')], [0, 1_000]);
      const nowMs = server.platform.clock();
      assert.equal(await store().write((tx) => resumeOwner(tx, 'mail', owner, nowMs)), 1);
      await send(sender);
      assert.deepEqual([sent.length, await waiting('mail')], [1_000, 0]);
      assert.equal(await readNumber(store(), sql`SELECT count(*) FROM receivers`), 0);
    });

    test('what a service delivers again for seven days is stored once', async () => {
      const kind = 'arrival' as const;
      const again = (id: string) => put(itemOf(id, { kind, dedupe_key: 'site whatsapp x' }));
      assert.deepEqual(await again('a'), [true]);
      assert.deepEqual(await again('b'), [false]);
      const sent: string[] = [];
      await send(start({ arrival: delivering(sent) }));
      assert.deepEqual([sent, await waiting(kind)], [['a'], 0]);
      const forget = () =>
        store().write((tx) => forgetKeys(tx, server.platform.clock() - 8 * dayMs, 100));
      server.clock.advance(7 * dayMs);
      assert.equal(await forget(), 0);
      assert.deepEqual(await again('c'), [false]);
      server.clock.advance(dayMs + 1);
      assert.equal(await forget(), 1);
      assert.deepEqual(await again('d'), [true]);
    });

    test('one that was given up is not stored again either', async () => {
      const item = itemOf('a', { kind: 'arrival', dedupe_key: 'site whatsapp y' });
      await put(item);
      const dropped = { kind: 'dropped', status: null, fault: 'x' } as const;
      await send(start({ arrival: { attempt: async () => dropped } }));
      assert.deepEqual(await put({ ...item, id: 'b' }), [false]);
      assert.equal(await waiting('arrival'), 0);
    });

    test('what waits about a thing or a conversation is deleted with it, and nothing else', async () => {
      const receiver = receiverOf('duka', '');
      const about = (conversation: string | null, thing: string) =>
        aboutOf('duka', conversation, thing);
      await put(
        itemOf('a', { receiver, about: about('c_1', 'q_1') }),
        itemOf('b', { receiver, about: about('c_1', 'led_2') }),
        itemOf('c', { receiver, about: about('c_12', 'q_3') }),
        itemOf('d', { receiver, about: about(null, 'q_4') }),
        itemOf('e', { kind: 'push', receiver: 'dev_1', about: about('c_1', 'q_1') }),
        itemOf('f', { receiver: 'duka2 ', about: aboutOf('duka2', 'c_1', 'q_1') }),
      );
      const left = async () =>
        (await store().all<{ id: string }>(sql`SELECT id FROM outbox ORDER BY id`)).map(
          ({ id }) => id,
        );
      await store().write((tx) => deleteItemsAbout(tx, 'duka', { conversation: 'c_1' }));
      assert.deepEqual(await left(), ['c', 'd', 'f']);
      await store().write((tx) => deleteItemsAbout(tx, 'duka', { thing: 'q_4' }));
      assert.deepEqual(await left(), ['c', 'f']);
      assert.deepEqual([await waiting('notice'), await waiting('push')], [2, 0]);
      const sent: string[] = [];
      await send(start({ notice: delivering(sent), push: delivering(sent) }));
      assert.deepEqual(sent.toSorted(), ['c', 'f']);
    });

    test('several processes send nothing twice and leave nothing', async () => {
      for (let n = 0; n < 5; n += 1) await fill(100, { kind: 'notice', owner, receiver: `${n}` });
      const sent: string[] = [];
      const senders = Array.from({ length: 3 }, () =>
        start({ notice: delivering(sent) }, () => 60_000),
      );
      while ((await waiting('notice')) > 0) await Promise.all(senders.map(send));
      assert.deepEqual([sent.length, new Set(sent).size], [500, 500]);
    });
  });
