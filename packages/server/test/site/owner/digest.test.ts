import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyWebhook } from '@baraza/client';
import { type QuestionsDigest, questionsDigestSchema, siteLimits } from '@baraza/contract';
import { createMailer } from '../../../src/delivery/mail.ts';
import { makeDueDigests } from '../../../src/site/notices/digests.ts';
import { takeItems } from '../../../src/store/outbox.ts';
import { armDigest, takeDigest } from '../../../src/store/site/digests.ts';
import { importQuestions } from '../../../src/store/site/transfers.ts';
import { sql } from '../../../src/store/store.ts';
import { createNoticeSender } from '../../delivery/senders.ts';
import { mailText, openMailServer } from '../../fakes/mail-server.ts';
import { openReceiver } from '../../fakes/receiver.ts';
import { fieldsOf } from '../../fixtures/fields-of.ts';
import { ask, engines } from '../../fixtures/server.ts';
import {
  askSite,
  openSiteServer,
  type SiteOwner,
  type SiteServer,
  shop,
} from '../../fixtures/visit-server.ts';
import { questionRow } from '../question-row.ts';
import { confirmMail } from './confirmed-mail.ts';

const hour = 3_600_000;
const notAnswered = 'Do you repair bicycles?';

for (const engine of engines)
  describe(`digests, on ${engine}`, () => {
    let server: SiteServer;
    let second: SiteServer | undefined;
    let owner: SiteOwner;
    const open: (() => Promise<void>)[] = [];
    before(async () => {
      server = await openSiteServer(engine);
      owner = await server.newOwner();
    });
    afterEach(async () => {
      for (const close of open.splice(0).reverse()) await close();
      await server.installation.store.script([
        'DELETE FROM outbox',
        'DELETE FROM receivers',
        'DELETE FROM digests',
      ]);
    });
    after(async () => {
      await second?.close();
      await server.close();
    });

    const store = () => server.installation.store;
    const receive = async () => {
      const receiver = await openReceiver();
      open.push(receiver.close);
      return receiver;
    };
    const openMail = async () => {
      await confirmMail(server.installation.store, 'owner@example.com');
      const mailServer = await openMailServer();
      open.push(mailServer.close);
      const mailer = createMailer(mailServer.url);
      open.push(async () => mailer.close());
      return { mailServer, mailer };
    };
    const send = async (options: Partial<Parameters<typeof createNoticeSender>[1]> = {}) => {
      const sender = createNoticeSender(server.assistant, {
        allowPrivate: true,
        mailer: undefined,
        ...options,
      });
      sender.wake();
      await sender.idle();
      await sender.stop();
    };
    const dueAt = async (site: string) =>
      (
        await store().get<{ due: number | null }>(
          sql`SELECT due_at AS due FROM digests WHERE site_id = ${site}`,
        )
      )?.due ?? undefined;
    /** Moves the clock to the time when the digest of a site is due. */
    const reachSlot = async (site: string) => {
      const due = await dueAt(site);
      assert.ok(due !== undefined, 'a digest is due');
      server.clock.advance(due - server.assistant.clock() + 1);
      return due;
    };
    const digestsOf = (bodies: readonly { readonly body: string }[]): QuestionsDigest[] =>
      bodies
        .map(({ body }) => JSON.parse(body))
        .filter(({ type }) => type === 'questions.digest')
        .map((body) => questionsDigestSchema.parse(body));
    const events = async () =>
      (await store().all<{ payload: string }>(sql`SELECT payload FROM outbox ORDER BY id`)).map(
        ({ payload }) => JSON.parse(payload).type,
      );
    const save = (site: string, notify: object, more: object = {}) =>
      owner.send('PUT', `${site}/profile`, { ...shop, ...more, notify });
    /** Runs `happen` while a digest is made: between its first write, a claim, and its second, the result. */
    const betweenTakingAndEnding = (happen: () => Promise<void>): typeof server.assistant => {
      let writes = 0;
      const write: ReturnType<typeof store>['write'] = async (job) => {
        writes += 1;
        if (writes === 2) await happen();
        return store().write(job);
      };
      return { ...server.assistant, store: { ...store(), write } };
    };
    const rowOf = (site: string, question: string) =>
      questionRow({
        site_id: site,
        id: server.assistant.makeId('question'),
        asked_at: server.assistant.clock(),
        question,
        notified: 0,
      });

    test('by default a lead is sent at once, and questions in one digest at seven, most asked first', async () => {
      const receiver = await receive();
      const site = await owner.newSite({
        ...shop,
        timezone: 'Asia/Kolkata',
        notify: { webhook: receiver.url },
      });
      for (const question of [
        'Who won the world cup in 1998?',
        notAnswered,
        'do you repair bicycles',
        'Do you deliver?',
      ])
        await askSite(server, site, question);
      await ask(server, 'POST', `/v1/sites/${site}/leads`, { body: { contact: '0711 000' } });
      assert.deepEqual(await events(), ['lead.created']);
      await send();
      assert.equal(await makeDueDigests(server.assistant), 0);
      const due = await reachSlot(site);
      assert.equal(new Date(due).toISOString().slice(11, 16), '01:30');
      assert.equal(await makeDueDigests(server.assistant), 1);
      await send();
      const [digest, ...others] = digestsOf(receiver.received);
      assert.equal(others.length, 0);
      assert.deepEqual(fieldsOf(digest?.data.questions ?? [], 'question', 'count', 'wordings'), [
        ['do you repair bicycles', 2, ['do you repair bicycles', notAnswered]],
        ['Who won the world cup in 1998?', 1, ['Who won the world cup in 1998?']],
      ]);
      assert.deepEqual(
        [digest?.data.total, digest?.data.groups, digest?.data.more, digest?.data.slot],
        [3, 2, 0, new Date(due).toISOString()],
      );
      assert.match(digest?.data.url ?? '', new RegExp(`/#/sites/${site}/questions$`));
      assert.ok(digest?.data.questions[0]?.url.endsWith(digest.data.questions[0].id));
      const { webhook_secret: secret } = (await owner.send('GET', site)).json.site;
      for (const { headers, body } of receiver.received)
        assert.ok(await verifyWebhook(secret, headers as never, body, { toleranceMs: 48 * hour }));
      // Nothing new, nothing more.
      assert.equal(await dueAt(site), undefined);
      server.clock.advance(24 * hour);
      assert.equal(await makeDueDigests(server.assistant), 0);
    });

    test('the mail has text and HTML in the first language of the site, with the visitor’s words escaped', async () => {
      const { mailServer, mailer } = await openMail();
      const site = await owner.newSite({
        ...shop,
        languages: ['sw', 'en'],
        notify: { email: 'owner@example.com', digest: 'hourly' },
      });
      await askSite(server, site, 'Do you repair <b>bicycles</b>?\r\nBcc: thief@example.com');
      await askSite(server, site, 'Who won the world cup in 1998?');
      await reachSlot(site);
      await makeDueDigests(server.assistant);
      await send({ mailer });
      assert.equal(mailServer.mails.length, 1);
      const { to, data = '' } = mailServer.mails[0] ?? {};
      assert.deepEqual(to, ['owner@example.com']);
      assert.doesNotMatch(data.split('\n\n')[0] ?? '', /^Bcc/im);
      assert.match(data, /^Content-Type: multipart\/alternative/m);
      const text = mailText(data);
      assert.match(text, /Maswali 2 yasiyo na jibu/);
      assert.match(text, /1\. .*\(mara 1\)/);
      assert.match(text, /&lt;b&gt;bicycles&lt;\/b&gt;/);
      assert.match(text, new RegExp(`https://assistant.test/#/sites/${site}/questions/q_`));
      assert.deepEqual(await events(), []);
    });

    test('a thousand questions make one digest with the thirty most asked', async () => {
      const receiver = await receive();
      const site = await owner.newSite({ ...shop, notify: { webhook: receiver.url } });
      const words = 'kite lamp rope drum sail tent harp kiln loom mast'.split(' ');
      const questions = Array.from({ length: 1_000 }, (_, at) => {
        const [one, two, three] = [at % 10, Math.floor(at / 10) % 10, Math.floor(at / 100)];
        return at < 40 ? 'Do you sell bricks?' : `${words[one]} ${words[two]}s ${three + 100}?`;
      });
      for (let at = 0; at < 1_000; at += 500) {
        const rows = questions.slice(at, at + 500).map((question) => rowOf(site, question));
        await store().write((tx) => importQuestions(tx, rows));
      }
      await askSite(server, site, 'Do you sell bricks?');
      await reachSlot(site);
      assert.equal(await makeDueDigests(server.assistant), 1);
      await send();
      const [digest, ...others] = digestsOf(receiver.received);
      assert.equal(others.length, 0);
      assert.equal(digest?.data.total, 1_001);
      assert.equal(digest?.data.questions.length, siteLimits.digestGroupsMax);
      assert.equal(digest?.data.questions[0]?.count, 41);
      assert.equal(digest?.data.more, (digest?.data.groups ?? 0) - siteLimits.digestGroupsMax);
      assert.ok((digest?.data.more ?? 0) > 0);
      assert.equal(await dueAt(site), undefined);
    });

    test('one of several processes makes a digest, and another takes over after a crash', async () => {
      const site = await owner.newSite({ ...shop, notify: { webhook: 'https://a.example/' } });
      await askSite(server, site, notAnswered);
      await reachSlot(site);
      if (engine === 'postgres') second ??= await openSiteServer(engine, { beside: server });
      const other = { ...(second ?? server).assistant, clock: server.assistant.clock };
      const made = await Promise.all(
        [server.assistant, other, server.assistant, other].map((one) => makeDueDigests(one)),
      );
      assert.equal(
        made.reduce((sum, count) => sum + count),
        1,
      );
      assert.deepEqual(await events(), ['questions.digest']);
      await store().script(['DELETE FROM outbox', 'DELETE FROM receivers']);

      await askSite(server, site, notAnswered);
      await reachSlot(site);
      const nowMs = server.assistant.clock();
      const lease = { nowMs, untilMs: nowMs + hour, takenBy: 'one that was killed' };
      assert.ok(await store().write((tx) => takeDigest(tx, lease)));
      assert.equal(await makeDueDigests(other), 0);
      server.clock.advance(hour + 1);
      assert.equal(await makeDueDigests(other), 1);
      assert.deepEqual(await events(), ['questions.digest']);
    });

    test('a process that dies between sending and marking causes one repeat at most', async () => {
      const { mailServer, mailer } = await openMail();
      const receiver = await receive();
      const site = await owner.newSite({
        ...shop,
        notify: { email: 'owner@example.com', webhook: receiver.url },
      });
      await askSite(server, site, notAnswered);
      await reachSlot(site);
      await makeDueDigests(server.assistant);
      const die = async () => {
        const nowMs = server.assistant.clock();
        const take = { nowMs, leaseMs: 1_000, limit: 2 };
        await store().write(async (tx) => {
          for (const kind of ['mail', 'notice'] as const) {
            const taken = await takeItems(tx, { kind, receiver: `${site} ` }, take);
            assert.equal(taken.length, 1);
          }
        });
        server.clock.advance(1_001);
      };
      await die();
      await die();
      await send({ mailer });
      // Two attempts may have succeeded: a third could be a second repeat.
      assert.equal(mailServer.mails.length, 0);
      assert.equal(digestsOf(receiver.received).length, 1);
      assert.deepEqual(await events(), []);

      await askSite(server, site, notAnswered);
      await reachSlot(site);
      await makeDueDigests(server.assistant);
      const [{ id = '' } = {}] = await store().all<{ id: string }>(
        sql`SELECT id FROM outbox WHERE kind = 'mail'`,
      );
      await die();
      await send({ mailer });
      assert.equal(mailServer.mails.length, 1);
      assert.match(mailServer.mails[0]?.data ?? '', new RegExp(`^Message-ID: <${id}@`, 'm'));
      assert.deepEqual(await events(), []);
      assert.equal(await makeDueDigests(server.assistant), 0);
    });

    test('a question that arrives while a digest is made is in the next one', async () => {
      const site = await owner.newSite({ ...shop, notify: { webhook: 'https://a.example/' } });
      await askSite(server, site, notAnswered);
      const due = await reachSlot(site);
      const late = betweenTakingAndEnding(async () => {
        await store().write((tx) => importQuestions(tx, [rowOf(site, 'Is there parking?')]));
      });
      assert.equal(await makeDueDigests(late), 1);
      const next = (await dueAt(site)) ?? 0;
      assert.equal(next - due, 24 * hour);
      await reachSlot(site);
      assert.equal(await makeDueDigests(server.assistant), 1);
      assert.equal(await dueAt(site), undefined);
    });

    test('a process whose lease has ended sends nothing that another has sent', async () => {
      const site = await owner.newSite({ ...shop, notify: { webhook: 'https://a.example/' } });
      await askSite(server, site, notAnswered);
      await reachSlot(site);
      const slow = betweenTakingAndEnding(async () => {
        server.clock.advance(hour);
        assert.equal(await makeDueDigests(server.assistant), 1);
      });
      assert.equal(await makeDueDigests(slow), 0);
      assert.deepEqual(await events(), ['questions.digest']);
    });

    test('a slot has one digest, even when the clock is set back', async () => {
      const site = await owner.newSite({ ...shop, notify: { webhook: 'https://a.example/' } });
      await askSite(server, site, notAnswered);
      const due = await reachSlot(site);
      await makeDueDigests(server.assistant);
      server.clock.advance(-hour);
      await askSite(server, site, 'Is there parking?');
      assert.equal(await dueAt(site), due + 24 * hour);
      server.clock.advance(hour);
      assert.equal(await makeDueDigests(server.assistant), 0);
    });

    test('a change of the rhythm loses nothing and sends nothing twice', async () => {
      const receiver = await receive();
      const webhook = receiver.url;
      // Noon in Nairobi, so that no full hour is seven.
      const day = 24 * hour;
      server.clock.advance(day + 9 * hour - (server.assistant.clock() % day));
      const site = await owner.newSite({ ...shop, notify: { webhook, digest: 'hourly' } });
      await askSite(server, site, notAnswered);
      await reachSlot(site);
      // From hourly to daily: it waits for seven.
      await save(site, { webhook, digest: 'daily' }, { timezone: 'Africa/Nairobi' });
      assert.equal(await makeDueDigests(server.assistant), 0);
      const seven = (await dueAt(site)) ?? 0;
      assert.equal(new Date(seven).toISOString().slice(11, 16), '04:00');
      // From daily to hourly: the next question brings it forward.
      await save(site, { webhook, digest: 'hourly' });
      await askSite(server, site, 'Is there parking?');
      assert.ok(((await dueAt(site)) ?? 0) <= seven);
      // To instant: waiting questions are sent together, new ones one by one.
      await save(site, { webhook, digest: 'instant' });
      await askSite(server, site, 'Who won the world cup in 1998?');
      await reachSlot(site);
      assert.equal(await makeDueDigests(server.assistant), 1);
      await send();
      const sent = receiver.received.map(({ body }) => JSON.parse(body));
      assert.deepEqual(sent.map(({ type }) => type).toSorted(), [
        'question.unanswered',
        'questions.digest',
      ]);
      const [digest] = digestsOf(receiver.received);
      assert.deepEqual(digest?.data.questions.map(({ question }) => question).toSorted(), [
        notAnswered,
        'Is there parking?',
      ]);
      assert.equal(await dueAt(site), undefined);
    });

    test('a question that is deleted or dismissed before the digest is sent is left out', async () => {
      const receiver = await receive();
      const site = await owner.newSite({ ...shop, notify: { webhook: receiver.url } });
      const { done: gone } = await askSite(server, site, 'My number is 0711 222 333, call me');
      const { done: put } = await askSite(server, site, 'Who won the world cup in 1998?');
      await askSite(server, site, notAnswered);
      await reachSlot(site);
      await makeDueDigests(server.assistant);
      await owner.send('DELETE', `${site}/questions/${gone.id}`);
      await owner.send('POST', `${site}/questions/${put.id}/dismiss`);
      await send();
      const [digest] = digestsOf(receiver.received);
      const sent = digest?.data.questions.map(({ question }) => question);
      assert.deepEqual(sent, [notAnswered]);
      const { done } = await askSite(server, site, 'Is there parking?');
      await owner.send('POST', `${site}/questions/${done.id}/dismiss`);
      await reachSlot(site);
      assert.equal(await makeDueDigests(server.assistant), 0);
      assert.deepEqual(await events(), []);
    });

    test('an owner without a receiver has no digest, and an unknown rhythm is refused by name', async () => {
      const site = await owner.newSite(shop);
      await askSite(server, site, notAnswered);
      assert.equal(await dueAt(site), undefined);
      await store().write((tx) => armDigest(tx, site, server.assistant.clock() - 1));
      assert.equal(await makeDueDigests(server.assistant), 0);
      const { status, json } = await save(site, { digest: 'weekly' });
      assert.equal(status, 400);
      assert.match(json.error, /notify\.digest/);
      const saved = await save(site, { email: 'a@example.com', digest: 'hourly' });
      assert.deepEqual(saved.json.profile.notify, { email: 'a@example.com', digest: 'hourly' });
    });
  });
